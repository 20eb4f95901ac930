import type { Silence } from '#app/reminders/candidates.server'
import type { ReminderKind } from '#app/reminders/reminder-kinds'
import type { BadgeTone } from '#app/ui/badge'

export const REMINDER_LOOKS: Record<ReminderKind, { label: string; tone: BadgeTone }> = {
  friendly: { label: 'Friendly', tone: 'info' },
  urgent: { label: 'Urgent', tone: 'wait' },
  final: { label: 'Final notice', tone: 'wait' },
  overdue: { label: 'Overdue', tone: 'failed' },
}

export const SILENCE_WORDS: Record<Silence, string> = {
  paid: 'nothing is owed on it.',
  'being-paid': 'a payment is being made at this moment.',
  'being-refunded': 'a refund is on its way.',
  'just-booked': 'booked less than a day before.',
  'too-early': 'more than 7 days are left.',
  sent: 'this kind was sent before.',
}
