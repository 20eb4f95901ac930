import { type AboutBooking, agreedTerms } from '#app/bookings/about-booking'
import { findBooking, payAddress } from '#app/bookings/find-booking.server'
import { nameTogether } from '#app/bookings/installments/due'
import { installmentName } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import { aboutBooking, travelerMailbox } from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
import { type Mailbox, post } from '#app/mail/outbox.server'
import { overdueOf } from '#app/money/asked-now.server'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import { priceWithSum } from '#app/tours/party'
import type { Tx } from '#db/connection.server'
import { reminders } from '#db/schema'
import type { Candidate } from './candidates.server'
import { isAfterDueDate, mailKindOf, REMINDERS, type ReminderKind } from './reminder-kinds'

type ReminderFacts = AboutBooking & {
  /** What this kind of reminder says. */
  words: { subject: string; opening: string; closing: string }
  /**
   * What is asked for: 'First installment', 'Final installment' or 'Installment'; one, or all that is
   * overdue.
   */
  asked: { name: string; owedCents: Cents; dueOn: Day }[]
  /** Their sum, which the button pays. */
  owedCents: Cents
  paidCents: Cents
  totalCents: Cents
  payAddress: string
}

/**
 * A reminder of an installment: each kind in its own words, all with amount, day, what is paid, link and whom
 * to ask.
 */
function installmentReminder(facts: ReminderFacts): Letter {
  const { subject, opening, closing } = facts.words
  return {
    subject,
    blocks: [
      { paragraph: `Dear ${facts.travelerName},` },
      { paragraph: opening },
      {
        rows: [
          ['Booking reference', facts.reference],
          ...facts.asked.flatMap(({ name, owedCents, dueOn }): [string, string][] => [
            [name, showCents(owedCents)],
            ['Due', showDay(dueOn)],
          ]),
          ...(facts.asked.length > 1
            ? [['Total overdue', showCents(facts.owedCents)] as [string, string]]
            : []),
          ['Paid so far', `${showCents(facts.paidCents)} of ${priceWithSum(facts.totalCents, facts)}`],
        ],
      },
      { link: { label: `Pay ${showCents(facts.owedCents)}`, address: facts.payAddress } },
      { paragraph: closing },
      ...agreedTerms(facts),
      {
        quiet: `If you have just paid, thank you, and please ignore this message. Your whole schedule is on your booking page: ${facts.bookingAddress}`,
      },
      {
        quiet: `Questions, or trouble paying? Answer this message, write to ${facts.contactEmail} or call ${facts.contactPhone}.`,
      },
    ],
  }
}

/**
 * A reminder's letter by what the ledger says now, and who gets it: an overdue notice asks for all that is
 * overdue, as the page behind its button does.
 */
export function writeReminder(
  candidate: Candidate,
  kind: ReminderKind,
  now: Date,
): { letter: Letter; to: Mailbox } {
  const booking = findBooking(candidate.reference)
  if (!booking) throw new Error(`${candidate.reference} is gone`)
  const departure = departureOf(booking)
  const { priceCents, paidCents } = partyMoney(booking)
  const plan = installmentsOf(booking.id)
  const name = installmentName(candidate.number, plan)
  const late = overdueOf(booking, now)
  const asked = isAfterDueDate(kind) && late.length > 0 ? late : [{ ...candidate, name }]
  const owedCents = cents(asked.reduce((sum, one) => sum + one.owedCents, 0))
  return {
    to: travelerMailbox(booking),
    letter: installmentReminder({
      ...aboutBooking(booking, now),
      words: REMINDERS[kind].letter({
        reference: booking.reference,
        tourName: departure.name,
        startsOn: showDay(departure.startsOn),
        installment: (asked.length > 1 ? nameTogether(asked, plan) : name).toLowerCase(),
        dueOn: showDay(candidate.dueOn),
        overdueSum: showCents(owedCents),
        overdue: asked
          .map((one) => `the ${one.name.toLowerCase()} was due on ${showDay(one.dueOn)}`)
          .join(', and '),
      }),
      asked,
      owedCents,
      paidCents,
      totalCents: priceCents,
      payAddress: payAddress(booking),
    }),
  }
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
 * Says once for ever that this kind goes out for the installment, and by which mail: a claim is only ever
 * tied to its own. Throws where it was said before; the table's unique key decides.
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
