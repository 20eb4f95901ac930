import { asc, eq, sql } from 'drizzle-orm'
import { type Cents, cents } from '#app/money'
import { type Db, db } from '#db/connection.server'
import { payments } from '#db/schema'

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
