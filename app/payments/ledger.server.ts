import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { type Cents, cents } from '#app/money'
import { type Db, db } from '#db/connection.server'
import { payments, refunds } from '#db/schema'

/** Of a refund: still to be carried out, or waiting for staff because Stripe refused it. */
export const isOutstanding = sql`${refunds.state} in ('owed', 'refused')`

export type LedgerEntry = typeof payments.$inferSelect

/** The ledger's entry of a card payment, if it has one. */
export const cardPayment = (stripeIntentId: string, outer: Db = db): LedgerEntry | undefined =>
  outer
    .select()
    .from(payments)
    .where(and(eq(payments.stripeIntentId, stripeIntentId), eq(payments.kind, 'payment')))
    .get()

/** Whether the ledger has the payment whose money goes back. */
export const isPaymentKnown = (stripeIntentId: string): boolean => cardPayment(stripeIntentId) !== undefined

/** Enters a movement; false where the ledger has it already. Joins `tx`. */
export const enterOnce = (row: typeof payments.$inferInsert, tx: Db): boolean =>
  tx.insert(payments).values(row).onConflictDoNothing().run().changes === 1

/** What a booking has paid: the sum of its ledger, refunds taken off. */
export const paidCents = (bookingId: number, outer: Db = db): Cents =>
  outer
    .select({ paid: sql<Cents>`coalesce(sum(${payments.amountCents}), 0)` })
    .from(payments)
    .where(eq(payments.bookingId, bookingId))
    .get()?.paid ?? cents(0)

/** A booking's ledger, oldest entry first. */
export const ledgerOf = (bookingId: number, outer: Db = db): LedgerEntry[] =>
  outer.select().from(payments).where(eq(payments.bookingId, bookingId)).orderBy(asc(payments.id)).all()

/** What a booking has paid and the company keeps: without what is still to be given back. */
export const keptCents = (bookingId: number, outer: Db = db): Cents =>
  cents(paidCents(bookingId, outer) - owedBackCents(bookingId, outer))

/** What a booking has left to pay: its price less what the company keeps; never below zero. */
export const remainingCents = (booking: Pick<Booking, 'id' | 'totalCents'>, outer: Db = db): Cents =>
  cents(Math.max(0, booking.totalCents - keptCents(booking.id, outer)))

/**
 * What can be given back to each card that paid for a booking, newest payment first: captured, less what went
 * back and what is on its way back.
 */
export function refundableByIntent(bookingId: number, outer: Db = db): { intentId: string; cents: Cents }[] {
  const owed = new Map(
    outer
      .select({ intentId: refunds.stripeIntentId, owed: sql<number>`sum(${refunds.amountCents})` })
      .from(refunds)
      .where(and(eq(refunds.bookingId, bookingId), isOutstanding))
      .groupBy(refunds.stripeIntentId)
      .all()
      .map(({ intentId, owed }) => [intentId, owed]),
  )
  return outer
    .select({ intentId: payments.stripeIntentId, left: sql<number>`sum(${payments.amountCents})` })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), isNotNull(payments.stripeIntentId)))
    .groupBy(payments.stripeIntentId)
    .orderBy(desc(sql`min(${payments.id})`))
    .all()
    .flatMap(({ intentId, left }) => {
      const refundable = left - (owed.get(intentId ?? '') ?? 0)
      return intentId && refundable > 0 ? [{ intentId, cents: cents(refundable) }] : []
    })
}

const owedBackCents = (bookingId: number, outer: Db): number =>
  outer
    .select({ owed: sql<number>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.bookingId, bookingId), isOutstanding))
    .get()?.owed ?? 0
