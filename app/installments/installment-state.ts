import { type Day, showDay } from '#app/days'
import type { Cents } from '#app/money'

/** What an installment, or a whole payment, asks for now, and when. */
type Asking = { owedCents: Cents; writtenOffCents?: Cents; dueOn: Day | null }

export type InstallmentState = 'paid' | 'due' | 'overdue' | 'written-off' | 'not-asked'

/**
 * The state of an installment on a day of the business: the one answer for pages, lists and letters. What asks for nothing and was neither paid nor written off is of a booking that does not stand, or whose money is
 * all on its way back.
 */
export function installmentState(installment: Asking, isPaid: boolean, today: Day): InstallmentState {
  if (installment.owedCents > 0) return isOverdue(installment.dueOn, today) ? 'overdue' : 'due'
  if (isPaid) return 'paid'
  return installment.writtenOffCents ? 'written-off' : 'not-asked'
}

/** Overdue begins on the day after the due date. */
export const isOverdue = (dueOn: Day | null, today: Day): boolean => dueOn !== null && dueOn < today

export const INSTALLMENT_STATES = {
  paid: { word: 'Paid', tone: 'success' },
  due: { word: 'Due', tone: 'wait' },
  overdue: { word: 'Overdue', tone: 'failed' },
  'written-off': { word: 'Written off', tone: 'info' },
  'not-asked': { word: 'Not asked for', tone: 'info' },
} as const satisfies Record<InstallmentState, object>

/** 'due', and of what is overdue 'was due': before the day, in a sentence. */
export const dueWords = (dueOn: Day, today: Day): string => (isOverdue(dueOn, today) ? 'was due' : 'due')

/** 'Paid', or with the day 'Overdue Aug 15, 2025'. */
export const stateLine = (state: InstallmentState, dueOn: Day): string =>
  state === 'due' || state === 'overdue'
    ? `${INSTALLMENT_STATES[state].word} ${showDay(dueOn)}`
    : INSTALLMENT_STATES[state].word
