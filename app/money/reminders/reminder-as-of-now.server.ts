import { and, eq, inArray, ne } from 'drizzle-orm'
import { letterAsHtml, letterAsText } from '#app/mail/letter'
import { takeBackMail } from '#app/mail/outbox.server'
import type { BeforeSending, Mail } from '#app/mail/send-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { daysFrom } from '#app/platform/days'
import { log } from '#app/platform/log.server'
import { recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings, installments, outbox, reminders } from '#db/schema'
import { type Candidate, candidateFor } from './candidates.server'
import { kindDue, pressesMore, type ReminderKind, reminderKindOf } from './reminder-kinds'
import { writeReminder } from './write-reminder.server'

/**
 * A reminder that waited, as while the mail server was down, is written again by the ledger before it goes
 * out. One for which nothing is owed anymore, or whose payment is on its way, is taken back instead, and its
 * claim with it. So is one that something more pressing has overtaken, but its claim stays: a milder kind
 * that was missed is skipped, not sent later (rules 3.6). Other mails pass as they are.
 */
export const reminderAsOfNow: BeforeSending = (mail, now) => {
  const kind = reminderKindOf(mail.kind)
  if (!kind) return mail
  const candidate = mail.installmentId === null ? undefined : candidateFor(mail.installmentId, now)
  if (
    !candidate ||
    candidate.owedCents <= 0 ||
    candidate.isBeingPaid ||
    candidate.isBeingRefunded ||
    candidate.waits
  ) {
    takeBack(mail, kind, 'nothing is asked for', now)
    return null
  }
  if (isOvertaken(mail, kind, candidate, now)) {
    takeBack(mail, kind, 'overtaken', now)
    return null
  }
  const { letter } = writeReminder(candidate, kind, now)
  return {
    ...mail,
    subject: letter.subject,
    textBody: letterAsText(letter),
    htmlBody: letterAsHtml(letter),
  }
}

/**
 * Whether the days went by into those of a more pressing kind, of which the day's run speaks, or another
 * reminder of the installment says more, or as much: one that waits too, or that was written later and has
 * gone out.
 */
function isOvertaken(
  mail: Mail,
  kind: ReminderKind,
  { installmentId, dueOn }: Candidate,
  now: Date,
): boolean {
  const dueAt = (instant: Date) => kindDue(daysFrom(businessDay(instant), dueOn))
  const dueNow = dueAt(now)
  if (pressesMore(dueNow, dueAt(mail.createdAt)) && pressesMore(dueNow, kind)) return true

  const others = db
    .select({ id: outbox.id, kind: outbox.kind, state: outbox.state })
    .from(outbox)
    .where(and(eq(outbox.installmentId, installmentId), ne(outbox.id, mail.id), ne(outbox.state, 'failed')))
    .all()
  return others.some((other) => {
    const waits = other.state !== 'sent'
    if (other.kind === mail.kind) return waits && other.id < mail.id
    return pressesMore(reminderKindOf(other.kind) ?? null, kind) && (waits || other.id > mail.id)
  })
}

type Reason = 'nothing is asked for' | 'overtaken'

function takeBack(mail: Mail, kind: ReminderKind, why: Reason, now: Date): void {
  const isTaken = immediately((tx) => {
    const claims = claimsOf(mail, tx)
    if (!takeBackMail(mail, tx)) return false
    if (why === 'nothing is asked for') tx.delete(reminders).where(inArray(reminders.id, claims)).run()
    tellHistory(mail, kind, now, tx)
    return true
  })
  if (isTaken) log.info({ mail: mail.id, kind, why }, 'A reminder was taken back')
}

/** An overdue notice may speak of several installments. */
const claimsOf = ({ id }: Mail, tx: Tx): number[] =>
  tx
    .select({ id: reminders.id })
    .from(reminders)
    .where(eq(reminders.outboxId, id))
    .all()
    .map((claim) => claim.id)

/** Anyone who sent one by hand saw that it went out. */
function tellHistory({ installmentId, formKey }: Mail, kind: ReminderKind, now: Date, tx: Tx): void {
  if (installmentId === null || formKey === null) return
  const asked = tx
    .select({ number: installments.number, reference: bookings.reference })
    .from(installments)
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(eq(installments.id, installmentId))
    .get()
  if (!asked) return
  const subject = `booking:${asked.reference}`
  const detail = { installment: asked.number, kind }
  recordAct({ actor: 'schedule', action: 'reminder-taken-back', subject, detail }, now)
}
