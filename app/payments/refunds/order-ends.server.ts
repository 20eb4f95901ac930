import { and, eq } from 'drizzle-orm'
import { type AuditEntry, recordAct } from '#app/audit/audit-log.server'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { cents } from '#app/money'
import { undoPriceChange } from '#app/payments/change-price.server'
import { isOutstanding, type LedgerEntry } from '#app/payments/ledger.server'
import { movePartsTo } from '#app/payments/party/parts.server'
import { promiseAgain } from '#app/payments/party/party-changes.server'
import { sharesOf } from '#app/payments/party/shares.server'
import type { Tx } from '#db/connection.server'
import { refunds } from '#db/schema'

export type RefundOrder = typeof refunds.$inferSelect

/** What was ordered of a payment and is neither carried out nor given up, oldest first. */
export const outstandingOrdersOf = (stripeIntentId: string, tx: Tx): RefundOrder[] =>
  tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.stripeIntentId, stripeIntentId), isOutstanding))
    .orderBy(refunds.id)
    .all()

/**
 * Notes that an order was carried out by a movement of the ledger; `stripeRefundId` where Stripe's refund is this order's
 * alone. What it took of the travelers is from now on the movement's, and so is what it changed of the price, which the
 * caller notes there.
 */
export function carryOut(
  order: RefundOrder,
  stripeRefundId: string | null,
  entry: LedgerEntry,
  now: Date,
  tx: Tx,
): void {
  tx.update(refunds)
    .set({ state: 'done', stripeRefundId, priceChangeCents: cents(0), doneAt: now, lastError: null })
    .where(eq(refunds.id, order.id))
    .run()
  movePartsTo(entry.id, order.id, tx)
}

/**
 * Gives up an order: its money counts as paid again, and what it changed of the price is undone. `by` names the member
 * of staff who decided so.
 */
export function giveUp(
  order: RefundOrder,
  now: Date,
  tx: Tx,
  by: Pick<AuditEntry, 'actor' | 'actorId'> = { actor: 'site' },
): void {
  const booking = bookingWithId(order.bookingId, tx)
  const before = booking ? sharesOf(booking, tx) : []
  if (booking) {
    const { amountCents, reason } = order
    recordAct(
      {
        ...by,
        action: 'refund-dropped',
        subject: `booking:${booking.reference}`,
        detail: { amountCents, reason },
      },
      now,
      tx,
    )
  }
  tx.update(refunds).set({ state: 'dropped', doneAt: now }).where(eq(refunds.id, order.id)).run()
  keepPromised(order, tx)
  const undoing = { cause: { refundId: order.id }, before }
  const undone = undoPriceChange(order.bookingId, order.priceChangeCents, undoing, now, tx)
  tx.update(refunds)
    .set({ priceChangeCents: cents(order.priceChangeCents + undone) })
    .where(eq(refunds.id, order.id))
    .run()
}

/** The money of an order has not arrived: where it was for one who left, it is promised to them still. */
export function keepPromised({ bookingId, amountCents, reason, createdAt }: RefundOrder, tx: Tx): void {
  if (reason === 'left-party' && bookingId !== null) promiseAgain(bookingId, amountCents, createdAt, tx)
}
