import type { MailKind } from '#app/mail/mail-names'
import type { REMINDER_KINDS } from '#db/schema'

export type ReminderKind = (typeof REMINDER_KINDS)[number]

/** How many days before the due date each kind begins (spec §9); the overdue notice follows the due date. */
export const DAYS_BEFORE: Record<ReminderKind, number> = { friendly: 7, urgent: 3, final: 1, overdue: -1 }

/** The most pressing kind that is due so many days before the due date; null while it is too early for any. */
export function kindDue(daysUntilDue: number): ReminderKind | null {
  if (daysUntilDue < 0) return 'overdue'
  if (daysUntilDue <= DAYS_BEFORE.final) return 'final'
  if (daysUntilDue <= DAYS_BEFORE.urgent) return 'urgent'
  return daysUntilDue <= DAYS_BEFORE.friendly ? 'friendly' : null
}

/** Whether one kind presses more than the other; each presses more than none. */
export const pressesMore = (one: ReminderKind | null, other: ReminderKind | null): boolean =>
  one !== null && (other === null || DAYS_BEFORE[one] < DAYS_BEFORE[other])

/** What a reminder is called in the outbox. */
export const MAIL_KINDS: Record<ReminderKind, MailKind> = {
  friendly: 'reminder-friendly',
  urgent: 'reminder-urgent',
  final: 'reminder-final',
  overdue: 'reminder-overdue',
}

/** The kind of reminder that a mail of the outbox is; undefined for other mail. */
export const reminderKindOf = (mailKind: string): ReminderKind | undefined =>
  (Object.keys(MAIL_KINDS) as ReminderKind[]).find((kind) => MAIL_KINDS[kind] === mailKind)
