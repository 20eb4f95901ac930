import { type Booking, bookingWithId, findBooking, payAddress } from '#app/bookings/find-booking.server'
import { isOverdue } from '#app/bookings/installments/due'
import type { PartyTraveler } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import {
  type AboutBooking,
  bookingForStaff,
  bookingRows,
  termsInShort,
  whose,
  writeToStaff,
  writeToTraveler,
  yourSeatsAre,
} from '#app/bookings/traveler-letters.server'
import { letter, rows, type Words, words } from '#app/mail/letter'
import {
  bookingInAdmin,
  historyInAdmin,
  type Once,
  postToStaff,
  stuckRefundInAdmin,
} from '#app/mail/outbox.server'
import { amountsOwed, nextInstallment } from '#app/money/books/amounts-owed.server'
import { cardPayment, type LedgerEntry, refundsGoToPaidWith } from '#app/money/books/ledger.server'
import { NEXT_WORDS, type RefundNext } from '#app/money/books/refund-reasons'
import { payerInSentence, payerOfIntent } from '#app/money/books/who-paid.server'
import type { StripeRefund } from '#app/money/stripe/refunds.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { GUEST_METHODS } from '#app/platform/ledger-words'
import { type Cents, showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import { BANK_DAYS } from '#app/tours/promises'
import { hasOwnAddress } from '#app/travelers/details-due.server'
import { payForAddress, towardWords, writeToCompanion } from './share-mail.server'

/** How long money takes to come back to a card, for the traveler who waits for it. */
export const BANK_SHOWS_IT = `Your bank will show it within ${BANK_DAYS}. You do not need to do anything.`

type Ordered = {
  amountCents: Cents
  reason: string
  endsBooking: boolean
  formKey: string
  /** Whose it is alone, where each pays their own. */
  share?: PartyTraveler | undefined
}

/** Tells the traveler that staff ordered a refund, once for an order; of a companion's share them as well. */
export function mailRefundOrdered(booking: Booking, refund: Ordered, now: Date): void {
  const { share, formKey } = refund
  mailRefund(booking, refund, { kind: 'refund-ordered', once: formKey }, now)
  if (share && hasOwnAddress(share, booking)) mailShareRefund(booking, share, refund, now)
}

function mailShareRefund(
  booking: Booking,
  companion: PartyTraveler,
  { amountCents, reason, formKey }: Ordered,
  now: Date,
): void {
  const mail = { kind: 'refund-ordered', once: `${formKey}:share` } as const
  writeToCompanion(booking, companion, now, mail, (share) => {
    const next = reason === 'owed-again' ? nextInstallment(share) : undefined
    return words`
      # A refund is on its way

      We are returning ${showCents(amountCents)} of your share of the ${departureOf(booking).name}. It goes back the way it was paid.

      ${BANK_SHOWS_IT}

      ${next && dueAnew(next, payAddress(companion), now)}
    `
  })
}

/** Tells the traveler of a refund that was made in Stripe's dashboard, once for it. */
export const mailRefundMade = (booking: Booking, refund: MadeRefund, now: Date) =>
  mailRefund(booking, refund, { kind: 'refund-made', once: refund.id }, now)

type MadeRefund = Pick<StripeRefund, 'id' | 'amountCents'> & { endsBooking: boolean }

/** Money is on its way back: while the booking stands, with its end, or after it. */
function mailRefund(
  booking: Booking,
  {
    amountCents,
    endsBooking,
    reason,
    share,
  }: Pick<Ordered, 'amountCents' | 'endsBooking'> & Partial<Ordered>,
  mail: Pick<Once, 'kind' | 'once'>,
  now: Date,
): void {
  writeToTraveler(booking, now, mail, (about) => {
    const amount = showCents(amountCents)
    const what = share
      ? `${amount} of ${towardWords(share)}, for booking ${about.reference},`
      : `${amount} for booking ${about.reference}`
    return words`
      # ${endsBooking ? 'Your booking ends, and a refund is on its way' : 'A refund is on its way'}

      We are returning ${what} to ${refundsGoToPaidWith(booking.id)}.

      ${BANK_SHOWS_IT}

      ${endsBooking && theEnd(about)}

      ${reason === 'owed-again' && dueAgain(booking, about, now)}
    `
  })
}

/** All goes back of a booking that stood: what that means, after the sentence about the money. */
const theEnd = (about: AboutBooking): Words => words`
  That is everything you paid, so your booking ends: ${yourSeatsAre(about)} free for others, nothing more is due,
  and you will get no more reminders.
`

/** What the traveler pays next, now that refunded money is owed again. */
function dueAgain(booking: Booking, about: AboutBooking, now: Date): Words | null {
  // Its price may have changed since: a remainder too small for a card is forgiven.
  const next = nextInstallment(amountsOwed(bookingWithId(booking.id) ?? booking))
  if (!next) return null
  return words`
    ${dueAnew(next, payForAddress(booking, 'all'), now)}

    ${termsInShort(about)}
  `
}

/** What is to be paid next of what is owed again. */
function dueAnew({ owedCents, dueOn }: { owedCents: Cents; dueOn: Day }, payAt: string, now: Date): Words {
  const amount = showCents(owedCents)
  const isLate = isOverdue(dueOn, businessDay(now))
  return words`
    This amount is due again. Your next payment is ${amount}, ${isLate && 'which was'} due on ${showDay(dueOn)}.

    [Pay ${amount}](${payAt})
  `
}

/** Tells the traveler that a refund which was announced does not come, once for it. */
export function mailRefundDropped(
  booking: Booking,
  order: { id: number; amountCents: Cents; stripeIntentId: string },
  now: Date,
): void {
  const payer = payerInSentence(payerOfIntent(booking, order.stripeIntentId))
  const method = GUEST_METHODS[cardPayment(order.stripeIntentId)?.method ?? 'card']
  const goesTo = payer ? `the ${method} of ${payer}` : `your ${method}`
  writeToTraveler(booking, now, { kind: 'refund-dropped', once: order.id }, () => {
    return words`
      # About your refund

      We wrote to you that ${showCents(order.amountCents)} for booking ${booking.reference} would be refunded to ${goesTo}.
      That refund did not go through, so the money will not come back that way.

      Your booking page shows what is paid and what is due. If we return the money another way, we will write to you
      about it.
    `
  })
}

/** Tells the traveler that money went back by check, wire or otherwise, once for a form. */
export function mailPaidBackByHand(
  before: Booking,
  payment: { amountCents: Cents; method: LedgerEntry['method']; reason?: string; formKey: string },
  now: Date,
): void {
  const booking = findBooking(before.reference) ?? before
  const endsBooking = isPaid(before.status) && !isPaid(booking.status)
  const way = payment.method === 'other' ? '' : `by ${GUEST_METHODS[payment.method]}`
  writeToTraveler(booking, now, { kind: 'paid-back-by-hand', once: payment.formKey }, (about) => {
    return words`
      # ${endsBooking ? 'Your booking ends, and your money is returned' : 'We have returned money to you'}

      We have returned ${showCents(payment.amountCents)} for booking ${booking.reference} to you${way && ` ${way}`}.

      ${endsBooking && theEnd(about)}

      ${payment.reason !== 'goodwill' && dueAgain(booking, about, now)}
    `
  })
}

/** Tells the traveler that the bank took back what was paid, and that the booking ended by it; once. */
export function mailEndedByDispute(
  booking: Booking,
  dispute: { id: string; amountCents: Cents },
  now: Date,
): void {
  writeToTraveler(booking, now, { kind: 'ended-by-dispute', once: dispute.id }, (about) => {
    return words`
      # Your booking has ended

      Your bank has decided the dispute over ${showCents(dispute.amountCents)} paid for booking ${booking.reference},
      and has returned the money to you.

      No payment is left, so the booking has ended: ${yourSeatsAre(about)} free for others, nothing more is due, and
      you will get no more reminders. If you did not want that, please write to us.
    `
  })
}

/** A refund that was made in Stripe's dashboard: mail to traveler and staff, once for it. */
export function mailDashboardRefund(booking: Booking, refund: MadeRefund, now: Date): void {
  mailRefundMade(booking, refund, now)
  const { id: once, amountCents, endsBooking } = refund
  writeToStaff(booking, now, {
    kind: 'staff-dashboard-refund',
    once,
    subject: endsBooking ? 'Booking ended by a refund at Stripe' : 'Refund at Stripe',
    says: `${showCents(amountCents)} was given back in Stripe’s dashboard for ${booking.reference}. It is in the booking’s ledger, and the traveler has been notified. ${
      endsBooking
        ? 'No payment is left: the booking is refunded, it no longer holds any seats, and no one will be asked to pay again.'
        : 'If the booking is still active, its price was lowered by this amount: no one will be asked to pay it again.'
    }`,
    rows: [['Stripe refund', once]],
  })
}

/**
 * Asks staff whether a refund that was made in Stripe's dashboard was one of those that are ordered of its
 * payment; once for it. The traveler is told when they have answered.
 */
export function mailRefundQuestion(
  booking: Booking,
  { id: once, amountCents }: Pick<StripeRefund, 'id' | 'amountCents'>,
  orders: { id: number; amountCents: Cents }[],
  now: Date,
): void {
  const about = bookingForStaff(booking)
  const ordered = orders.map((order) => showCents(order.amountCents)).join(' and ')
  const written = letter`
    # Was it that refund? ${whose(about)}

    ${showCents(amountCents)} was given back in Stripe’s dashboard for ${booking.reference}. It is in the booking’s
    ledger. Of the same payment ${ordered} ${orders.length > 1 ? 'are' : 'is'} still waiting to be refunded. Was this
    that refund?

    Until you answer, nothing more is sent, and the traveler is not notified of this refund.

    ${rows(bookingRows(about))}
    | Stripe refund | ${once} |

    ${orders.map((order) => {
      const page = stuckRefundInAdmin(booking.reference, order.id)
      return words`[Answer for the refund of ${showCents(order.amountCents)}](${page})`
    })}
  `
  postToStaff(now, { kind: 'staff-dashboard-refund', once, booking, letter: written })
}

type RefundTrouble = {
  /** Our order or Stripe's refund: told once for it. */
  refund: string
  /** Undefined where the payment belongs to no booking. */
  booking: Booking | undefined
  /** Our order, where staff decide about one. */
  orderId?: number
  stripeIntentId: string
  amountCents: Cents
  lastError: string
  next: RefundNext
}

/**
 * A refund was refused, or came back from the bank: mail to staff, once for `refund`, what becomes of it and
 * what to look at.
 */
export function mailRefundTrouble(trouble: RefundTrouble, now: Date): void {
  const { booking, stripeIntentId, amountCents, lastError, next } = trouble
  const about = booking && bookingForStaff(booking)
  const isUpToStaff = next === 'waits-for-staff' && booking !== undefined
  const page = refundPage(trouble)
  const written = letter`
    # A refund did not go through${about && `: ${whose(about)}`}

    ${showCents(amountCents)} could not be given back: Stripe said “${lastError}”. ${NEXT_WORDS[next]}
    ${isUpToStaff && 'You can try it once more, or drop it.'}
    Please look at the payment in Stripe’s dashboard, and tell the traveler.

    ${about && rows(bookingRows(about))}
    | Stripe payment | ${stripeIntentId} |

    [${page.label}](${page.address})
  `
  postToStaff(now, { kind: 'staff-refund-trouble', once: trouble.refund, booking, letter: written })
}

/** Where staff decide about it, or what is known of it stands. */
function refundPage({ booking, orderId, stripeIntentId, next }: RefundTrouble) {
  if (!booking) return { label: 'See what happened', address: historyInAdmin(`intent:${stripeIntentId}`) }
  if (next === 'waits-for-staff' && orderId !== undefined) {
    return { label: 'Decide about the refund', address: stuckRefundInAdmin(booking.reference, orderId) }
  }
  return { label: 'Open the booking', address: bookingInAdmin(booking.reference) }
}
