import { and, eq, inArray } from 'drizzle-orm'
import type { Booking, PaymentType } from '#app/bookings/find-booking.server'
import type { BookingStatus } from '#app/bookings/status'
import { type Db, db } from '#db/connection.server'
import { bookings } from '#db/schema'

/** From where a booking may come to each status: it only moves forward (decisions §2). */
const COMES_FROM: Partial<Record<BookingStatus, BookingStatus[]>> = {
  deposit_paid: ['pending', 'expired', 'payment_failed', 'deposit_paid'],
  completed: ['pending', 'expired', 'payment_failed', 'deposit_paid', 'completed'],
  cancelled: ['pending', 'deposit_paid', 'completed'],
  refunded: ['deposit_paid', 'completed', 'expired', 'cancelled', 'payment_failed'],
}

/** Moves a booking on, with the payment type that the money was for; null where that would be a step back. */
export function advanceBooking(
  bookingId: number,
  to: { status: 'deposit_paid' | 'completed' | 'cancelled' | 'refunded'; paymentType?: PaymentType },
  now: Date,
  outer: Db = db,
): Booking | null {
  return (
    outer
      .update(bookings)
      .set({
        ...to,
        ...(to.status === 'cancelled' && { cancelledAt: now }),
        addressDigest: null,
        updatedAt: now,
      })
      .where(and(eq(bookings.id, bookingId), inArray(bookings.status, COMES_FROM[to.status] ?? [])))
      .returning()
      .get() ?? null
  )
}

/** The customer came back and Stripe confirmed the money: a deposit that is paid becomes completed (decisions §2). */
export function completeBooking(booking: Booking, now: Date): Booking {
  if (booking.status !== 'deposit_paid') return booking
  return advanceBooking(booking.id, { status: 'completed' }, now) ?? booking
}
