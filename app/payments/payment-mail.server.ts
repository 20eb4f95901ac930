import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, bookingForStaff, travellerMailbox } from '#app/bookings/traveller-letters.server'
import { businessDay } from '#app/clock.server'
import { bookingConfirmation } from '#app/mail/booking-confirmation'
import { post, staffMailbox } from '#app/mail/outbox.server'
import { paymentReturned } from '#app/mail/payment-returned'
import {
  newBookingNotice,
  type RefundNext,
  refundTroubleNotice,
  refusedPaymentNotice,
  unknownPaymentNotice,
} from '#app/mail/staff-notices'
import type { Cents } from '#app/money'
import { askedNow, isBeingGivenBack } from '#app/payments/asked-now.server'
import { keptCents } from '#app/payments/ledger.server'
import { bookingAtDesk, historyAtDesk, stuckRefundAtDesk } from '#app/staff/desk-addresses.server'
import type { Intent } from '#app/stripe/intents.server'
import { hasBegun } from '#app/tour/departure'
import { ROOM_NAMES } from '#app/tour/room-type'
import { seatsLeft, tourOf } from '#app/tour/tour.server'
import type { Db } from '#db/connection.server'

/** The confirmation to the traveller and the notice to staff, once for a booking. Joins `tx`. */
export function mailPaymentTaken(booking: Booking, now: Date, tx: Db): void {
  const tour = tourOf(booking, tx)
  const paid = keptCents(booking.id, tx)
  const asked = askedNow(booking, tx)
  const about = {
    roomName: ROOM_NAMES[booking.roomType],
    paidCents: paid,
    totalCents: booking.totalCents,
  }
  post(
    {
      kind: 'booking-confirmation',
      occasion: `booking-confirmation:${booking.reference}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: bookingConfirmation({
        ...about,
        ...aboutBooking(booking),
        tourName: tour.name,
        startsOn: tour.startsOn,
        endsOn: tour.endsOn,
        balanceCents: asked.remainingCents,
        installments: asked.installments.filter(({ owedCents }) => owedCents > 0),
        earlyBirdOffer: booking.earlyBirdOffer,
        refundTerms: booking.refundTerms,
      }),
    },
    now,
    tx,
  )
  post(
    {
      kind: 'staff-new-booking',
      occasion: `staff-new-booking:${booking.reference}`,
      bookingId: booking.id,
      to: staffMailbox(),
      letter: newBookingNotice({ ...about, ...bookingForStaff(booking), seatsLeft: seatsLeft(tour) }),
    },
    now,
    tx,
  )
}

/** Money came for which there is no place: traveller and staff are told, once for an intent. Joins `tx`. */
export function mailPaymentRefused(booking: Booking, intent: Intent, now: Date, tx: Db): void {
  post(
    {
      kind: 'payment-returned',
      occasion: `payment-returned:${intent.id}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: paymentReturned({
        ...aboutBooking(booking),
        amountCents: intent.receivedCents,
        why: whyReturned(booking, now, tx),
      }),
    },
    now,
    tx,
  )
  post(
    {
      kind: 'staff-payment-returned',
      occasion: `staff-payment-returned:${intent.id}`,
      bookingId: booking.id,
      to: staffMailbox(),
      letter: refusedPaymentNotice({
        ...bookingForStaff(booking),
        amountCents: intent.receivedCents,
        intentId: intent.id,
      }),
    },
    now,
    tx,
  )
}

function whyReturned(booking: Booking, now: Date, tx: Db) {
  if (isBeingGivenBack(booking, tx)) return 'being-given-back'
  if (isPaid(booking.status)) return 'already-paid'
  if (booking.status === 'cancelled' || booking.status === 'refunded') return 'cancelled'
  return hasBegun(tourOf(booking, tx), businessDay(now)) ? 'has-begun' : 'no-place'
}

/** Money that belongs to no booking: staff are told, once for an intent. Joins `tx`. */
export function mailUnknownPayment(intent: Intent, about: { isReturned: boolean }, now: Date, tx: Db): void {
  post(
    {
      kind: 'staff-unknown-payment',
      occasion: `staff-unknown-payment:${intent.id}`,
      to: staffMailbox(),
      letter: unknownPaymentNotice({
        ...about,
        amountCents: intent.receivedCents,
        intentId: intent.id,
        historyAddress: about.isReturned ? historyAtDesk(`intent:${intent.id}`) : null,
      }),
    },
    now,
    tx,
  )
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
 * A refund was refused, or came back from the bank: staff are told, once for `refund`, our order or Stripe's refund,
 * what becomes of it and what to look at. Joins `tx`.
 */
export function mailRefundTrouble(refund: RefundTrouble, now: Date, tx: Db): void {
  const { booking, stripeIntentId: intentId, amountCents, lastError, next } = refund
  post(
    {
      kind: 'staff-refund-trouble',
      occasion: `staff-refund-trouble:${refund.refund}`,
      bookingId: booking?.id ?? null,
      to: staffMailbox(),
      letter: refundTroubleNotice({
        booking: booking ? bookingForStaff(booking) : null,
        intentId,
        amountCents,
        reason: lastError,
        next,
        page: refundPage(refund),
      }),
    },
    now,
    tx,
  )
}

function refundPage({ booking, orderId, stripeIntentId, next }: RefundTrouble) {
  if (!booking) return { label: 'See what happened', address: historyAtDesk(`intent:${stripeIntentId}`) }
  if (next === 'waits-for-staff' && orderId !== undefined) {
    return { label: 'Decide about the refund', address: stuckRefundAtDesk(booking.reference, orderId) }
  }
  return { label: 'Open the booking', address: bookingAtDesk(booking.reference) }
}
