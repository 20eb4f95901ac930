import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, travellerMailbox } from '#app/bookings/traveller-letters.server'
import { installmentsOf } from '#app/installments/settle-installments.server'
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
import { type Cents, cents } from '#app/money'
import { keptCents } from '#app/payments/ledger.server'
import type { Intent } from '#app/stripe/intents.server'
import { ROOM_NAMES } from '#app/tour/room-type'
import { seatsLeft, tourOf } from '#app/tour/tour.server'
import type { Db } from '#db/connection.server'

/** The confirmation to the traveller and the notice to staff, once for a booking. Joins `tx`. */
export function mailPaymentTaken(booking: Booking, now: Date, tx: Db): void {
  const tour = tourOf(booking, tx)
  const paid = keptCents(booking.id, tx)
  const about = {
    reference: booking.reference,
    travellerName: booking.customerName,
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
        balanceCents: cents(booking.totalCents - paid),
        installments: installmentsOf(booking.id, tx).filter(({ paidAt }) => paidAt === null),
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
      letter: newBookingNotice({ ...about, seatsLeft: seatsLeft(tour) }),
    },
    now,
    tx,
  )
}

/** Money came for which there is no place: traveller and staff are told, once for an intent. Joins `tx`. */
export function mailPaymentRefused(booking: Booking, intent: Intent, now: Date, tx: Db): void {
  const about = { reference: booking.reference, amountCents: intent.receivedCents, intentId: intent.id }
  post(
    {
      kind: 'payment-returned',
      occasion: `payment-returned:${intent.id}`,
      bookingId: booking.id,
      to: travellerMailbox(booking),
      letter: paymentReturned({
        ...aboutBooking(booking),
        amountCents: intent.receivedCents,
        why: isPaid(booking.status)
          ? 'already-paid'
          : booking.status === 'cancelled' || booking.status === 'refunded'
            ? 'cancelled'
            : 'no-place',
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
      letter: refusedPaymentNotice(about),
    },
    now,
    tx,
  )
}

/** Money that belongs to no booking: staff are told, once for an intent. Joins `tx`. */
export function mailUnknownPayment(intent: Intent, about: { isReturned: boolean }, now: Date, tx: Db): void {
  post(
    {
      kind: 'staff-unknown-payment',
      occasion: `staff-unknown-payment:${intent.id}`,
      to: staffMailbox(),
      letter: unknownPaymentNotice({ ...about, amountCents: intent.receivedCents, intentId: intent.id }),
    },
    now,
    tx,
  )
}

/**
 * A refund was refused, or came back from the bank: staff are told, once for `refund`, our order or Stripe's refund,
 * what becomes of it and what to look at. Joins `tx`.
 */
export function mailRefundTrouble(
  refund: {
    refund: string
    stripeIntentId: string
    amountCents: Cents
    lastError: string
    next: RefundNext
  },
  now: Date,
  tx: Db,
): void {
  const { stripeIntentId: intentId, amountCents, lastError, next } = refund
  post(
    {
      kind: 'staff-refund-trouble',
      occasion: `staff-refund-trouble:${refund.refund}`,
      to: staffMailbox(),
      letter: refundTroubleNotice({ intentId, amountCents, reason: lastError, next }),
    },
    now,
    tx,
  )
}
