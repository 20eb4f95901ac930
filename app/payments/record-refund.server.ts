import { and, eq } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { advanceBooking } from '#app/bookings/advance-booking.server'
import { findBooking } from '#app/bookings/find-booking.server'
import { cents } from '#app/money'
import { paidCents } from '#app/payments/ledger.server'
import { mailRefundTrouble } from '#app/payments/payment-mail.server'
import type { StripeRefund } from '#app/stripe/refunds.server'
import { type Db, db, immediately } from '#db/connection.server'
import { payments } from '#db/schema'

/** Whether the ledger has the payment that a refund takes back. */
export const isPaymentKnown = (stripeIntentId: string, outer: Db = db): boolean =>
  paymentOf(stripeIntentId, outer) !== undefined

const paymentOf = (stripeIntentId: string, outer: Db) =>
  outer
    .select({ bookingId: payments.bookingId })
    .from(payments)
    .where(and(eq(payments.stripeIntentId, stripeIntentId), eq(payments.kind, 'payment')))
    .get()

/**
 * Enters a refund in the ledger, once, whether we asked for it or it was made in Stripe's own dashboard. One
 * that fails afterwards is balanced by an adjustment, once, and staff are told. The payment must be known.
 */
export function recordRefund(refund: StripeRefund, now: Date, outer: Db = db): void {
  const { intentId } = refund
  if (!intentId || refund.state === 'waiting') return
  immediately(outer, (tx) => {
    const paid = paymentOf(intentId, tx)
    if (!paid) return
    const entry = {
      bookingId: paid.bookingId,
      method: 'card' as const,
      stripeIntentId: intentId,
      createdAt: now,
    }
    if (refund.state === 'failed') {
      if (!isRefundEntered(refund.id, tx)) return
      enter({
        ...entry,
        kind: 'adjustment',
        amountCents: refund.amountCents,
        stripeRefundId: `${refund.id}:failed`,
        note: `Refund ${refund.id} failed`,
      })
      mailRefundTrouble(
        { stripeIntentId: intentId, amountCents: refund.amountCents, lastError: 'failed' },
        now,
        tx,
      )
      return
    }
    const isNew = enter({
      ...entry,
      kind: 'refund',
      amountCents: cents(-refund.amountCents),
      stripeRefundId: refund.id,
    })
    if (isNew && paid.bookingId !== null) followRefund(paid.bookingId, refund, now, tx)

    function enter(row: typeof payments.$inferInsert): boolean {
      return tx.insert(payments).values(row).onConflictDoNothing().run().changes === 1
    }
  })
}

const isRefundEntered = (stripeRefundId: string, tx: Db): boolean =>
  tx.select({ id: payments.id }).from(payments).where(eq(payments.stripeRefundId, stripeRefundId)).get() !==
  undefined

/** A booking with nothing left in its ledger is refunded, and its seat is free. */
function followRefund(bookingId: number, refund: StripeRefund, now: Date, tx: Db): void {
  const booking = findBooking(String(bookingId), tx)
  if (!booking) return
  if (paidCents(bookingId, tx) <= 0) advanceBooking(bookingId, { status: 'refunded' }, now, tx)
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
