import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { mailRefundMade } from '#app/money/money-mail.server'
import type { Cents } from '#app/platform/money'
import { db, type Tx } from '#db/connection.server'
import { payments, refunds } from '#db/schema'
import type { RefundOrder } from './order-ends.server'

/** Written out: inside the question about the orders a bare column would be theirs. */
const openCents = sql<Cents>`-payments.amount_cents - coalesce((select sum(r.amount_cents) from refunds r
  where r.stripe_refund_id = payments.stripe_refund_id and r.state = 'done'), 0)`
const cameBack = sql`exists (select 1 from payments f where f.stripe_refund_id = payments.stripe_refund_id || ':failed')`

const isOfNoOrder = sql`payments.kind = 'refund' and ${openCents} > 0 and not ${cameBack}`

/** Of an order in a query: staff are asked whether a refund of the dashboard was it (`foundRefund`). */
export const isHeldForAnswer = sql`exists (select 1 from payments where payments.stripe_intent_id = ${refunds.stripeIntentId}
  and payments.id > ${refunds.seenEntryId} and ${isOfNoOrder})`

type Which = Pick<RefundOrder, 'stripeIntentId' | 'seenEntryId'>

/** The refunds of an order's payment that nobody ordered here, and that may be this order; oldest first. */
const foundRefunds = ({ stripeIntentId, seenEntryId }: Which) =>
  db
    .select({
      entryId: payments.id,
      bookingId: payments.bookingId,
      refundId: sql<string>`payments.stripe_refund_id`,
      madeAt: payments.createdAt,
      priceChangeCents: payments.priceChangeCents,
      /** So much of it no order has done so far. */
      openCents,
    })
    .from(payments)
    .where(and(eq(payments.stripeIntentId, stripeIntentId), gt(payments.id, seenEntryId), isOfNoOrder))
    .orderBy(asc(payments.id))
    .all()

export type FoundRefund = ReturnType<typeof foundRefunds>[number]

/**
 * The refund of which staff are asked whether it was this order, made in Stripe's dashboard; undefined where
 * there is none. Until they answer, the order is held: nothing is sent for it (rules 4.12).
 */
export const foundRefund = (order: Which): FoundRefund | undefined => foundRefunds(order)[0]

/** What was entered last: what an order written now is surely not. */
export const lastEntryId = (tx: Tx): number =>
  tx
    .select({ last: sql<number>`coalesce(max(${payments.id}), 0)` })
    .from(payments)
    .get()?.last ?? 0

/**
 * Tells the traveler of what came back and was nothing that they have a letter about; once nobody asks any
 * more.
 */
export function tellOfFound(order: RefundOrder, now: Date, tx: Tx): void {
  for (const found of foundRefunds(order)) {
    const booking = bookingWithId(found.bookingId)
    if (booking && !isAskedAbout(order.stripeIntentId, found.entryId, tx)) {
      mailRefundMade(booking, { id: found.refundId, amountCents: found.openCents, endsBooking: false }, now)
    }
  }
}

/** Whether an order still waits for an answer about this movement. */
const isAskedAbout = (stripeIntentId: string, entryId: number, tx: Tx): boolean =>
  tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.stripeIntentId, stripeIntentId),
        sql`${refunds.state} in ('owed', 'refused') and ${refunds.seenEntryId} < ${entryId}`,
      ),
    )
    .get() !== undefined
