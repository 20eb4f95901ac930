import { and, asc, eq, lte, or, sql } from 'drizzle-orm'
import { isOutstanding } from '#app/money/ledger.server'
import { db } from '#db/connection.server'
import { bookings, refunds } from '#db/schema'
import { isHeldForAnswer } from './found-refunds.server'
import { type RefundWaits, WAITS_LONG_HOURS } from './refund-reasons'

const HOUR = 3_600_000

/** Staff are asked about it, Stripe has refused it each time, or it is outstanding for too long. */
const waits = sql<RefundWaits>`case when ${isHeldForAnswer} then 'for-answer'
  when ${refunds.state} = 'refused' then 'refused' else 'late' end`

/**
 * Refunds that are ordered and do not go through, the oldest first: so many of them, and how many there are,
 * `counted` at most. One whose payment belongs to no booking is of no departure.
 */
export function waitingRefunds(now: Date, departureId: number | null, shown: number, counted: number) {
  const isLate = lte(refunds.createdAt, new Date(now.getTime() - WAITS_LONG_HOURS * HOUR))
  const found = db
    .select({
      id: refunds.id,
      reference: bookings.reference,
      customerName: bookings.customerName,
      stripeIntentId: refunds.stripeIntentId,
      amountCents: refunds.amountCents,
      waits,
    })
    .from(refunds)
    .leftJoin(bookings, eq(bookings.id, refunds.bookingId))
    .where(
      and(
        isOutstanding,
        or(sql`${refunds.state} = 'refused'`, isLate, isHeldForAnswer),
        departureId === null ? undefined : eq(bookings.departureId, departureId),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(counted)
    .all()
  return { count: found.length, rows: found.slice(0, shown) }
}
