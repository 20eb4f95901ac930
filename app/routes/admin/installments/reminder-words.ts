import {
  FIRST_REMINDER_DAYS,
  isAfterDueDate,
  kindByHand,
  REMINDER_KINDS,
  REMINDERS,
  type ReminderKind,
} from '#app/money/reminder-kinds'
import type { Silence } from '#app/money/reminders/candidates.server'
import { DAYS_UNTIL_DUE_AT_MOST } from '#app/money/reminders/operations-form'
import type { Failure } from '#app/ui/admin/admin-form'

export const SILENCE_WORDS: Record<Silence, string> = {
  paid: 'nothing is owed on it.',
  'being-paid': 'a payment is being made at this moment.',
  'being-refunded': 'a refund is on its way.',
  'just-booked': 'booked less than a day before.',
  'too-early': `more than ${FIRST_REMINDER_DAYS} days are left.`,
  sent: 'this kind was sent before.',
  undecided: 'no one has decided yet that the departure runs.',
}

/** When a kind of reminder begins: '7 days before: friendly reminder.' */
export function beginsWords(kind: ReminderKind): string {
  const { daysBefore, name } = REMINDERS[kind]
  return `${whenWords(daysBefore)}: ${name}.`
}

function whenWords(daysBefore: number): string {
  if (daysBefore > 0) return `${daysBefore} ${daysBefore === 1 ? 'day' : 'days'} before`
  if (daysBefore === 0) return 'On the due date'
  return daysBefore === -1 ? 'After the due date' : `${-daysBefore} days after the due date`
}

/**
 * Which days chosen make which reminder: '4 or more days, friendly; 2 or 3, urgent; 0 or 1, final notice. …'
 */
export function toneWords(): string {
  const before = REMINDER_KINDS.filter((kind) => !isAfterDueDate(kind))
  const tones = before.map((kind, index) => {
    const milder = before[index - 1]
    const pressing = before[index + 1]
    const least = pressing ? REMINDERS[pressing].daysBefore + 1 : 0
    const most = REMINDERS[kind].daysBefore
    const label = REMINDERS[kind].label.toLowerCase()
    if (!milder) return `${least} or more days, ${label}`
    if (least === most) return `${least}, ${label}`
    return `${least} ${most - least === 1 ? 'or' : 'to'} ${most}, ${label}`
  })
  return `${tones.join('; ')}. After the due date, 0 sends the ${REMINDERS[kindByHand(0, -1)].name}`
}

/** What the days chosen send: 'Sends the urgent reminder.' Nothing where they are no number of days. */
export function sendsWords(typed: string): string {
  if (!/^\d{1,3}$/.test(typed.trim()) || Number(typed) > DAYS_UNTIL_DUE_AT_MOST) return ''
  const days = Number(typed)
  const late = days === 0 ? `, or the ${REMINDERS[kindByHand(0, -1)].name} after the due date` : ''
  return `Sends the ${REMINDERS[kindByHand(days)].name}${late}.`
}

// Fixed word for word (rules 11.15).
export const LINK_NOT_MADE = { title: 'Failed to generate payment link' }
export const REMINDER_NOT_SENT = { title: 'Failed to send reminder' }
export const RUN_FAILED = {
  title: 'Error',
  description: 'Failed to run automation. Check console for details',
}

export const CLOCK_NOT_MOVED = { title: 'The clock was not moved' }

/** What is said when a button of the installments screen got no answer. */
export function operationFailure(sent: FormData): Failure {
  switch (sent.get('operation')) {
    case 'payment-link':
      return LINK_NOT_MADE
    case 'send-reminder':
      return REMINDER_NOT_SENT
    case 'move-clock':
      return CLOCK_NOT_MOVED
    default:
      return RUN_FAILED
  }
}
