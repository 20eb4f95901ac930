import { and, eq, or, sql } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { advanceBooking } from '#app/bookings/advance-booking.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { settleInstallments } from '#app/installments/settle-installments.server'
import { cents } from '#app/money'
import { changePrice } from '#app/payments/change-price.server'
import { cardPayment, enterOnce, isOutstanding, paidCents, remainingCents } from '#app/payments/ledger.server'
import { mailDashboardRefund } from '#app/payments/money-mail.server'
import { mailRefundTrouble } from '#app/payments/payment-mail.server'
import type { StripeRefund } from '#app/stripe/refunds.server'
import { type Db, db, immediately } from '#db/connection.server'
import { payments, refunds } from '#db/schema'

type KnownRefund = StripeRefund & { intentId: string }

/**
 * Enters a refund in the ledger, once, whether we ordered it or it was made in Stripe's own dashboard. One that
 * fails afterwards is balanced by an adjustment, once, and staff are told. The payment must be known.
 */
export function recordRefund(refund: StripeRefund, now: Date, outer: Db = db): void {
  const { intentId } = refund
  if (!intentId || refund.state === 'waiting') return
  immediately(outer, (tx) => {
    const paid = cardPayment(intentId, tx)
    if (!paid) return
    const booking = paid.bookingId === null ? undefined : findBooking(String(paid.bookingId), tx)
    const known = { ...refund, intentId }
    if (refund.state === 'failed') enterFailed(known, paid.bookingId, booking, now, tx)
    else enterMade(known, paid.bookingId, booking, now, tx)
  })
}

function enterMade(
  refund: KnownRefund,
  bookingId: number | null,
  booking: Booking | undefined,
  now: Date,
  tx: Db,
): void {
  const isNew = enterOnce(
    {
      bookingId,
      kind: 'refund',
      amountCents: cents(-refund.amountCents),
      stripeIntentId: refund.intentId,
      stripeRefundId: refund.id,
      createdAt: now,
    },
    tx,
  )
  const isOrdered = closeOrder(refund, now, tx)
  if (!isNew) return
  const ordered = isOrdered ? refund.amountCents : closeOthers(refund, now, tx)
  const unordered = { ...refund, amountCents: cents(Math.max(0, refund.amountCents - ordered)) }
  if (!booking) return
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
  if (paidCents(booking.id, tx) <= 0) advanceBooking(booking.id, { status: 'refunded' }, now, tx)
  else if (unordered.amountCents > 0) lowerPrice(booking, unordered, now, tx)
  if (unordered.amountCents > 0) mailDashboardRefund(booking, refund, now, tx)
}

/** Notes on our order that it was carried out, also where the webhook is quicker than Stripe's answer. */
function closeOrder(refund: KnownRefund, now: Date, tx: Db): boolean {
  const order = tx
    .select({ id: refunds.id, state: refunds.state })
    .from(refunds)
    .where(or(eq(refunds.stripeRefundId, refund.id), eq(refunds.id, refund.orderId ?? 0)))
    .get()
  if (order?.state === 'owed') {
    tx.update(refunds)
      .set({ state: 'done', stripeRefundId: refund.id, doneAt: now, lastError: null })
      .where(eq(refunds.id, order.id))
      .run()
  }
  return order !== undefined
}

/**
 * A refund from the dashboard that leaves nothing of a payment does what we had ordered of it, too: Stripe could not
 * carry our orders out any more. Answers what they come to, in cents.
 */
function closeOthers({ id, intentId, amountCents }: KnownRefund, now: Date, tx: Db): number {
  const left = tx
    .select({ cents: sql<number>`sum(${payments.amountCents})` })
    .from(payments)
    .where(eq(payments.stripeIntentId, intentId))
    .get()
  if ((left?.cents ?? 0) > 0) return 0
  const closed = tx
    .update(refunds)
    .set({ state: 'done', doneAt: now, lastError: null })
    .where(and(eq(refunds.stripeIntentId, intentId), isOutstanding))
    .returning({ id: refunds.id, cents: refunds.amountCents })
    .all()
  const [order] = closed
  const ordered = closed.reduce((sum, { cents }) => sum + cents, 0)
  // What was not ordered gets a row of its own, with Stripe's id.
  if (order && ordered >= amountCents) {
    tx.update(refunds).set({ stripeRefundId: id }).where(eq(refunds.id, order.id)).run()
  }
  return ordered
}

/**
 * Money that was given back in Stripe's dashboard while the booking stands is taken for a lower price: nobody is
 * asked for it again unless staff say so. The row on file tells it from what we ordered.
 */
function lowerPrice(booking: Booking, refund: KnownRefund, now: Date, tx: Db): void {
  tx.insert(refunds)
    .values({
      bookingId: booking.id,
      stripeIntentId: refund.intentId,
      amountCents: refund.amountCents,
      reason: 'dashboard',
      state: 'done',
      stripeRefundId: refund.id,
      nextAttemptAt: now,
      createdAt: now,
      doneAt: now,
    })
    .run()
  if (isPaid(booking.status)) changePrice(booking.id, cents(-refund.amountCents), now, tx)
}

function enterFailed(
  refund: KnownRefund,
  bookingId: number | null,
  booking: Booking | undefined,
  now: Date,
  tx: Db,
): void {
  const entered = tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.stripeRefundId, refund.id))
    .get()
  if (!entered) return
  const isNew = enterOnce(
    {
      bookingId,
      kind: 'adjustment',
      amountCents: refund.amountCents,
      stripeIntentId: refund.intentId,
      stripeRefundId: `${refund.id}:failed`,
      note: `Refund ${refund.id} failed`,
      createdAt: now,
    },
    tx,
  )
  if (!isNew) return
  mailRefundTrouble(
    {
      refund: refund.id,
      stripeIntentId: refund.intentId,
      amountCents: refund.amountCents,
      lastError: 'failed',
      next: 'over',
    },
    now,
    tx,
  )
  if (!booking || !isPaid(booking.status)) return
  const reason = tx
    .select({ reason: refunds.reason })
    .from(refunds)
    .where(eq(refunds.stripeRefundId, refund.id))
    .get()?.reason
  if (reason === 'goodwill' || reason === 'dashboard') changePrice(booking.id, refund.amountCents, now, tx)
  else settleInstallments(booking.id, remainingCents(booking, tx), now, tx)
}
