import { eq } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { heldOfThoseWhoLeft } from '#app/bookings/party.server'
import { changePrice } from '#app/money/change-price.server'
import { keptCents, refundableByIntent } from '#app/money/ledger.server'
import { noteParts } from '#app/money/party/parts.server'
import { sharesOf } from '#app/money/party/shares.server'
import { type Cents, cents } from '#app/platform/money'
import type { AuditEntry } from '#app/staff/audit-log.server'
import type { Tx } from '#db/connection.server'
import { refunds } from '#db/schema'
import { lastEntryId } from './found-refunds.server'
import { REFUND_REASONS, type RefundReason } from './refund-reasons'

/** Who decided on it, as the audit log says it: a member of staff, or the site. */
export type OrderedBy = Pick<AuditEntry, 'actor' | 'actorId'>

/** What can be given back to a booking's cards at the moment. */
export const refundableCents = (bookingId: number): Cents =>
  cents(refundableByIntent(bookingId).reduce((sum, { cents }) => sum + cents, 0))

/** What can be paid back and still be owed, in cents: nothing that is promised to travelers who canceled. */
export function owedAgainAtMost(bookingId: number): Cents {
  const kept = keptCents(bookingId)
  return cents(Math.max(0, kept - heldOfThoseWhoLeft(bookingId, kept).promisedCents))
}

/**
 * Writes down what goes back to each card, newest payment first; goodwill, and what goes back to one who
 * left, lowers the price of a booking that stands by it. The caller has made sure that so much can be given
 * back.
 */
export function oweToCards(
  booking: Booking,
  wish: { amountCents: Cents; reason: RefundReason; note: string; formKey: string },
  by: OrderedBy,
  now: Date,
  tx: Tx,
): void {
  let left: number = wish.amountCents
  refundableByIntent(booking.id).forEach(({ intentId, cents: refundable }, index) => {
    const part = Math.min(left, refundable)
    left -= part
    if (part === 0) return
    const before = sharesOf(bookingWithId(booking.id) ?? booking)
    const order = tx
      .insert(refunds)
      .values({
        bookingId: booking.id,
        stripeIntentId: intentId,
        amountCents: cents(part),
        reason: wish.reason,
        note: wish.note || null,
        formKey: `${wish.formKey}:${index}`,
        orderedBy: by.actorId ?? null,
        seenEntryId: lastEntryId(tx),
        nextAttemptAt: now,
        createdAt: now,
      })
      .returning({ id: refunds.id })
      .get()
    const change = cents(REFUND_REASONS[wish.reason].lowersPrice ? -part : 0)
    tx.update(refunds)
      .set({ priceChangeCents: changePrice(booking.id, change, now, tx) })
      .where(eq(refunds.id, order.id))
      .run()
    const after = bookingWithId(booking.id)
    if (after && REFUND_REASONS[wish.reason].takesOfAll) noteParts({ refundId: order.id }, after, before, tx)
  })
}
