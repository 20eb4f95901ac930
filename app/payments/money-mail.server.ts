import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { payAddress } from '#app/bookings/links.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, bookingForStaff, travellerMailbox } from '#app/bookings/traveller-letters.server'
import { post, staffMailbox } from '#app/mail/outbox.server'
import { paymentReceipt } from '#app/mail/payment-receipt'
import {
  bookingCancelled,
  dashboardRefundNotice,
  endedByDispute,
  type OwedAgain,
  paidBackByHand,
  refundDropped,
  refundOnItsWay,
} from '#app/mail/refund-letters'
import { laterPaymentNotice } from '#app/mail/staff-notices'
import type { Cents } from '#app/money'
import { askedNow, nextAsked } from '#app/payments/asked-now.server'
import { keptCents, type LedgerEntry, ledgerOf } from '#app/payments/ledger.server'
import type { StripeRefund } from '#app/stripe/refunds.server'
import { tourOf } from '#app/tour/tour.server'
import type { Db } from '#db/connection.server'

/** The receipt for the ledger's newest entry to the traveler, and a line to staff. Joins `tx`. */
export function mailReceipt(booking: Booking, amountCents: Cents, now: Date, tx: Db): void {
  const entry = ledgerOf(booking.id, tx).at(-1)
  const asked = askedNow(booking, tx)
  const paid = keptCents(booking.id, tx)
  post(
    {
      kind: 'payment-receipt',
      occasion: `payment-receipt:${entry?.id}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: paymentReceipt({
        ...aboutBooking(booking),
        tourName: tourOf(booking, tx).name,
        amountCents,
        paidCents: paid,
        totalCents: booking.totalCents,
        remainingCents: asked.remainingCents,
        next: nextAsked(asked) ?? null,
      }),
    },
    now,
    tx,
  )
  post(
    {
      kind: 'staff-payment',
      occasion: `staff-payment:${entry?.id}`,
      bookingId: booking.id,
      to: staffMailbox(),
      letter: laterPaymentNotice({
        ...bookingForStaff(booking),
        amountCents,
        paidCents: paid,
        totalCents: booking.totalCents,
      }),
    },
    now,
    tx,
  )
}

/** Tells the traveler that the booking is cancelled and what comes back, once. Joins `tx`. */
export function mailBookingCancelled(
  booking: Booking,
  quote: { toCardsCents: Cents; byHandCents: Cents; keptCents: Cents },
  now: Date,
  tx: Db,
): void {
  post(
    {
      kind: 'booking-cancelled',
      occasion: `booking-cancelled:${booking.reference}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: bookingCancelled({ ...aboutBooking(booking), tourName: tourOf(booking, tx).name, ...quote }),
    },
    now,
    tx,
  )
}

/** Tells the traveler that staff ordered a refund, once for an order. Joins `tx`. */
export function mailRefundOrdered(
  booking: Booking,
  refund: { amountCents: Cents; reason: string; endsBooking: boolean; formKey: string },
  now: Date,
  tx: Db,
): void {
  post(
    {
      kind: 'refund-ordered',
      occasion: `refund-ordered:${refund.formKey}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: refundOnItsWay({
        ...aboutBooking(booking),
        amountCents: refund.amountCents,
        endsBooking: refund.endsBooking,
        owedAgain: refund.reason === 'owed-again' ? owedAgain(booking, tx) : null,
      }),
    },
    now,
    tx,
  )
}

/** What the traveler pays next, now that money went back which is owed again; null where nothing is asked for. */
function owedAgain(booking: Booking, tx: Db): OwedAgain | null {
  const next = nextAsked(askedNow(booking, tx))
  return next ? { ...next, payAddress: payAddress(booking) } : null
}

/** Tells the traveler that a refund which was announced does not come to the card, once for it. Joins `tx`. */
export function mailRefundDropped(
  booking: Booking,
  order: { id: number; amountCents: Cents },
  now: Date,
  tx: Db,
): void {
  post(
    {
      kind: 'refund-dropped',
      occasion: `refund-dropped:${order.id}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: refundDropped({ ...aboutBooking(booking), amountCents: order.amountCents }),
    },
    now,
    tx,
  )
}

/** Tells the traveler that money went back by check, wire or otherwise, once for a form. Joins `tx`. */
export function mailPaidBackByHand(
  before: Booking,
  payment: { amountCents: Cents; method: LedgerEntry['method']; reason?: string; formKey: string },
  now: Date,
  tx: Db,
): void {
  const booking = findBooking(before.reference, tx) ?? before
  post(
    {
      kind: 'paid-back-by-hand',
      occasion: `paid-back-by-hand:${payment.formKey}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: paidBackByHand({
        ...aboutBooking(booking),
        amountCents: payment.amountCents,
        method: payment.method,
        endsBooking: isPaid(before.status) && !isPaid(booking.status),
        owedAgain: payment.reason === 'goodwill' ? null : owedAgain(booking, tx),
      }),
    },
    now,
    tx,
  )
}

/** Tells the traveler that a lost dispute ended the booking, once for it. Joins `tx`. */
export function mailEndedByDispute(
  booking: Booking,
  dispute: { id: string; amountCents: Cents },
  now: Date,
  tx: Db,
): void {
  post(
    {
      kind: 'ended-by-dispute',
      occasion: `ended-by-dispute:${dispute.id}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: endedByDispute({ ...aboutBooking(booking), amountCents: dispute.amountCents }),
    },
    now,
    tx,
  )
}

/** A refund that was made in Stripe's dashboard: traveler and staff are told, once for it. Joins `tx`. */
export function mailDashboardRefund(
  booking: Booking,
  refund: Pick<StripeRefund, 'id' | 'amountCents'> & { endsBooking: boolean },
  now: Date,
  tx: Db,
): void {
  const { id: refundId, amountCents, endsBooking } = refund
  post(
    {
      kind: 'refund-made',
      occasion: `refund-made:${refundId}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: refundOnItsWay({ ...aboutBooking(booking), amountCents, endsBooking, owedAgain: null }),
    },
    now,
    tx,
  )
  post(
    {
      kind: 'staff-dashboard-refund',
      occasion: `staff-dashboard-refund:${refundId}`,
      bookingId: booking.id,
      to: staffMailbox(),
      letter: dashboardRefundNotice({ ...bookingForStaff(booking), amountCents, refundId, endsBooking }),
    },
    now,
    tx,
  )
}
