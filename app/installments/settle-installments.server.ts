import { and, asc, eq, isNull } from 'drizzle-orm'
import { owedByInstallment } from '#app/installments/owed'
import type { Installment } from '#app/installments/schedule-installments.server'
import type { Cents } from '#app/money'
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
 * Marks as paid the installments for which nothing is left to pay, and as unpaid again those that a refund opened.
 * `remainingCents` is the booking's price less what it has paid. Joins `tx`.
 */
export function settleInstallments(bookingId: number, remainingCents: Cents, paidAt: Date, tx: Db): void {
  for (const { id, owedCents } of owedByInstallment(installmentsOf(bookingId, tx), remainingCents)) {
    tx.update(installments)
      .set({ paidAt: owedCents > 0 ? null : paidAt })
      .where(and(eq(installments.id, id), owedCents > 0 ? undefined : isNull(installments.paidAt)))
      .run()
  }
}
