import { type Booking, bookingWithId, findBooking, payAddress } from '#app/bookings/find-booking.server'
import { partyMoney } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, bookingForStaff, postToTraveler } from '#app/bookings/traveler-letters.server'
import { freeOccasions, occasionOf, postToStaff } from '#app/mail/outbox.server'
import { paymentReceipt } from '#app/money/payments/payment-letters'
import {
  bookingCancelled,
  dashboardRefundNotice,
  dashboardRefundQuestion,
  type Ended,
  endedByDispute,
  type OwedAgain,
  paidBackByHand,
  refundDropped,
  refundOnItsWay,
} from '#app/money/refunds/refund-letters'
import type { StripeRefund } from '#app/money/stripe/refunds.server'
import { businessDay } from '#app/platform/clock.server'
import type { Cents } from '#app/platform/money'
import { stuckRefundInAdmin } from '#app/staff/admin-addresses.server'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { askedNow, nextAsked } from './asked-now.server'
import { keptCents, type LedgerEntry } from './ledger.server'
import { receiptLines } from './receipt-lines'
import { type Receipt, withCompany } from './receipts.server'
import { laterPaymentNotice } from './staff-notices'

/** The receipt for a payment to the traveler, and a line to staff. */
export function mailReceipt(booking: Booking, receipt: Receipt, now: Date): void {
  const { id: once, amountCents } = receipt
  const asked = askedNow(booking)
  const { priceCents, paidCents, writtenOffCents } = partyMoney({
    ...booking,
    keptCents: keptCents(booking.id),
  })
  postToTraveler(booking, now, {
    kind: 'payment-receipt',
    once,
    letter: paymentReceipt({
      ...aboutBooking(booking, now),
      tourName: departureOf(booking).name,
      amountCents,
      paidCents,
      totalCents: priceCents,
      remainingCents: asked.remainingCents,
      lines: receiptLines(withCompany(receipt)),
      next: nextAsked(asked) ?? null,
      today: businessDay(now),
    }),
  })
  postToStaff(now, {
    kind: 'staff-payment',
    once,
    booking,
    letter: laterPaymentNotice({
      ...bookingForStaff(booking),
      amountCents,
      paidCents,
      totalCents: priceCents,
      writtenOffCents,
    }),
  })
}

/** Tells the traveler that the booking is canceled and what comes back, once. */
export function mailBookingCancelled(booking: Booking, quote: Ended, now: Date): void {
  postToTraveler(booking, now, {
    kind: 'booking-cancelled',
    once: booking.reference,
    letter: bookingCancelled({
      ...aboutBooking(booking, now),
      tourName: departureOf(booking).name,
      ...quote,
    }),
  })
}

/** A reinstated booking is paid for, or ends, a second time, with letters of its own. */
export const freeLettersOf = ({ reference: once }: Booking, because: string, tx: Tx): void =>
  freeOccasions(
    (['booking-confirmation', 'staff-new-booking', 'staff-hold-over', 'booking-cancelled'] as const).map(
      (kind) => occasionOf({ kind, once }),
    ),
    because,
    tx,
  )

/** Tells the traveler that staff ordered a refund, once for an order. */
export function mailRefundOrdered(
  booking: Booking,
  refund: { amountCents: Cents; reason: string; endsBooking: boolean; formKey: string },
  now: Date,
): void {
  postToTraveler(booking, now, {
    kind: 'refund-ordered',
    once: refund.formKey,
    letter: refundOnItsWay({
      ...aboutBooking(booking, now),
      amountCents: refund.amountCents,
      endsBooking: refund.endsBooking,
      owedAgain: refund.reason === 'owed-again' ? owedAgain(booking, now) : null,
    }),
  })
}

/** What the traveler pays next, now that refunded money is owed again; null where nothing is due. */
function owedAgain(booking: Booking, now: Date): OwedAgain | null {
  // Its price may have changed since: a remainder too small for a card is forgiven.
  const next = nextAsked(askedNow(bookingWithId(booking.id) ?? booking))
  return next ? { ...next, payAddress: payAddress(booking), today: businessDay(now) } : null
}

/** Tells the traveler that a refund which was announced does not come to the card, once for it. */
export function mailRefundDropped(
  booking: Booking,
  order: { id: number; amountCents: Cents },
  now: Date,
): void {
  postToTraveler(booking, now, {
    kind: 'refund-dropped',
    once: order.id,
    letter: refundDropped({ ...aboutBooking(booking, now), amountCents: order.amountCents }),
  })
}

/** Tells the traveler that money went back by check, wire or otherwise, once for a form. */
export function mailPaidBackByHand(
  before: Booking,
  payment: { amountCents: Cents; method: LedgerEntry['method']; reason?: string; formKey: string },
  now: Date,
): void {
  const booking = findBooking(before.reference) ?? before
  postToTraveler(booking, now, {
    kind: 'paid-back-by-hand',
    once: payment.formKey,
    letter: paidBackByHand({
      ...aboutBooking(booking, now),
      amountCents: payment.amountCents,
      method: payment.method,
      endsBooking: isPaid(before.status) && !isPaid(booking.status),
      owedAgain: payment.reason === 'goodwill' ? null : owedAgain(booking, now),
    }),
  })
}

/** Tells the traveler that a lost dispute ended the booking, once for it. */
export function mailEndedByDispute(
  booking: Booking,
  dispute: { id: string; amountCents: Cents },
  now: Date,
): void {
  postToTraveler(booking, now, {
    kind: 'ended-by-dispute',
    once: dispute.id,
    letter: endedByDispute({ ...aboutBooking(booking, now), amountCents: dispute.amountCents }),
  })
}

/** Tells the traveler of a refund that was made in Stripe's dashboard, once for it. */
export function mailRefundMade(
  booking: Booking,
  { id: refundId, amountCents, endsBooking }: MadeRefund,
  now: Date,
): void {
  postToTraveler(booking, now, {
    kind: 'refund-made',
    once: refundId,
    letter: refundOnItsWay({ ...aboutBooking(booking, now), amountCents, endsBooking, owedAgain: null }),
  })
}

type MadeRefund = Pick<StripeRefund, 'id' | 'amountCents'> & { endsBooking: boolean }

/** A refund that was made in Stripe's dashboard: mail to traveler and staff, once for it. */
export function mailDashboardRefund(booking: Booking, refund: MadeRefund, now: Date): void {
  mailRefundMade(booking, refund, now)
  const { id: refundId, amountCents, endsBooking } = refund
  postToStaff(now, {
    kind: 'staff-dashboard-refund',
    once: refundId,
    booking,
    letter: dashboardRefundNotice({ ...bookingForStaff(booking), amountCents, refundId, endsBooking }),
  })
}

/**
 * Asks staff whether a refund that was made in Stripe's dashboard was one of those that are ordered of its
 * payment; once for it. The traveler is told when they have answered.
 */
export function mailRefundQuestion(
  booking: Booking,
  { id: refundId, amountCents }: Pick<StripeRefund, 'id' | 'amountCents'>,
  orders: { id: number; amountCents: Cents }[],
  now: Date,
): void {
  const asked = orders.map((order) => ({
    amountCents: order.amountCents,
    address: stuckRefundInAdmin(booking.reference, order.id),
  }))
  postToStaff(now, {
    kind: 'staff-dashboard-refund',
    once: refundId,
    booking,
    letter: dashboardRefundQuestion({ ...bookingForStaff(booking), amountCents, refundId, asked }),
  })
}
