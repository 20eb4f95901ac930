import { eq } from 'drizzle-orm'
import { post } from '#app/mail/outbox.server'
import type { Candidate } from '#app/reminders/candidates.server'
import { MAIL_KINDS, type ReminderKind } from '#app/reminders/reminder-kinds'
import { writeReminder } from '#app/reminders/write-reminder.server'
import type { Db } from '#db/connection.server'
import { outbox, reminders } from '#db/schema'

/** The occasion of the one reminder of a kind that the automation sends for an installment. */
export const automaticOccasion = (installmentId: number, kind: ReminderKind): string =>
  `reminder:${installmentId}:${kind}`

/** The occasion of one that staff send by hand: one mail for one opened form. */
export const manualOccasion = (installmentId: number, formKey: string): string =>
  `manual-reminder:${installmentId}:${formKey}`

/** Puts a reminder in the outbox and gives the mail's number. Joins `tx`. */
export function postReminder(
  candidate: Candidate,
  kind: ReminderKind,
  occasion: string,
  now: Date,
  tx: Db,
): number {
  post(
    {
      kind: MAIL_KINDS[kind],
      occasion,
      bookingId: candidate.bookingId,
      installmentId: candidate.installmentId,
      ...writeReminder(candidate, kind, tx),
    },
    now,
    tx,
  )
  const mail = tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.occasion, occasion)).get()
  if (!mail) throw new Error(`${occasion} was not written`)
  return mail.id
}

/**
 * Says once for ever that this kind goes out for the installment, and by which mail: a claim is only ever tied to
 * its own. Throws where it was said before; the table's unique key decides. Joins `tx`.
 */
export function claimReminder(
  installmentId: number,
  kind: ReminderKind,
  outboxId: number,
  now: Date,
  tx: Db,
): void {
  tx.insert(reminders).values({ installmentId, kind, outboxId, createdAt: now }).run()
}
