import { and, eq, inArray, ne } from 'drizzle-orm'
import { findBooking, payAddress } from '#app/bookings/find-booking.server'
import { nameTogether } from '#app/bookings/installments/due'
import { installmentName } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import { aboutBooking, signature, termsInShort, travelerMailbox } from '#app/bookings/traveler-letters.server'
import { type Letter, letter, letterAsHtml, letterAsText, rows, words } from '#app/mail/letter'
import { greeting, type Mailbox, post, withdrawMail } from '#app/mail/outbox.server'
import type { BeforeSending, Mail } from '#app/mail/send-mail.server'
import { overdueOf } from '#app/money/books/amounts-owed.server'
import { businessDay } from '#app/platform/clock.server'
import { daysFrom, showDay } from '#app/platform/days'
import { log } from '#app/platform/log.server'
import { cents, showCents } from '#app/platform/money'
import { waysToReach } from '#app/site/reach'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { departureOf } from '#app/tours/departures.server'
import { priceWithSum } from '#app/tours/party'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { outbox, reminders } from '#db/schema/mail'
import { installments } from '#db/schema/money'
import { type Candidate, candidateFor, kindOn } from './candidates.server'
import {
  isAfterDueDate,
  isMoreUrgent,
  mailKindOf,
  REMINDERS,
  type ReminderKind,
  reminderKindOf,
} from './reminder-kinds'

/** By how many days are left. */
const NEAR_DAYS: Record<number, string> = { 0: 'Today', 1: 'Tomorrow' }

/**
 * A reminder's letter by what the ledger says now, and who gets it: each kind in its own words, all with
 * amount, day, what is paid, link and whom to ask. An overdue notice asks for all that is overdue, as the
 * page behind its button does.
 */
function writeReminder(candidate: Candidate, kind: ReminderKind, now: Date): { letter: Letter; to: Mailbox } {
  const booking = findBooking(candidate.reference)
  if (!booking) throw new Error(`${candidate.reference} is gone`)
  const about = aboutBooking(booking, now)
  const departure = departureOf(booking)
  const { priceCents, paidCents } = partyMoney(booking)
  const plan = installmentsOf(booking.id)
  const name = installmentName(candidate.number, plan)
  const late = overdueOf(booking, now)
  const asked = isAfterDueDate(kind) && late.length > 0 ? late : [{ ...candidate, name }]
  const owed = showCents(cents(asked.reduce((sum, one) => sum + one.owedCents, 0)))
  const { subject, opening, closing } = REMINDERS[kind].letter({
    reference: booking.reference,
    tourName: departure.name,
    yourSeats: booking.travelers > 1 ? 'your seats' : 'your seat',
    startsOn: showDay(departure.startsOn),
    installment: (asked.length > 1 ? nameTogether(asked, plan) : name).toLowerCase(),
    dueOn: showDay(candidate.dueOn),
    dueWhen: NEAR_DAYS[daysFrom(businessDay(now), candidate.dueOn)] ?? showDay(candidate.dueOn),
    overdueSum: owed,
    overdue: asked
      .map((one) => `the ${one.name.toLowerCase()} was due on ${showDay(one.dueOn)}`)
      .join(', and '),
  })
  const written = letter`
    # ${subject}

    ${greeting(about.travelerName)}

    ${opening}

    | Booking reference | ${booking.reference} |
    ${rows(
      asked.flatMap(({ name, owedCents, dueOn }) => [
        [name, showCents(owedCents)],
        ['Due', showDay(dueOn)],
      ]),
    )}
    ${asked.length > 1 && words`| Total overdue | ${owed} |`}
    | Paid so far | ${showCents(paidCents)} of ${priceWithSum(priceCents, about)} |

    [Pay ${owed}](${payAddress(booking)})

    ${closing}

    ${termsInShort(about)}

    ${signature()}

    -# If you have just paid, thank you, and please ignore this email. Your whole schedule is on
    [your booking page](${about.bookingAddress}).

    -# Questions, or trouble paying? ${waysToReach(about, 'Reply to this email')}.
  `
  return { letter: written, to: travelerMailbox(booking) }
}

/**
 * Puts a reminder in the outbox and gives the mail's number: the one of its kind that the automation sends
 * for an installment and its due day, or one that staff send by hand, once for the opened form. Throws where
 * it was written before.
 */
export function postReminder(
  { bookingId, installmentId, ...asked }: Candidate,
  { kind, formKey }: { kind: ReminderKind; formKey: string | null },
  now: Date,
): number {
  const once = `${installmentId}:${formKey ?? asked.dueOn}`
  const written = writeReminder({ bookingId, installmentId, ...asked }, kind, now)
  const about = { bookingId, installmentId, formKey }
  const mail = post({ kind: mailKindOf(kind), once, ...about, ...written }, now)
  if (mail === null) throw new Error(`The ${kind} reminder of installment ${once} was written before`)
  return mail
}

/**
 * Claims this kind of reminder for the installment, once and for all, with its mail. Throws where it was
 * claimed before; the table's unique key decides.
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

/**
 * A reminder that waited is written again by the ledger before it goes out. One for which nothing is owed
 * anymore is taken back, with its claim. One that something more pressing has overtaken keeps its claim: a
 * milder kind that was missed is skipped, not sent later (rules 3.6).
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
    candidate.isAutopaid ||
    candidate.waits
  ) {
    withdrawReminder(mail, kind, 'nothing is asked for', now)
    return null
  }
  if (isOvertaken(mail, kind, candidate, now)) {
    withdrawReminder(mail, kind, 'overtaken', now)
    return null
  }
  const { letter: ofNow } = writeReminder(candidate, kind, now)
  return {
    ...mail,
    subject: ofNow.subject,
    textBody: letterAsText(ofNow),
    htmlBody: letterAsHtml(ofNow),
  }
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
    .where(and(eq(outbox.installmentId, installmentId), ne(outbox.id, mail.id), ne(outbox.state, 'failed')))
    .all()
  return others.some((other) => {
    const waits = other.state !== 'sent'
    if (other.kind === mail.kind) return waits && other.id < mail.id
    return isMoreUrgent(reminderKindOf(other.kind) ?? null, kind) && (waits || other.id > mail.id)
  })
}

type Reason = 'nothing is asked for' | 'overtaken'

function withdrawReminder(mail: Mail, kind: ReminderKind, why: Reason, now: Date): void {
  const isTaken = immediately((tx) => {
    const claims = claimsOf(mail, tx)
    if (!withdrawMail(mail, tx)) return false
    if (why === 'nothing is asked for') tx.delete(reminders).where(inArray(reminders.id, claims)).run()
    recordInHistory(mail, kind, now, tx)
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
