import { addDays, type Day, showDay } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { inWords } from '#app/platform/words'
import { type InstallmentPlan, installmentName, JOINERS_DEPOSIT } from './plan'

/** What an installment, or a whole payment, asks for now, and when. */
type Asking = {
  owedCents: Cents
  onItsWayCents?: Cents
  writtenOffCents?: Cents
  dueOn: Day | null
  waits?: boolean
}

export type InstallmentState =
  | 'paid'
  | 'on-its-way'
  | 'upcoming'
  | 'due'
  | 'overdue'
  | 'written-off'
  | 'not-asked'

/**
 * The state of an installment on a business day: the one answer for pages, lists and letters. One that asks
 * for nothing, neither paid, on its way nor written off, is of a booking that has ended or whose money is
 * going back. One that waits for a decision to run is not due before.
 */
export function installmentState(installment: Asking, isPaid: boolean, today: Day): InstallmentState {
  const { owedCents, onItsWayCents, dueOn, writtenOffCents, waits } = installment
  if (owedCents > 0 && waits) return 'upcoming'
  if (owedCents > 0)
    return isOverdue(dueOn, today) ? 'overdue' : isUpcoming(dueOn, today) ? 'upcoming' : 'due'
  if (isPaid) return 'paid'
  if (onItsWayCents) return 'on-its-way'
  return writtenOffCents ? 'written-off' : 'not-asked'
}

/** Overdue begins on the day after the due date. */
export const isOverdue = (dueOn: Day | null, today: Day): boolean => dueOn !== null && dueOn < today

/** Due begins DUE_SOON_DAYS before the day, when the first reminder goes out. */
const isUpcoming = (dueOn: Day | null, today: Day): boolean => dueOn !== null && dueOn > dueSoonUntil(today)

export const INSTALLMENT_STATES = {
  paid: { word: 'Paid', tone: 'success' },
  'on-its-way': { word: 'On its way', tone: 'info' },
  upcoming: { word: 'Upcoming', tone: 'quiet' },
  due: { word: 'Due', tone: 'wait' },
  overdue: { word: 'Overdue', tone: 'failed' },
  'written-off': { word: 'Written off', tone: 'info' },
  'not-asked': { word: 'No longer due', tone: 'info' },
} as const satisfies Record<InstallmentState, object>

/** 'due Aug 15, 2025' or 'was due Aug 15, 2025', in a sentence; and of what waits past its day, for what. */
export const dueWords = ({ dueOn, waits }: { dueOn: Day; waits?: boolean }, today: Day): string =>
  !isOverdue(dueOn, today)
    ? `due ${showDay(dueOn)}`
    : waits
      ? 'due once the departure is guaranteed'
      : `was due ${showDay(dueOn)}`

/** The day of what is asked for, alone; of what waits past its day, for what. */
export const dayWords = ({ dueOn, waits }: { dueOn: Day; waits?: boolean }, today: Day): string =>
  waits && isOverdue(dueOn, today) ? 'once the departure is guaranteed' : showDay(dueOn)

/** 'Paid', or with the day, 'Due Aug 15, 2025' of what is still to come, 'Overdue Aug 15, 2025'. */
export function stateLine(state: InstallmentState, due: { dueOn: Day; waits?: boolean }, today: Day): string {
  const { word } = INSTALLMENT_STATES[state === 'upcoming' ? 'due' : state]
  const isOpen = state === 'upcoming' || state === 'due' || state === 'overdue'
  return isOpen ? `${word} ${dayWords(due, today)}` : word
}

type Due = {
  /** Null for a booking's first payment, which is never due together with another. */
  number: number | null
  name: string
  dueOn: Day | null
  amountCents: Cents
  owedCents?: Cents
  isPaid?: boolean
  writtenOffCents?: Cents
}

const WITH_DEPOSIT = 'Deposit and installments'

/** Installments as a traveler reads them: open ones due on one day, as of a late booking, are one sum. */
export function dueTogether<Row extends Due>(installments: Row[]): Row[] {
  const said: Row[][] = []
  for (const row of installments) {
    const before = said.at(-1)
    if (before?.[0] && isTogether(before[0], row)) before.push(row)
    else said.push([row])
  }
  return said.map((rows) => ({
    ...(rows[0] as Row),
    ...(rows.length > 1 && { name: nameTogether(rows, installments), ...sumOf(rows) }),
  }))
}

/** The plan's installments, named, and said in the same way. */
export const plannedTogether = ({ installments }: Pick<InstallmentPlan, 'installments'>) =>
  dueTogether(
    installments.map(({ number, amountCents, dueOn }) => ({
      number,
      name: installmentName(number, installments),
      amountCents,
      dueOn,
    })),
  )

const isTogether = (one: Due, other: Due) =>
  one.dueOn !== null &&
  one.dueOn === other.dueOn &&
  [one, other].every(({ isPaid, writtenOffCents }) => !isPaid && !writtenOffCents)

type Numbered = Pick<Due, 'number'>

/** The name of several installments together; a sum has the number of its first. */
export function nameTogether(several: Numbered[], plan: Numbered[]): string {
  if (several.some(({ number }) => number === JOINERS_DEPOSIT)) return WITH_DEPOSIT
  const planned = plan.filter(({ number }) => number).length
  return `${planned === 2 ? 'Both' : capitalized(inWords(several.length))} installments`
}

const sumOf = (rows: Due[]) => ({
  amountCents: cents(rows.reduce((sum, { amountCents }) => sum + amountCents, 0)),
  ...(rows.every(({ owedCents }) => owedCents !== undefined) && {
    owedCents: cents(rows.reduce((sum, { owedCents = 0 }) => sum + owedCents, 0)),
  }),
})

/** The filters of the staff's list. It opens with what is unpaid, so that the overdue stand on top. */
export const INSTALLMENT_FILTERS = {
  unpaid: 'Unpaid',
  overdue: 'Overdue',
  'this-week': 'Due this week',
  paid: 'Paid',
  all: 'All',
} as const
export type InstallmentFilter = keyof typeof INSTALLMENT_FILTERS
export const USUAL_FILTER: InstallmentFilter = 'unpaid'

/** What is due in so many days or fewer is due soon: by its state, on the dashboard and in the list. */
export const DUE_SOON_DAYS = 7

/** The last day on which an installment is due soon. */
export const dueSoonUntil = (today: Day): Day => addDays(today, DUE_SOON_DAYS)
