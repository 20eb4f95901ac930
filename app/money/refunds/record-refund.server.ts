import { and, eq, ne, or } from 'drizzle-orm'
import { advanceBooking } from '#app/bookings/advance-booking.server'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import {
  beforeUndoing,
  changePrice,
  lowerPriceBy,
  undoPriceChange,
} from '#app/money/books/change-price.server'
import {
  cardPayment,
  insertOnce,
  isOutstanding,
  type LedgerEntry,
  leftOfIntent,
  paidCents,
} from '#app/money/books/ledger.server'
import { REFUND_REASONS } from '#app/money/books/refund-reasons'
import { partsOf } from '#app/money/books/shares.server'
import {
  mailDashboardRefund,
  mailRefundDropped,
  mailRefundQuestion,
  mailRefundTrouble,
} from '#app/money/letters/refund-mail.server'
import type { StripeRefund } from '#app/money/stripe/refunds.server'
import { type Cents, cents } from '#app/platform/money'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { payments, refunds } from '#db/schema/money'
import {
  carryOut,
  carryOutBy,
  giveUp,
  notifyOfFound,
  outstandingOrdersOf,
  type RefundOrder,
} from './orders.server'

type KnownRefund = StripeRefund & { intentId: string; method: LedgerEntry['method'] }

/**
 * Enters a refund in the ledger, once, whether we ordered it or it was made in Stripe's own dashboard. One
 * that fails afterward is balanced by an adjustment, once, and staff get a mail. The payment must be known.
 */
export function recordRefund(refund: StripeRefund, now: Date): void {
  const { intentId, state } = refund
  if (!intentId || state === 'waiting') return
  immediately((tx) => {
    const paid = cardPayment(intentId)
    if (!paid) return
    const booking = bookingWithId(paid.bookingId)
    const known = { ...refund, intentId, method: paid.method }
    ENTERED[state](known, paid.bookingId, booking, now, tx)
  })
}

const ENTERED = { made: enterMade, failed: enterFailed }

function enterMade(
  refund: KnownRefund,
  bookingId: number | null,
  booking: Booking | undefined,
  now: Date,
  tx: Tx,
): void {
  const entry = insertOnce(
    {
      bookingId,
      kind: 'refund',
      method: refund.method,
      amountCents: cents(-refund.amountCents),
      stripeIntentId: refund.intentId,
      stripeRefundId: refund.id,
      createdAt: now,
    },
    tx,
  )
  if (!entry) return
  const outstanding = outstandingOrdersOf(refund.intentId, tx)
  const orderedCents = closeOrders(refund, entry, booking, now, tx)
  if (!booking) return
  const detail = { refund: refund.id, amountCents: refund.amountCents }
  recordBookingAct(now, booking, { actor: 'stripe' }, 'refund-made', detail)
  const isOver = paidCents(booking.id) <= 0 || isWhollyMade(refund.id, tx)
  const ended = isOver && advanceBooking(booking.id, { status: 'refunded' }, now)
  lowerBy(cents(refund.amountCents - orderedCents), entry, booking.id, now, tx)
  const askedAbout = outstandingOrdersOf(refund.intentId, tx)
  if (orderedCents < refund.amountCents) {
    const found = { ...refund, endsBooking: Boolean(ended) && isPaid(booking.status) }
    if (askedAbout.length > 0) mailRefundQuestion(booking, refund, askedAbout, now)
    else mailDashboardRefund(booking, found, now)
  }
  for (const order of outstanding) {
    if (!askedAbout.some(({ id }) => id === order.id)) notifyOfFound(order, now)
  }
}

/** What was not ordered lowers the price for all travelers. */
function lowerBy(strange: Cents, entry: LedgerEntry, bookingId: number, now: Date, tx: Tx): void {
  const booking = bookingWithId(bookingId)
  if (booking && strange > 0) lowerPriceBy(strange, entry, booking, now, tx)
  else changePrice(bookingId, cents(0 - strange), { kind: 'refund', paymentId: entry.id }, now, tx)
}

/**
 * Notes on our orders that a refund carried them out: its own one, or those that someone made in the
 * dashboard. Answers how much of it we had ordered: what was not is taken for a lower price, and no one is
 * asked for it again.
 */
function closeOrders(
  refund: KnownRefund,
  entry: LedgerEntry,
  booking: Booking | undefined,
  now: Date,
  tx: Tx,
): number {
  const own = ownOrder(refund, tx)
  if (!own) return overtakeOrders({ ...refund, entryId: entry.id }, entry, booking, now, tx)
  if (own.state !== 'done') carryOut(own, refund.id, now, tx)
  return refund.amountCents
}

/**
 * Our order of a refund, by our key on it: also where the webhook is quicker than Stripe's answer. The
 * payment must be the order's, too: after a backup was restored, an old refund is no one else's.
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
 * Whether a refund was the last of all that was ordered back: the booking ends, also where an older refund
 * came back from the bank in the meantime and waits to be paid in another way.
 */
export function isWhollyMade(stripeRefundId: string, tx: Tx): boolean {
  const whole = ordersDoneBy(stripeRefundId, tx).find(({ reason }) => reason === 'whole')
  if (!whole || whole.bookingId === null) return false
  const others = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(eq(refunds.bookingId, whole.bookingId), eq(refunds.reason, 'whole'), ne(refunds.state, 'done')),
    )
    .get()
  return others === undefined
}

/**
 * What a refund from the dashboard did of what was ordered of its payment, in cents: an order of the same
 * amount, or else the oldest that Stripe can no longer make. One of more than it gave back is given up, or
 * owes the rest where all was to go back. Staff are asked of the others.
 */
function overtakeOrders(
  refund: KnownRefund & { entryId: number },
  movement: LedgerEntry,
  booking: Booking | undefined,
  now: Date,
  tx: Tx,
): number {
  const outstanding = outstandingOrdersOf(refund.intentId, tx)
  const same = outstanding.find(({ amountCents }) => amountCents === refund.amountCents)
  if (same) return carryOutBy(refund, same, now, tx)

  const left = leftOfIntent(refund.intentId)
  let owed = outstanding.reduce((sum, { amountCents }) => sum + amountCents, 0)
  let done = 0
  for (const order of outstanding) {
    if (owed <= left) break
    const open = cents(refund.amountCents - done)
    if (open > 0 && (order.amountCents <= open || REFUND_REASONS[order.reason].givesAllBack)) {
      const did = carryOutBy({ ...refund, amountCents: open }, order, now, tx)
      owed -= did
      done += did
    } else {
      owed -= order.amountCents
      giveUp(order, now, tx, { movement })
      if (booking) mailRefundDropped(booking, order, now)
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
  const before = beforeUndoing(booking, tx)
  const entry = insertOnce(
    {
      bookingId,
      kind: 'adjustment',
      method: refund.method,
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
  )
  if (!booking) return
  const detail = { refund: refund.id, amountCents: refund.amountCents }
  recordBookingAct(now, booking, { actor: 'stripe' }, 'refund-failed', detail)
  const ofOrders = ordersDoneBy(refund.id, tx).flatMap((order) => partsOf({ refundId: order.id }))
  const undoing = { taken: [...partsOf({ paymentId: made.id }), ...ofOrders], before }
  undoPriceChange(booking.id, undoing, { kind: 'refund', paymentId: entry.id }, now, tx)
}

/** Our orders that a refund carried out: its own one, or those that one from the dashboard has done. */
const ordersDoneBy = (stripeRefundId: string, tx: Tx): RefundOrder[] =>
  tx.select().from(refunds).where(eq(refunds.stripeRefundId, stripeRefundId)).all()
