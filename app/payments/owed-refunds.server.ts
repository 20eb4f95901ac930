import { and, eq, inArray } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import type { Booking } from '#app/bookings/place-booking.server'
import { log } from '#app/log.server'
import { cents } from '#app/money'
import { paidCents } from '#app/payments/ledger.server'
import { isRefusal } from '#app/stripe/client.server'
import type { Intent } from '#app/stripe/intents.server'
import { createRefund, type StripeRefund } from '#app/stripe/refunds.server'
import { type Db, db, immediately } from '#db/connection.server'
import { bookings, payments, refunds } from '#db/schema'

/** Writes down that an intent's whole amount is to be given back. Joins `tx`; once for an intent. */
export function oweRefund(
  owed: { intent: Intent; booking: Booking | null; reason: string },
  now: Date,
  tx: Db,
): void {
  tx.insert(refunds)
    .values({
      bookingId: owed.booking?.id ?? null,
      stripeIntentId: owed.intent.id,
      amountCents: owed.intent.receivedCents,
      reason: owed.reason,
      idempotencyKey: `refund-whole-${owed.intent.id}`,
      createdAt: now,
    })
    .onConflictDoNothing()
    .run()
}

/**
 * Pays back at Stripe what is owed, each order once: its key makes a repeated call harmless. Where Stripe cannot
 * be reached the order stays owed; where Stripe refuses, staff see why.
 */
export async function payOwedRefunds(now: () => Date): Promise<{ paidBack: number }> {
  let paidBack = 0
  for (const order of db.select().from(refunds).where(eq(refunds.state, 'owed')).all()) {
    try {
      const refund = await createRefund({
        intentId: order.stripeIntentId,
        amountCents: order.amountCents,
        idempotencyKey: order.idempotencyKey,
      })
      recordRefund(refund, now())
      db.update(refunds)
        .set({ state: 'done', stripeRefundId: refund.id, doneAt: now(), lastError: null })
        .where(eq(refunds.id, order.id))
        .run()
      paidBack += 1
    } catch (error) {
      const refused = isRefusal(error)
      db.update(refunds)
        .set({ state: refused ? 'refused' : 'owed', lastError: (error as Error).message })
        .where(eq(refunds.id, order.id))
        .run()
      log.error({ intent: order.stripeIntentId, refused }, 'A refund could not be paid')
    }
  }
  return { paidBack }
}

/** Enters a refund in the ledger, once, whether we asked for it or it was made in Stripe's own dashboard. */
export function recordRefund(refund: StripeRefund, now: Date, outer: Db = db): void {
  if (!refund.settled || !refund.intentId) return
  const intentId = refund.intentId
  immediately(outer, (tx) => {
    const paid = tx
      .select({ bookingId: payments.bookingId })
      .from(payments)
      .where(and(eq(payments.stripeIntentId, intentId), eq(payments.kind, 'payment')))
      .get()
    if (!paid) return
    const entered = tx
      .insert(payments)
      .values({
        bookingId: paid.bookingId,
        kind: 'refund',
        method: 'card',
        amountCents: cents(-refund.amountCents),
        stripeIntentId: intentId,
        stripeRefundId: refund.id,
        createdAt: now,
      })
      .onConflictDoNothing()
      .run()
    if (entered.changes === 0 || paid.bookingId === null) return
    markRefunded(paid.bookingId, refund, now, tx)
  })
}

function markRefunded(bookingId: number, refund: StripeRefund, now: Date, tx: Db): void {
  const booking = tx.select().from(bookings).where(eq(bookings.id, bookingId)).get()
  if (!booking) return
  if (paidCents(bookingId, tx) <= 0) {
    tx.update(bookings)
      .set({ status: 'refunded', updatedAt: now })
      .where(
        and(
          eq(bookings.id, bookingId),
          inArray(bookings.status, ['deposit_paid', 'completed', 'expired', 'cancelled', 'payment_failed']),
        ),
      )
      .run()
  }
  recordAct(
    {
      actor: 'stripe',
      action: 'refund-made',
      subject: `booking:${booking.reference}`,
      detail: { refund: refund.id, amountCents: refund.amountCents },
    },
    now,
    tx,
  )
}
