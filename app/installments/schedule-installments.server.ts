import { eq } from 'drizzle-orm'
import type { PlannedInstallment } from '#app/installments/plan'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema'

export type Installment = typeof installments.$inferSelect

/** Writes down what a booking still owes, in place of what was written while nothing was paid. */
export function scheduleInstallments(bookingId: number, plan: PlannedInstallment[], tx: Tx): void {
  tx.delete(installments).where(eq(installments.bookingId, bookingId)).run()
  if (plan.length === 0) return
  tx.insert(installments)
    .values(plan.map((installment) => ({ ...installment, bookingId })))
    .run()
}
