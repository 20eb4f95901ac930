import { eq } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { settleInstallments } from '#app/installments/settle-installments.server'
import { type Cents, cents } from '#app/money'
import { remainingCents } from '#app/payments/ledger.server'
import type { Db } from '#db/connection.server'
import { bookings } from '#db/schema'

/**
 * Changes what a booking costs by an amount, as money that is given back for good lowers it, and settles its
 * installments anew. Cents. Joins `tx`.
 */
export function changePrice(bookingId: number, byCents: Cents, now: Date, tx: Db): void {
  const before = tx.select().from(bookings).where(eq(bookings.id, bookingId)).get()
  if (!before) return
  const totalCents = cents(Math.max(1, before.totalCents + byCents))
  const after: Booking = tx
    .update(bookings)
    .set({ totalCents, depositCents: cents(Math.min(before.depositCents, totalCents)), updatedAt: now })
    .where(eq(bookings.id, bookingId))
    .returning()
    .get()
  settleInstallments(bookingId, remainingCents(after, tx), now, tx)
}
