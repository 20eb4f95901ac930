import { and, eq, lte, sql } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { isOutstanding } from '#app/money/books/ledger.server'
import { hoursAfterTry, orderTrouble, REFUND_TRIES } from '#app/money/books/refund-reasons'
import { mailRefundDropped, mailRefundTrouble } from '#app/money/letters/refund-mail.server'
import { isRefusal } from '#app/money/stripe/client.server'
import { createRefund, refundsOf, type StripeRefund } from '#app/money/stripe/refunds.server'
import { log, reasonOf } from '#app/platform/log.server'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { refunds } from '#db/schema/money'
import { foundRefund, giveUp, notifyOfFound, type RefundOrder } from './orders.server'
import { recordRefund } from './record-refund.server'

const HOUR = 3_600_000

/** Whether an intent's money was not kept. */
export const isGivenBack = (stripeIntentId: string): boolean =>
  givenBack().get({ stripeIntentId }) !== undefined

const givenBack = prepared(() =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.stripeIntentId, sql.placeholder('stripeIntentId')), eq(refunds.reason, 'no-place')))
    .prepare(),
)

/**
 * Pays back at Stripe what is owed. Stripe is asked first what it gave back: an order whose answer was lost
 * is found by its key, and not made again. Where it refuses, staff get a mail and a new attempt follows,
 * REFUND_TRIES in all; then it waits for staff (refund-orders.server.ts).
 */
export async function payOwedRefunds(now: () => Date): Promise<{ paidBack: number }> {
  let paidBack = 0
  const due = db
    .select()
    .from(refunds)
    .where(and(sql`${refunds.state} = 'owed'`, lte(refunds.nextAttemptAt, now())))
    .all()
  for (const order of due) {
    if (foundRefund(order)) continue
    try {
      if (await payBack(order, now)) paidBack += 1
    } catch (error) {
      log.warn({ refund: order.id, reason: reasonOf(error) }, 'A refund waits for Stripe')
    }
  }
  return { paidBack }
}

async function payBack({ id, stripeIntentId }: RefundOrder, now: () => Date): Promise<boolean> {
  const known = await learnRefunds(stripeIntentId, now)
  const order = db.select().from(refunds).where(eq(refunds.id, id)).get()
  if (order?.state !== 'owed') return order?.state === 'done'
  if (foundRefund(order)) return false

  const own = known.filter(({ orderKey }) => orderKey === order.orderKey)
  const begun =
    own.find(({ state }) => state === 'waiting') ?? own.find(({ attempt }) => attempt === order.attempt)
  try {
    const refund = begun ?? (await createRefund({ ...order, intentId: stripeIntentId }))
    switch (refund.state) {
      case 'made':
        recordRefund(refund, now())
        return true
      case 'waiting':
        waitForNews(order, now())
        return false
      case 'failed':
        tryLater(order, `refund ${refund.id} failed`, now())
        return false
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code !== 'charge_already_refunded') {
      tryLater(order, error.code ?? 'refused', now())
      return false
    }
    await learnRefunds(stripeIntentId, now)
    return !giveUpIfOpen(order, now())
  }
}

/** Asks Stripe what was given back of a payment, and enters what the ledger does not have. */
async function learnRefunds(stripeIntentId: string, now: () => Date): Promise<StripeRefund[]> {
  const known = await refundsOf(stripeIntentId)
  for (const refund of known.toReversed()) recordRefund(refund, now())
  return known
}

/**
 * Stripe has begun a refund that needs something of the cardholder: its webhook, or the next look, tells the
 * end.
 */
const waitForNews = ({ id }: RefundOrder, now: Date) =>
  db
    .update(refunds)
    .set({ nextAttemptAt: new Date(now.getTime() + HOUR) })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'owed')))
    .run()

/**
 * All of the payment went back in other ways, none of them this order's: it can no longer be carried out.
 */
const giveUpIfOpen = ({ id }: RefundOrder, now: Date): boolean =>
  immediately((tx) => {
    const order = tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.id, id), isOutstanding))
      .get()
    if (!order) return false
    giveUp(order, now, tx)
    const booking = bookingWithId(order.bookingId)
    if (booking) mailRefundDropped(booking, order, now)
    notifyOfFound(order, now)
    return true
  })

function tryLater(order: RefundOrder, lastError: string, now: Date): void {
  const givenUp = order.attempt >= REFUND_TRIES
  immediately((tx) => {
    const { changes } = tx
      .update(refunds)
      .set({
        state: givenUp ? 'refused' : 'owed',
        attempt: order.attempt + 1,
        nextAttemptAt: new Date(now.getTime() + hoursAfterTry(order.attempt) * HOUR),
        lastError,
      })
      .where(and(eq(refunds.id, order.id), eq(refunds.state, 'owed'), eq(refunds.attempt, order.attempt)))
      .run()
    const booking = bookingWithId(order.bookingId)
    if (changes > 0 && givenUp && booking) {
      const { amountCents, reason } = order
      const detail = { amountCents, reason, lastError }
      recordBookingAct(now, booking, { actor: 'stripe' }, 'refund-stuck', detail)
    }
    const refund = orderTrouble(order.id, givenUp)
    mailRefundTrouble(
      {
        ...order,
        refund,
        orderId: order.id,
        booking,
        lastError,
        next: givenUp ? 'waits-for-staff' : 'tried-again',
      },
      now,
    )
  })
  log.error({ refund: order.id, lastError, givenUp }, 'A refund could not be paid')
}
