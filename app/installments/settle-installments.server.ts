import { asc, eq, sql } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { type Cents, cents } from '#app/money'
import { type Db, db, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, installments, payments } from '#db/schema'
import { owedByInstallment } from './owed'
import type { PlannedInstallment } from './plan'

export type Installment = typeof installments.$inferSelect

const ofBooking = prepared(() =>
  db
    .select()
    .from(installments)
    .where(eq(installments.bookingId, sql.placeholder('bookingId')))
    .orderBy(asc(installments.number))
    .prepare(),
)

/** The installments of a booking, first due first. */
export const installmentsOf = (bookingId: number, outer: Db = db): Installment[] =>
  ofBooking(outer).all({ bookingId })

/** Paid, or written off: it asks for nothing. */
export const isSettled = ({
  paidAt,
  writtenOffCents,
}: Pick<Installment, 'paidAt' | 'writtenOffCents'>): boolean => paidAt !== null || writtenOffCents > 0

/** A plan that was made with the booking always has a final installment; what is asked for again stands alone. */
export const hasPlan = (planned: Installment[]): boolean => planned.some(({ number }) => number > 1)

/** Writes down what a booking still owes, in place of what was written while nothing was paid. */
export function scheduleInstallments(bookingId: number, plan: PlannedInstallment[], tx: Tx): void {
  forgotten(tx).run({ bookingId })
  if (plan.length === 0) return
  tx.insert(installments)
    .values(plan.map((installment) => ({ ...installment, bookingId })))
    .run()
}

const forgotten = prepared(() =>
  db
    .delete(installments)
    .where(eq(installments.bookingId, sql.placeholder('bookingId')))
    .prepare(),
)

/**
 * Marks as paid the installments for which nothing is left to pay, and as unpaid again those that a refund opened; the
 * audit log has each. What was written off is not paid, and stays so until it is opened again. `remainingCents` is the booking's price less what it has paid. Settled on the day on which its money came.
 */
export function settleInstallments(bookingId: number, remainingCents: Cents, now: Date, tx: Tx): void {
  const planned = installmentsOf(bookingId, tx)
  const changed = owedByInstallment(planned, remainingCents).filter(
    (one) => isSettled(one) !== (one.owedCents === 0),
  )
  for (const { id, number: installment, amountCents, owedCents } of changed) {
    const isPaid = owedCents === 0
    tx.update(installments)
      .set(
        isPaid
          ? { paidAt: whenPaid(bookingId, installment, planned, tx) ?? now }
          : { paidAt: null, writtenOffCents: cents(0) },
      )
      .where(eq(installments.id, id))
      .run()
    recordAct(
      {
        actor: 'site',
        action: isPaid ? 'installment-settled' : 'installment-reopened',
        subject: `booking:${referenceOf(bookingId, tx)}`,
        detail: { installment, amountCents },
      },
      now,
      tx,
    )
  }
}

/**
 * When the money came that covers an installment and all before it, by the ledger: somebody who joins and leaves again moves
 * no day. Null where it was settled without money.
 */
function whenPaid(bookingId: number, number: number, planned: Installment[], tx: Tx): Date | null {
  const later = planned.filter((one) => one.number > number).reduce((sum, one) => sum + one.amountCents, 0)
  const covered =
    (tx.select().from(bookings).where(eq(bookings.id, bookingId)).get()?.totalCents ?? 0) - later
  let paid = 0
  let since: Date | null = null
  for (const { amountCents, createdAt } of tx
    .select({ amountCents: payments.amountCents, createdAt: payments.createdAt })
    .from(payments)
    .where(eq(payments.bookingId, bookingId))
    .orderBy(asc(payments.id))
    .all()) {
    const before = paid
    paid += amountCents
    if (paid < covered) since = null
    else if (before < covered) since = createdAt
  }
  return since
}

const referenceOf = (bookingId: number, tx: Tx): string | undefined =>
  tx.select({ reference: bookings.reference }).from(bookings).where(eq(bookings.id, bookingId)).get()
    ?.reference
