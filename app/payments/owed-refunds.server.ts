import { and, eq, lte, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { log } from '#app/log.server'
import { mailRefundTrouble } from '#app/payments/payment-mail.server'
import { recordRefund } from '#app/payments/record-refund.server'
import { isRefusal } from '#app/stripe/client.server'
import type { Intent } from '#app/stripe/intents.server'
import { createRefund, refundsOf } from '#app/stripe/refunds.server'
import { type Db, db, immediately } from '#db/connection.server'
import { refunds } from '#db/schema'

type RefundOrder = typeof refunds.$inferSelect

const HOUR = 3_600_000
const ATTEMPTS = 10

/** Writes down that an intent's whole amount is to be given back, because it found no place. Once; joins `tx`. */
export function oweRefund(owed: { intent: Intent; booking: Booking | null }, now: Date, tx: Db): void {
  tx.insert(refunds)
    .values({
      bookingId: owed.booking?.id ?? null,
      stripeIntentId: owed.intent.id,
      amountCents: owed.intent.receivedCents,
      reason: 'no-place',
      nextAttemptAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .run()
}

/** Whether an intent's money was not kept. */
export const isGivenBack = (stripeIntentId: string): boolean =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.stripeIntentId, stripeIntentId), eq(refunds.reason, 'no-place')))
    .get() !== undefined

/**
 * Pays back at Stripe what is owed. An attempt's key makes a repeated call harmless. Where Stripe cannot be
 * reached the same attempt is made again; where Stripe refuses, or the refund fails, staff are told and a new
 * attempt follows, ten in all. One that is refused then waits for staff (stuck-refunds.server.ts).
 */
export async function payOwedRefunds(now: () => Date): Promise<{ paidBack: number }> {
  let paidBack = 0
  const due = db
    .select()
    .from(refunds)
    .where(and(sql`${refunds.state} = 'owed'`, lte(refunds.nextAttemptAt, now())))
    .all()
  for (const order of due) {
    try {
      if (await payBack(order, now)) paidBack += 1
    } catch (error) {
      log.warn({ refund: order.id, reason: (error as Error).message }, 'A refund waits for Stripe')
    }
  }
  return { paidBack }
}

async function payBack(order: RefundOrder, now: () => Date): Promise<boolean> {
  try {
    const refund = await createRefund({
      id: order.id,
      intentId: order.stripeIntentId,
      amountCents: order.amountCents,
      idempotencyKey: `refund-${order.stripeIntentId}-${order.id}-${order.attempt}`,
    })
    if (refund.state === 'failed') {
      tryLater(order, `refund ${refund.id} failed`, now())
      return false
    }
    immediately(db, (tx) => {
      settleOrder(order, refund.id, now(), tx)
      recordRefund(refund, now(), tx)
    })
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    const made = error.code === 'charge_already_refunded' ? await refundsOf(order.stripeIntentId) : []
    if (made.length === 0) {
      tryLater(order, error.code ?? 'refused', now())
      return false
    }
    immediately(db, (tx) => {
      for (const refund of made) recordRefund(refund, now(), tx)
      settleOrder(order, made[0]?.id ?? null, now(), tx)
    })
    return true
  }
}

function settleOrder(order: RefundOrder, stripeRefundId: string | null, now: Date, tx: Db): void {
  tx.update(refunds)
    .set({
      state: 'done',
      stripeRefundId: stripeRefundId && isNoted(stripeRefundId, tx) ? null : stripeRefundId,
      doneAt: now,
      lastError: null,
    })
    .where(and(eq(refunds.id, order.id), eq(refunds.state, 'owed')))
    .run()
}

/** One that staff made in Stripe's dashboard may be on file already, heard of before this order was carried out. */
const isNoted = (stripeRefundId: string, tx: Db): boolean =>
  tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.stripeRefundId, stripeRefundId)).get() !==
  undefined

function tryLater(order: RefundOrder, lastError: string, now: Date): void {
  const givenUp = order.attempt >= ATTEMPTS
  immediately(db, (tx) => {
    tx.update(refunds)
      .set({
        state: givenUp ? 'refused' : 'owed',
        attempt: order.attempt + 1,
        nextAttemptAt: new Date(now.getTime() + order.attempt * HOUR),
        lastError,
      })
      .where(and(eq(refunds.id, order.id), eq(refunds.state, 'owed'), eq(refunds.attempt, order.attempt)))
      .run()
    const refund = `order-${order.id}${givenUp ? '-given-up' : ''}`
    mailRefundTrouble(
      { ...order, refund, lastError, next: givenUp ? 'waits-for-staff' : 'tried-again' },
      now,
      tx,
    )
  })
  log.error({ refund: order.id, lastError, givenUp }, 'A refund could not be paid')
}
