import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { undoPriceChange } from '#app/money/change-price.server'
import { isOutstanding, type LedgerEntry } from '#app/money/ledger.server'
import { movePartsTo, partsOf, putParts, splitParts } from '#app/money/party/parts.server'
import { sharesOf } from '#app/money/party/shares.server'
import { type Cents, cents } from '#app/platform/money'
import { type AuditEntry, recordAct } from '#app/staff/audit-log.server'
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
/**
 * Notes that an order was carried out by its own refund at Stripe. What it took of the travelers is from now on its
 * movement's in the ledger, and so is what it changed of the price, which the caller notes there.
 */
export function carryOut(
  order: RefundOrder,
  stripeRefundId: string,
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
 * Notes that a refund from Stripe's dashboard did an order, or so much of it that the rest is still to be
 * made. Each part keeps beside it what it changed of the price, and took of the travelers. Answers how much
 * it did, in cents.
 */
export function carryOutBy(
  refund: { id: string; entryId: number; amountCents: Cents },
  order: RefundOrder,
  now: Date,
  tx: Tx,
): Cents {
  const didCents = cents(Math.min(refund.amountCents, order.amountCents))
  const isDone = { state: 'done' as const, stripeRefundId: refund.id, doneAt: now, lastError: null }
  if (didCents === order.amountCents) {
    tx.update(refunds).set(isDone).where(eq(refunds.id, order.id)).run()
    return didCents
  }
  const restCents = cents(order.amountCents - didCents)
  const restChange = cents(Math.max(order.priceChangeCents, -restCents))
  tx.update(refunds)
    .set({ amountCents: restCents, priceChangeCents: restChange, seenEntryId: refund.entryId })
    .where(eq(refunds.id, order.id))
    .run()
  // Money that found no place has one order, for all of it: the database refuses a second one.
  if (order.reason === 'no-place') return didCents
  const { id: _, ...shared } = order
  const did = tx
    .insert(refunds)
    .values({
      ...shared,
      ...isDone,
      amountCents: didCents,
      priceChangeCents: cents(order.priceChangeCents - restChange),
      formKey: null,
      orderKey: randomUUID(),
    })
    .returning({ id: refunds.id })
    .get()
  const part = didCents / order.amountCents
  putParts({ refundId: did.id }, splitParts({ refundId: order.id }, { share: part, paid: part }, tx), tx)
  return didCents
}

/**
 * Gives up an order: its money counts as paid again, and what it changed of the price is undone. `by` names
 * the member of staff who decided so.
 */
export function giveUp(
  order: RefundOrder,
  now: Date,
  tx: Tx,
  by: Pick<AuditEntry, 'actor' | 'actorId'> = { actor: 'site' },
): void {
  const booking = bookingWithId(order.bookingId)
  const before = booking ? sharesOf(booking) : []
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
    )
  }
  tx.update(refunds).set({ state: 'dropped', doneAt: now }).where(eq(refunds.id, order.id)).run()
  const undoing = { taken: partsOf({ refundId: order.id }, tx), before }
  const undone = undoPriceChange(order.bookingId, order.priceChangeCents, undoing, now, tx)
  tx.update(refunds)
    .set({ priceChangeCents: cents(order.priceChangeCents + undone) })
    .where(eq(refunds.id, order.id))
    .run()
}
