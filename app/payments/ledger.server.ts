import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { type Cents, cents } from '#app/money'
import { type Db, db } from '#db/connection.server'
import { payments, refunds } from '#db/schema'

export type LedgerEntry = typeof payments.$inferSelect

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

const owedBackCents = (bookingId: number, outer: Db): number =>
  outer
    .select({ owed: sql<number>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.bookingId, bookingId), ne(refunds.state, 'done')))
    .get()?.owed ?? 0
