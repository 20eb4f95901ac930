import { canHaveCodeAgain } from '#app/bookings/discount-codes.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, bookingForStaff, postToTraveler } from '#app/bookings/traveler-letters.server'
import { mayWaitAsBooked } from '#app/bookings/waitlist/join-waitlist.server'
import { waitlistAddress } from '#app/bookings/waitlist/waitlist-letters.server'
import { postToStaff } from '#app/mail/outbox.server'
import { askedNow, isBeingGivenBack } from '#app/money/asked-now.server'
import { keptCents } from '#app/money/ledger.server'
import { NEXT_WORDS, type RefundNext } from '#app/money/refunds/refund-reasons'
import {
  newBookingNotice,
  refundTroubleNotice,
  refusedPaymentNotice,
  unknownPaymentNotice,
} from '#app/money/staff-notices'
import type { Intent } from '#app/money/stripe/intents.server'
import { businessDay } from '#app/platform/clock.server'
import type { Cents } from '#app/platform/money'
import { bookingInAdmin, historyInAdmin, stuckRefundInAdmin } from '#app/staff/admin-addresses.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf, seatsLeft } from '#app/tours/departures.server'
import { bookedParty, roomsInWords } from '#app/tours/party'
import { earlyBirdWords } from '#app/tours/price'
import { bookingConfirmation, paymentReturned } from './payment-letters'

/** The confirmation to the traveler and the notice to staff, once for a booking. */
export function mailPaymentTaken(booking: Booking, now: Date): void {
  const departure = departureOf(booking)
  const paid = keptCents(booking.id)
  const asked = askedNow(booking)
  const about = {
    roomName: roomsInWords(bookedParty(booking)),
    travelers: booking.travelers,
    paidCents: paid,
    totalCents: booking.totalCents,
  }
  postToTraveler(booking, now, {
    kind: 'booking-confirmation',
    once: booking.reference,
    letter: bookingConfirmation({
      ...about,
      ...aboutBooking(booking, now),
      tourName: departure.name,
      startsOn: departure.startsOn,
      endsOn: departure.endsOn,
      balanceCents: asked.remainingCents,
      installments: asked.installments.filter(({ owedCents }) => owedCents > 0),
      earlyBird: earlyBirdWords({ ...booking, party: null }),
    }),
  })
  postToStaff(now, {
    kind: 'staff-new-booking',
    once: booking.reference,
    booking,
    letter: newBookingNotice({ ...about, ...bookingForStaff(booking), seatsLeft: seatsLeft(departure) }),
  })
}

/** Money came that no booking can use: mail to traveler and staff, once for an intent. */
export function mailPaymentRefused(booking: Booking, intent: Intent, now: Date): void {
  postToTraveler(booking, now, {
    kind: 'payment-returned',
    once: intent.id,
    letter: paymentReturned({
      ...aboutBooking(booking, now),
      amountCents: intent.receivedCents,
      why: whyReturned(booking, now),
      waitAddress: mayWaitAsBooked(booking, now) ? waitlistAddress(booking) : null,
    }),
  })
  postToStaff(now, {
    kind: 'staff-payment-returned',
    once: intent.id,
    booking,
    letter: refusedPaymentNotice({
      ...bookingForStaff(booking),
      amountCents: intent.receivedCents,
      intentId: intent.id,
    }),
  })
}

function whyReturned(booking: Booking, now: Date) {
  if (isBeingGivenBack(booking)) return 'being-given-back'
  if (departureOf(booking).canceledAt !== null) return 'departure-canceled'
  if (isPaid(booking.status)) return 'already-paid'
  if (booking.status === 'cancelled' || booking.status === 'refunded') return 'cancelled'
  if (hasBegun(departureOf(booking), businessDay(now))) return 'has-begun'
  return canHaveCodeAgain(booking) ? 'no-place' : 'code-used-up'
}

/** Money that belongs to no booking: mail to staff, once for an intent. */
export function mailUnknownPayment(intent: Intent, about: { isReturned: boolean }, now: Date): void {
  postToStaff(now, {
    kind: 'staff-unknown-payment',
    once: intent.id,
    letter: unknownPaymentNotice({
      ...about,
      amountCents: intent.receivedCents,
      intentId: intent.id,
      historyAddress: about.isReturned ? historyInAdmin(`intent:${intent.id}`) : null,
    }),
  })
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
 * A refund was refused, or came back from the bank: mail to staff, once for `refund`, our order or Stripe's
 * refund, what becomes of it and what to look at.
 */
export function mailRefundTrouble(refund: RefundTrouble, now: Date): void {
  const { booking, stripeIntentId: intentId, amountCents, lastError, next } = refund
  postToStaff(now, {
    kind: 'staff-refund-trouble',
    once: refund.refund,
    booking,
    letter: refundTroubleNotice({
      booking: booking ? bookingForStaff(booking) : null,
      intentId,
      amountCents,
      reason: lastError,
      next: NEXT_WORDS[next],
      isUpToStaff: next === 'waits-for-staff' && booking !== undefined && booking !== null,
      page: refundPage(refund),
    }),
  })
}

function refundPage({ booking, orderId, stripeIntentId, next }: RefundTrouble) {
  if (!booking) return { label: 'See what happened', address: historyInAdmin(`intent:${stripeIntentId}`) }
  if (next === 'waits-for-staff' && orderId !== undefined) {
    return { label: 'Decide about the refund', address: stuckRefundInAdmin(booking.reference, orderId) }
  }
  return { label: 'Open the booking', address: bookingInAdmin(booking.reference) }
}
