import { and, eq, isNotNull, isNull, ne, notInArray, or } from 'drizzle-orm'
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
import { type Candidate, candidateByHand, candidatesFor, kindOn } from './candidates.server'
import { type Reader, readersOf } from './readers.server'
import { isAfterDueDate, isMoreUrgent, mailKindOf, type ReminderKind, reminderKindOf } from './reminder-kinds'
import { reminderLetter } from './reminder-letters.server'

/**
 * Puts a reminder in the outbox, one mail to each of its readers, and gives the mails' numbers: the one of
 * its kind that the automation sends for an installment, or a declined share, and its due day, or one that
 * staff send by hand, once for the opened form. Throws where it was written before.
 */
export function postReminder(
  candidate: Candidate,
  { kind, formKey }: { kind: ReminderKind; formKey: string | null },
  now: Date,
): number[] {
  const { bookingId, installmentId } = candidate
  const booking = bookingOf(candidate)
  return readersOf(booking, asWanted(candidate, formKey), kind, now).map((reader) => {
    const travelerId = askedFor(candidate, reader)
    const ofDeclined = candidate.traveler && (reader.companion ? 'own' : 'lead')
    const once = [installmentId, formKey ?? candidate.dueOn, travelerId, ofDeclined]
      .filter((part) => part !== null)
      .join(':')
    const about = { bookingId, installmentId, travelerId, formKey }
    const letter = reminderLetter(booking, candidate, { kind, reader }, now)
    const mail = post({ kind: mailKindOf(kind), once, ...about, letter, to: reader.to }, now)
    if (mail === null) throw new Error(`The ${kind} reminder of installment ${once} was written before`)
    return mail
  })
}

/** Whose share alone it asks for; null where it is for all. */
const askedFor = ({ traveler }: Candidate, { companion }: Reader): number | null =>
  (traveler ?? companion)?.id ?? null

/** What staff send by hand goes out also to who has just been asked. */
const asWanted = (candidate: Candidate, formKey: string | null): Candidate =>
  formKey === null ? candidate : { ...candidate, justAsked: [] }

function bookingOf({ reference }: Candidate): Booking {
  const booking = findBooking(reference)
  if (!booking) throw new Error(`${reference} is gone`)
  return booking
}

/**
 * Claims this kind of reminder for the installment, or the declined share of it, once and for all, with the
 * first of its mails. Throws where it was claimed before; the table's unique keys decide.
 */
export function claimReminder(
  { installmentId, traveler }: Candidate,
  kind: ReminderKind,
  [outboxId]: number[],
  now: Date,
  tx: Tx,
): void {
  const forTravelerId = traveler?.id ?? null
  tx.insert(reminders).values({ installmentId, forTravelerId, kind, outboxId, createdAt: now }).run()
}

/**
 * A reminder that waited is written again by the ledger before it goes out. Where its reader owes nothing
 * anymore it is taken back, and its claim with the last of them. One that something more pressing has
 * overtaken keeps its claim: a milder kind that was missed is skipped (rules 3.6).
 */
export const reminderAsOfNow: BeforeSending = (mail, now) => {
  const kind = reminderKindOf(mail.kind)
  if (!kind) return mail
  const candidate = candidateOf(mail, kind, now)
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

/** What it asks for: of a traveler whose share was declined, that share. */
function candidateOf(
  { installmentId, travelerId, formKey }: Mail,
  kind: ReminderKind,
  now: Date,
): Candidate | undefined {
  if (installmentId === null) return undefined
  if (formKey !== null) return candidateByHand(installmentId, now)
  const candidates = candidatesFor(installmentId, now)
  const isOfShare = ({ traveler }: Candidate) => traveler !== null && traveler.id === travelerId
  return (
    (isAfterDueDate(kind) ? candidates.find(isOfShare) : undefined) ??
    candidates.find(({ traveler }) => traveler === null)
  )
}

/** Who reads it, if they still owe what it asks for; of one share alone at the address that it goes to. */
function readerOf(
  { travelerId, formKey, toAddress }: Mail,
  kind: ReminderKind,
  candidate: Candidate,
  now: Date,
): Reader | undefined {
  const { owedCents, isBeingPaid, isBeingRefunded, isAutopaid, waits } = candidate
  if (owedCents <= 0 || isBeingPaid || isBeingRefunded || isAutopaid || waits) return undefined
  return readersOf(bookingOf(candidate), asWanted(candidate, formKey), kind, now).find(
    (reader) =>
      askedFor(candidate, reader) === travelerId && (travelerId === null || reader.to.address === toAddress),
  )
}

/**
 * Whether the days went by into those of a more pressing kind, of which the day's run speaks, or another
 * reminder of the installment says more, or as much: one that waits too, or that was written later and has
 * gone out.
 */
function isOvertaken(mail: Mail, kind: ReminderKind, candidate: Candidate, now: Date): boolean {
  const dueAt = (instant: Date) => kindOn(candidate, businessDay(instant))
  const dueNow = dueAt(now)
  if (isMoreUrgent(dueNow, dueAt(mail.createdAt)) && isMoreUrgent(dueNow, kind)) return true

  const others = db
    .select({ id: outbox.id, kind: outbox.kind, state: outbox.state })
    .from(outbox)
    .where(and(isToSameReader(mail, candidate), ne(outbox.id, mail.id), ne(outbox.state, 'failed')))
    .all()
  return others.some((other) => {
    const waits = other.state !== 'sent'
    if (other.kind === mail.kind) return waits && other.id < mail.id
    return isMoreUrgent(reminderKindOf(other.kind) ?? null, kind) && (waits || other.id > mail.id)
  })
}

const isToSameReader = ({ travelerId, toAddress }: Mail, { installmentId, traveler }: Candidate) =>
  and(
    eq(outbox.installmentId, installmentId),
    travelerId === null ? isNull(outbox.travelerId) : eq(outbox.travelerId, travelerId),
    traveler ? eq(outbox.toAddress, toAddress) : undefined,
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
function handOver(claims: Claim[], mail: Mail, tx: Tx): void {
  for (const claim of claims) {
    const other = anotherReaders(mail, claim, tx)
    const which = eq(reminders.id, claim.id)
    if (other) tx.update(reminders).set({ outboxId: other.id }).where(which).run()
    else tx.delete(reminders).where(which).run()
  }
}

/** One that was written with it, to another reader: of the declined share, or of all that are not apart. */
const anotherReaders = (
  { kind, installmentId, formKey, createdAt }: Mail,
  { forTravelerId, kind: claimed }: Claim,
  tx: Tx,
) =>
  tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.installmentId, installmentId ?? 0),
        eq(outbox.kind, kind),
        eq(outbox.createdAt, createdAt),
        formKey === null ? isNull(outbox.formKey) : eq(outbox.formKey, formKey),
        forTravelerId === null
          ? or(
              isNull(outbox.travelerId),
              notInArray(outbox.travelerId, claimedApart(installmentId, claimed, tx)),
            )
          : eq(outbox.travelerId, forTravelerId),
      ),
    )
    .orderBy(outbox.id)
    .get()

const claimedApart = (installmentId: number | null, kind: ReminderKind, tx: Tx): number[] =>
  tx
    .select({ travelerId: reminders.forTravelerId })
    .from(reminders)
    .where(
      and(
        eq(reminders.installmentId, installmentId ?? 0),
        isNotNull(reminders.forTravelerId),
        eq(reminders.kind, kind),
      ),
    )
    .all()
    .flatMap(({ travelerId }) => travelerId ?? [])

type Claim = typeof reminders.$inferSelect

/** An overdue notice may speak of several installments. */
const claimsOf = ({ id }: Mail, tx: Tx): Claim[] =>
  tx.select().from(reminders).where(eq(reminders.outboxId, id)).all()

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
