import { eq } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import type { Cents } from '#app/money'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema'
import { type Booking, bookingWithId, type PaymentType } from './find-booking.server'
import type { BookingStatus } from './status'

/** From where a booking may come to each status: it only moves forward (rules 1.10). */
const COMES_FROM: Partial<Record<BookingStatus, BookingStatus[]>> = {
  deposit_paid: ['pending', 'expired', 'payment_failed', 'deposit_paid'],
  completed: ['pending', 'expired', 'payment_failed', 'deposit_paid', 'completed'],
  cancelled: ['pending', 'deposit_paid', 'completed'],
  refunded: ['deposit_paid', 'completed', 'expired', 'cancelled', 'payment_failed'],
}

/**
 * Moves a booking on, with the payment type that the money was for; null where that would be a step back. Who credits
 * money or cancels writes the audit entry for it; that a booking ended because all went back is written here.
 */
export function advanceBooking(
  bookingId: number,
  to:
    | { status: 'deposit_paid' | 'completed' | 'refunded'; paymentType?: PaymentType }
    | { status: 'cancelled'; staysCents: Cents },
  now: Date,
  outer: Db = db,
): Booking | null {
  return immediately(outer, (tx) => {
    const before = bookingWithId(bookingId, tx)
    if (!before || !COMES_FROM[to.status]?.includes(before.status)) return null

    const booking = tx
      .update(bookings)
      .set({
        ...to,
        ...(to.status === 'cancelled' && { cancelledAt: now }),
        addressDigest: null,
        updatedAt: now,
      })
      .where(eq(bookings.id, bookingId))
      .returning()
      .get()
    if (to.status === 'refunded') recordMove('booking-refunded', 'site', before.status, booking, now, tx)
    return booking
  })
}

/** The customer came back and Stripe confirmed the money: a deposit that is paid becomes completed. */
export function completeBooking(booking: Booking, now: Date, outer: Db = db): Booking {
  if (booking.status !== 'deposit_paid') return booking
  return immediately(outer, (tx) => {
    // Another tab may have come back a moment before.
    const current = bookingWithId(booking.id, tx) ?? booking
    if (current.status !== 'deposit_paid') return current
    const completed = advanceBooking(booking.id, { status: 'completed' }, now, tx) ?? current
    recordMove('booking-completed', 'traveler', current.status, completed, now, tx)
    return completed
  })
}

function recordMove(
  action: 'booking-completed' | 'booking-refunded',
  actor: 'traveler' | 'site',
  from: BookingStatus,
  { reference, status: to }: Booking,
  now: Date,
  tx: Tx,
): void {
  recordAct({ actor, action, subject: `booking:${reference}`, detail: { from, to } }, now, tx)
}
