import { and, eq, isNotNull, lte, ne } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { isHeld } from '#db/booking-queries.server'
import { type Db, db, immediately } from '#db/connection.server'
import { bookings } from '#db/schema'
import type { Booking } from './find-booking.server'

const ACTS = { expired: 'hold-expired', payment_failed: 'hold-payment_failed' } as const

/** Holds that have run out and still keep their seat, oldest first. */
export const holdsThatEnded = (now: Date): Booking[] =>
  db
    .select()
    .from(bookings)
    .where(and(isHeld, lte(bookings.holdEndsAt, now)))
    .orderBy(bookings.holdEndsAt)
    .all()

/**
 * Gives a held seat back. Only where nothing can be paid on the booking's intent any more: ask Stripe first. A
 * booking that was paid or renewed in the meantime keeps its seat: then the answer is false.
 */
export function endBooking(
  bookingId: number,
  as: 'expired' | 'payment_failed',
  now: Date,
  outer: Db = db,
): boolean {
  return immediately(outer, (tx) => {
    const ended = tx
      .update(bookings)
      .set({ status: as, ...(as === 'expired' && { addressDigest: null }), updatedAt: now })
      .where(
        and(
          eq(bookings.id, bookingId),
          eq(bookings.status, 'pending'),
          as === 'expired' ? lte(bookings.holdEndsAt, now) : undefined,
        ),
      )
      .returning({ reference: bookings.reference })
      .get()
    if (!ended) return false
    const detail = { from: 'pending' as const, to: as }
    recordAct({ actor: 'schedule', action: ACTS[as], subject: `booking:${ended.reference}`, detail }, now, tx)
    return true
  })
}

/** Declined cards are counted against a network address for a day; then its digest is forgotten. */
export function forgetAddresses(now: Date): void {
  db.update(bookings)
    .set({ addressDigest: null })
    .where(
      and(
        isNotNull(bookings.addressDigest),
        ne(bookings.status, 'pending'),
        lte(bookings.holdEndsAt, new Date(now.getTime() - 24 * 3_600_000)),
      ),
    )
    .run()
}
