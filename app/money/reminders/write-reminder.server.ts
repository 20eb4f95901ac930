import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { letterAsHtml, letterAsText } from '#app/mail/letter'
import { post, withdrawMail } from '#app/mail/outbox.server'
import type { BeforeSending, Mail } from '#app/mail/send-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { log } from '#app/platform/log.server'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { outbox, reminders } from '#db/schema/mail'
import { installments } from '#db/schema/money'
import { type Candidate, candidateFor, kindOn } from './candidates.server'
import { type Reader, readersOf } from './readers.server'
import { isMoreUrgent, mailKindOf, type ReminderKind, reminderKindOf } from './reminder-kinds'
import { reminderLetter } from './reminder-letters.server'

/**
 * Puts a reminder in the outbox, one mail to each of its readers, and gives the mails' numbers: the one of
 * its kind that the automation sends for an installment and its due day, or one that staff send by hand, once
 * for the opened form. Throws where it was written before.
 */
export function postReminder(
  candidate: Candidate,
  { kind, formKey }: { kind: ReminderKind; formKey: string | null },
  now: Date,
): number[] {
  const { bookingId, installmentId } = candidate
  const booking = bookingOf(candidate)
  return readersOf(booking, asWanted(candidate, formKey), kind, now).map((reader) => {
    const travelerId = reader.companion?.id ?? null
    const once = [installmentId, formKey ?? candidate.dueOn, travelerId]
      .filter((part) => part !== null)
      .join(':')
    const about = { bookingId, installmentId, travelerId, formKey }
    const letter = reminderLetter(booking, candidate, { kind, reader }, now)
    const mail = post({ kind: mailKindOf(kind), once, ...about, letter, to: reader.to }, now)
    if (mail === null) throw new Error(`The ${kind} reminder of installment ${once} was written before`)
    return mail
  })
}

/** What staff send by hand goes out also to who has just been asked. */
const asWanted = (candidate: Candidate, formKey: string | null): Candidate =>
  formKey === null ? candidate : { ...candidate, justAsked: [] }

function bookingOf({ reference }: Candidate): Booking {
  const booking = findBooking(reference)
  if (!booking) throw new Error(`${reference} is gone`)
  return booking
}

/**
 * Claims this kind of reminder for the installment, once and for all, with the first of its mails. Throws
 * where it was claimed before; the table's unique key decides.
 */
export function claimReminder(
  installmentId: number,
  kind: ReminderKind,
  [outboxId]: number[],
  now: Date,
  tx: Tx,
): void {
  tx.insert(reminders).values({ installmentId, kind, outboxId, createdAt: now }).run()
}

/**
 * A reminder that waited is written again by the ledger before it goes out. Where its reader owes nothing
 * anymore it is taken back, and its claim with the last of them. One that something more pressing has
 * overtaken keeps its claim: a milder kind that was missed is skipped (rules 3.6).
 */
export const reminderAsOfNow: BeforeSending = (mail, now) => {
  const kind = reminderKindOf(mail.kind)
  if (!kind) return mail
  const candidate = mail.installmentId === null ? undefined : candidateFor(mail.installmentId, now)
  const reader = candidate && readerOf(mail, kind, candidate, now)
  if (!candidate || !reader) {
    withdrawReminder(mail, kind, 'nothing is asked for', now)
    return null
  }
  if (isOvertaken(mail, kind, candidate, now)) {
    withdrawReminder(mail, kind, 'overtaken', now)
    return null
  }
  const ofNow = reminderLetter(bookingOf(candidate), candidate, { kind, reader }, now)
  return {
    ...mail,
    subject: ofNow.subject,
    textBody: letterAsText(ofNow),
    htmlBody: letterAsHtml(ofNow),
  }
}

/** Who reads it, if they still owe what it asks for. */
function readerOf(
  { travelerId, formKey }: Mail,
  kind: ReminderKind,
  candidate: Candidate,
  now: Date,
): Reader | undefined {
  const { owedCents, isBeingPaid, isBeingRefunded, isAutopaid, waits } = candidate
  if (owedCents <= 0 || isBeingPaid || isBeingRefunded || isAutopaid || waits) return undefined
  return readersOf(bookingOf(candidate), asWanted(candidate, formKey), kind, now).find(
    ({ companion }) => (companion?.id ?? null) === travelerId,
  )
}

/**
 * Whether the days went by into those of a more pressing kind, of which the day's run speaks, or another
 * reminder of the installment says more, or as much: one that waits too, or that was written later and has
 * gone out.
 */
function isOvertaken(mail: Mail, kind: ReminderKind, candidate: Candidate, now: Date): boolean {
  const { installmentId } = candidate
  const dueAt = (instant: Date) => kindOn(candidate, businessDay(instant))
  const dueNow = dueAt(now)
  if (isMoreUrgent(dueNow, dueAt(mail.createdAt)) && isMoreUrgent(dueNow, kind)) return true

  const others = db
    .select({ id: outbox.id, kind: outbox.kind, state: outbox.state })
    .from(outbox)
    .where(and(isToSameReader(mail, installmentId), ne(outbox.id, mail.id), ne(outbox.state, 'failed')))
    .all()
  return others.some((other) => {
    const waits = other.state !== 'sent'
    if (other.kind === mail.kind) return waits && other.id < mail.id
    return isMoreUrgent(reminderKindOf(other.kind) ?? null, kind) && (waits || other.id > mail.id)
  })
}

const isToSameReader = ({ travelerId }: Mail, installmentId: number) =>
  and(
    eq(outbox.installmentId, installmentId),
    travelerId === null ? isNull(outbox.travelerId) : eq(outbox.travelerId, travelerId),
  )

type Reason = 'nothing is asked for' | 'overtaken'

function withdrawReminder(mail: Mail, kind: ReminderKind, why: Reason, now: Date): void {
  const isTaken = immediately((tx) => {
    const claims = claimsOf(mail, tx)
    if (!withdrawMail(mail, tx)) return false
    if (why === 'nothing is asked for') handOver(claims, mail, tx)
    recordInHistory(mail, kind, now, tx)
    return true
  })
  if (isTaken) log.info({ mail: mail.id, kind, why }, 'A reminder was taken back')
}

/** The claims stand as long as another reader has the reminder. */
function handOver(claims: number[], mail: Mail, tx: Tx): void {
  const other = anotherReaders(mail, tx)
  const which = inArray(reminders.id, claims)
  if (other) tx.update(reminders).set({ outboxId: other.id }).where(which).run()
  else tx.delete(reminders).where(which).run()
}

/** One that was written with it, to another reader. */
const anotherReaders = ({ kind, installmentId, formKey, createdAt }: Mail, tx: Tx) =>
  tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.installmentId, installmentId ?? 0),
        eq(outbox.kind, kind),
        eq(outbox.createdAt, createdAt),
        formKey === null ? isNull(outbox.formKey) : eq(outbox.formKey, formKey),
      ),
    )
    .orderBy(outbox.id)
    .get()

/** An overdue notice may speak of several installments. */
const claimsOf = ({ id }: Mail, tx: Tx): number[] =>
  tx
    .select({ id: reminders.id })
    .from(reminders)
    .where(eq(reminders.outboxId, id))
    .all()
    .map((claim) => claim.id)

/** Anyone who sent one by hand saw that it went out. */
function recordInHistory({ installmentId, formKey }: Mail, kind: ReminderKind, now: Date, tx: Tx): void {
  if (installmentId === null || formKey === null) return
  const asked = tx
    .select({ number: installments.number, reference: bookings.reference })
    .from(installments)
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(eq(installments.id, installmentId))
    .get()
  if (!asked) return
  const detail = { installment: asked.number, kind }
  recordBookingAct(now, asked, { actor: 'schedule' }, 'reminder-taken-back', detail)
}
