import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Installment } from '#app/installments/schedule-installments.server'
import { type Cents, cents } from '#app/money'
import { type Db, db } from '#db/connection.server'
import { installments } from '#db/schema'

/** The installments of a booking, first due first. */
export const installmentsOf = (bookingId: number, outer: Db = db): Installment[] =>
  outer
    .select()
    .from(installments)
    .where(eq(installments.bookingId, bookingId))
    .orderBy(asc(installments.number))
    .all()

/**
 * Marks the installments that the money beyond the deposit covers whole, in order. `paidCents` is the sum of the
 * booking's ledger. Joins `tx`.
 */
export function settleInstallments(
  bookingId: number,
  paidCents: Cents,
  depositCents: Cents,
  paidAt: Date,
  tx: Db,
): void {
  let left = cents(paidCents - depositCents)
  for (const installment of installmentsOf(bookingId, tx)) {
    left = cents(left - installment.amountCents)
    if (left < 0) return
    tx.update(installments)
      .set({ paidAt })
      .where(and(eq(installments.id, installment.id), isNull(installments.paidAt)))
      .run()
  }
}
