import { and, eq, ne, or, sql } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { advanceBooking } from '#app/bookings/advance-booking.server'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { type Cents, cents } from '#app/money'
import { changePrice, undoPriceChange } from '#app/payments/change-price.server'
import {
  cardPayment,
  enterOnce,
  isOutstanding,
  keptCents,
  type LedgerEntry,
  leftOfIntent,
  notePriceChange,
  paidCents,
} from '#app/payments/ledger.server'
import { mailDashboardRefund, mailRefundDropped } from '#app/payments/money-mail.server'
import { noteParts } from '#app/payments/party/parts.server'
import { sharesOf } from '#app/payments/party/shares.server'
import { mailRefundTrouble } from '#app/payments/payment-mail.server'
import type { StripeRefund } from '#app/stripe/refunds.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { payments, refunds } from '#db/schema'
import { carryOut, giveUp, keepPromised, outstandingOrdersOf, type RefundOrder } from './order-ends.server'
import { REFUND_REASONS } from './refund-reasons'

type KnownRefund = StripeRefund & { intentId: string }

/**
 * Enters a refund in the ledger, once, whether we ordered it or it was made in Stripe's own dashboard. One that
 * fails afterwards is balanced by an adjustment, once, and staff get a mail. The payment must be known.
 */
export function recordRefund(refund: StripeRefund, now: Date, outer: Db = db): void {
  const { intentId } = refund
  if (!intentId || refund.state === 'waiting') return
  immediately(outer, (tx) => {
    const paid = cardPayment(intentId, tx)
    if (!paid) return
    const booking = bookingWithId(paid.bookingId, tx)
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
  tx: Tx,
): void {
  const entry = enterOnce(
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
  if (!entry) return
  const { orderedCents, priceChangeCents } = closeOrders(refund, entry, booking, now, tx)
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
  const isOver = paidCents(booking.id, tx) <= 0 || isWhollyMade(refund, tx)
  const ended = isOver && advanceBooking(booking.id, { status: 'refunded' }, now, tx)
  const lowered = lowerBy(cents(refund.amountCents - orderedCents), entry, booking.id, now, tx)
  notePriceChange(entry, priceChangeCents + lowered, tx)
  if (orderedCents < refund.amountCents) {
    mailDashboardRefund(
      booking,
      { ...refund, endsBooking: Boolean(ended) && isPaid(booking.status) },
      now,
      tx,
    )
  }
}

/** What was not ordered lowers the price, of all who are aboard. */
function lowerBy(strange: Cents, entry: LedgerEntry, bookingId: number, now: Date, tx: Tx): Cents {
  const booking = bookingWithId(bookingId, tx)
  if (!booking || strange <= 0) return changePrice(bookingId, cents(0 - strange), now, tx)
  const before = sharesOf(booking, tx, cents(keptCents(bookingId, tx) + strange))
  const lowered = changePrice(bookingId, cents(0 - strange), now, tx)
  if (isPaid(booking.status)) {
    noteParts(
      { paymentId: entry.id },
      { id: bookingId, totalCents: cents(booking.totalCents + lowered) },
      before,
      tx,
    )
  }
  return lowered
}

type Closed = {
  /** How much of the refund we had ordered. What was not is taken for a lower price: nobody is asked for it again. */
  orderedCents: number
  /** What the orders had changed of the price, which is the refund's from now on. */
  priceChangeCents: number
}

/** Notes on our orders that a refund carried them out: its own one, or those that it left too little for. */
function closeOrders(
  refund: KnownRefund,
  entry: LedgerEntry,
  booking: Booking | undefined,
  now: Date,
  tx: Tx,
): Closed {
  const own = ownOrder(refund, tx)
  if (!own) return overtakeOrders(refund, entry, booking, now, tx)
  if (own.state === 'done') return { orderedCents: refund.amountCents, priceChangeCents: 0 }
  carryOut(own, refund.id, entry, now, tx)
  return { orderedCents: refund.amountCents, priceChangeCents: own.priceChangeCents }
}

/**
 * Our order of a refund, by our key on it: also where the webhook is quicker than Stripe's answer. The payment must be
 * the order's, too: after a backup was restored, an old refund is nobody else's.
 */
const ownOrder = (refund: KnownRefund, tx: Tx): RefundOrder | undefined =>
  tx
    .select()
    .from(refunds)
    .where(
      or(
        eq(refunds.stripeRefundId, refund.id),
        and(
          eq(refunds.orderKey, refund.orderKey ?? ''),
          eq(refunds.stripeIntentId, refund.intentId),
          isOutstanding,
        ),
      ),
    )
    .get()

/**
 * Whether a refund was the last of all that was ordered back: the booking ends, also where an older refund came back
 * from the bank meanwhile and waits to be paid in another way.
 */
function isWhollyMade(refund: KnownRefund, tx: Tx): boolean {
  const own = tx.select().from(refunds).where(eq(refunds.stripeRefundId, refund.id)).get()
  if (own?.reason !== 'whole' || own.bookingId === null) return false
  const others = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.bookingId, own.bookingId), eq(refunds.reason, 'whole'), ne(refunds.state, 'done')))
    .get()
  return others === undefined
}

/**
 * A refund from the dashboard that leaves less of a payment than we had ordered does what was ordered, oldest first:
 * Stripe could not carry it out any more. An order of more than it gave back is given up, or owes the rest where all
 * was to go back.
 */
function overtakeOrders(
  refund: KnownRefund,
  entry: LedgerEntry,
  booking: Booking | undefined,
  now: Date,
  tx: Tx,
): Closed {
  const left = leftOfIntent(refund.intentId, tx)
  const outstanding = outstandingOrdersOf(refund.intentId, tx)
  let owed = outstanding.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const done = { orderedCents: 0, priceChangeCents: 0 }
  for (const order of outstanding) {
    if (owed <= left) break
    owed -= order.amountCents
    const uncovered = refund.amountCents - done.orderedCents
    if (order.amountCents <= uncovered) {
      carryOut(order, order.amountCents === refund.amountCents ? refund.id : null, entry, now, tx)
      done.orderedCents += order.amountCents
      done.priceChangeCents += order.priceChangeCents
    } else if (REFUND_REASONS[order.reason].givesAllBack) {
      const rest = cents(order.amountCents - uncovered)
      tx.update(refunds).set({ amountCents: rest }).where(eq(refunds.id, order.id)).run()
      owed += rest
      done.orderedCents = refund.amountCents
    } else {
      giveUp(order, now, tx)
      if (booking) mailRefundDropped(booking, order, now, tx)
    }
  }
  return done
}

function enterFailed(
  refund: KnownRefund,
  bookingId: number | null,
  booking: Booking | undefined,
  now: Date,
  tx: Tx,
): void {
  const made = tx.select().from(payments).where(eq(payments.stripeRefundId, refund.id)).get()
  if (!made) return
  const before = booking ? sharesOf(booking, tx) : []
  const entry = enterOnce(
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
  if (!entry) return
  mailRefundTrouble(
    {
      refund: refund.id,
      booking,
      stripeIntentId: refund.intentId,
      amountCents: refund.amountCents,
      lastError: 'failed',
      next: 'over',
    },
    now,
    tx,
  )
  if (!booking) return
  recordAct(
    {
      actor: 'stripe',
      action: 'refund-failed',
      subject: `booking:${booking.reference}`,
      detail: { refund: refund.id, amountCents: refund.amountCents },
    },
    now,
    tx,
  )
  const order = orderOf(made, tx)
  if (order) keepPromised(order, tx)
  const undoing = { cause: { paymentId: made.id }, before }
  notePriceChange(entry, undoPriceChange(booking.id, priceChangeOf(made, tx), undoing, now, tx), tx)
}

/** Our order that a refund carried out; undefined where it was made in the dashboard. */
const orderOf = (made: LedgerEntry, tx: Tx): RefundOrder | undefined =>
  tx
    .select()
    .from(refunds)
    .where(eq(refunds.stripeRefundId, made.stripeRefundId ?? ''))
    .get()

/** What a refund changed of the price. It stands beside the movement; of older ones, beside the order. */
function priceChangeOf(made: LedgerEntry, tx: Tx) {
  const order = tx
    .select({ changed: sql<number>`coalesce(sum(${refunds.priceChangeCents}), 0)` })
    .from(refunds)
    .where(eq(refunds.stripeRefundId, made.stripeRefundId ?? ''))
    .get()
  return cents(made.priceChangeCents + (order?.changed ?? 0))
}
