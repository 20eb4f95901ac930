import { post } from '#app/mail/outbox.server'
import type { Tx } from '#db/connection.server'
import { reminders } from '#db/schema'
import type { Candidate } from './candidates.server'
import { mailKindOf, type ReminderKind } from './reminder-kinds'
import { writeReminder } from './write-reminder.server'

/**
 * Puts a reminder in the outbox and gives the mail's number: the one of its kind that the automation sends for an
 * installment and its due day, or one that staff send by hand, once for the opened form. Throws where it was written before.
 */
export function postReminder(
  { bookingId, installmentId, ...asked }: Candidate,
  { kind, formKey }: { kind: ReminderKind; formKey: string | null },
  now: Date,
  tx: Tx,
): number {
  const once = `${installmentId}:${formKey ?? asked.dueOn}`
  const written = writeReminder({ bookingId, installmentId, ...asked }, kind, now, tx)
  const about = { bookingId, installmentId, formKey }
  const mail = post({ kind: mailKindOf(kind), once, ...about, ...written }, now, tx)
  if (mail === null) throw new Error(`The ${kind} reminder of installment ${once} was written before`)
  return mail
}

/**
 * Says once for ever that this kind goes out for the installment, and by which mail: a claim is only ever tied to
 * its own. Throws where it was said before; the table's unique key decides.
 */
export function claimReminder(
  installmentId: number,
  kind: ReminderKind,
  outboxId: number,
  now: Date,
  tx: Tx,
): void {
  tx.insert(reminders).values({ installmentId, kind, outboxId, createdAt: now }).run()
}
