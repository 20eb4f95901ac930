import { showDay } from '#app/platform/days'
import { PAYING_MINUTES } from './candidates.server'
import type { Doubts, NotOwed } from './manual-reminder.server'
import { REMINDERS } from './reminder-kinds'

/** Why a link or reminder cannot be made: one set of words for the screen and the JSON calls. */
export const NOT_OWED: Record<NotOwed['refused'], { status: 404 | 409; words: string }> = {
  'not-found': { status: 404, words: 'Booking not found' },
  'no-such-installment': { status: 404, words: 'This booking has no installment with that number' },
  'not-standing': {
    status: 409,
    words: 'This booking is not active: it was canceled, refunded or never paid. Nothing is due for it.',
  },
  'paid-in-full-at-booking': {
    status: 409,
    words: 'This booking was paid in full at once. It has no installments.',
  },
  'being-paid': {
    status: 409,
    words: `A payment for this booking is being made right now. No reminder was sent: try again in ${PAYING_MINUTES} minutes.`,
  },
  'being-refunded': {
    status: 409,
    words: 'A refund of this booking is on its way or could not be made, so no reminder was sent.',
  },
  undecided: {
    status: 409,
    words: 'Nobody has decided yet that this departure runs, so nothing is due and no reminder was sent.',
  },
  'already-paid': { status: 409, words: 'This installment is already paid' },
  'written-off': { status: 409, words: 'This installment was written off. It is no longer due.' },
}

/** Why a reminder waits for a yes, in whole sentences. */
export function doubtWords({ kind, dueOn, daysLeft, contradictsCalendar, sentMinutesAgo }: Doubts): string {
  const sentences = []
  if (contradictsCalendar && daysLeft < 0)
    sentences.push(
      `The installment was due on ${showDay(dueOn)}: ${REMINDERS[kind].aName} says that day is still ahead.`,
    )
  if (contradictsCalendar && daysLeft >= 0)
    sentences.push(
      `The installment is due on ${showDay(dueOn)}, ${inDays(daysLeft)}. It is early for ${REMINDERS[kind].aName}.`,
    )
  if (sentMinutesAgo !== null)
    sentences.push(`The same reminder was sent by hand ${minutesAgo(sentMinutesAgo)}.`)
  return sentences.join(' ')
}

const inDays = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

const minutesAgo = (minutes: number) =>
  minutes === 0 ? 'just now' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
