import { and, eq, ne } from 'drizzle-orm'
import { chargesOf, type Part } from '#app/bookings/charges.server'
import { cents } from '#app/platform/money'
import type { Tx } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { type LedgerEntry, ledgerOf } from './ledger.server'
import { REFUND_REASONS } from './refund-reasons'
import type { Cause } from './shares.server'

// What is promised to travelers who have left, and by what it was kept.

/**
 * What changes of what is promised to former travelers, from orders and ledger alone, so that the order of
 * events does not matter: what each was to get, less what is ordered, made or went back since, oldest first.
 * `without` leaves one movement out.
 */
export function promisesKept(bookingId: number, tx: Tx, without?: LedgerEntry): Part[] {
  return promisesOf(bookingId, without, tx)
    .promises.filter((promise) => promise.cents !== promise.before)
    .map(({ travelerId, before, cents: open }) => ({
      ...{ travelerId, kind: 'promised' as const },
      ...{ priceCents: cents(open - before), paidCents: cents(0) },
    }))
}

/** How much of which former traveler's promise something kept that was for good, by their ids; in cents. */
export type Keeper = { cause: Cause; kept: Map<number, number> }

/** All of them, by orders and ledger as they are; `without` leaves one movement out. */
export const keepersOf = (bookingId: number, tx: Tx, without?: LedgerEntry): Keeper[] =>
  promisesOf(bookingId, without, tx).keepers

function promisesOf(bookingId: number, without: LedgerEntry | undefined, tx: Tx) {
  const charged = chargesOf(bookingId).filter(({ kind }) => kind === 'promised')
  if (charged.length === 0) return { promises: [], keepers: [] }
  const { forLeavers, forGood } = goneFor(bookingId, without, tx)
  const promises = [...Map.groupBy(charged, (row) => row.travelerId)].map(([travelerId, rows]) => ({
    travelerId,
    at: rows[0]?.createdAt.getTime() ?? 0,
    before: rows.reduce((sum, { priceCents }) => sum + priceCents, 0),
    cents: rows[0]?.priceCents as number,
  }))
  for (const gone of forLeavers) {
    take(
      gone,
      promises.filter(({ at }) => at === gone.at),
    )
  }
  const keepers = forGood
    .toSorted((one, other) => one.at - other.at)
    .map((gone): Keeper => {
      const open = promises.filter(({ at }) => at <= gone.at)
      return { cause: gone.cause, kept: take(gone, open) }
    })
  return { promises, keepers }
}

type Gone = { at: number; cents: number }

/** Deducts what went back from what is open, oldest first; answers how much of each. */
function take(gone: Gone, open: { travelerId: number; cents: number }[]): Map<number, number> {
  let left = gone.cents
  return new Map(
    open.map((one) => {
      const taken = Math.min(left, one.cents)
      one.cents -= taken
      left -= taken
      return [one.travelerId, taken]
    }),
  )
}

/**
 * What went back from a booking, or is ordered, and was not returned by the bank: for a former traveler,
 * with the moment they left, and for good, in any way: goodwill, the dashboard, by hand, a lost dispute.
 */
function goneFor(
  bookingId: number,
  without: LedgerEntry | undefined,
  tx: Tx,
): { forLeavers: Gone[]; forGood: (Gone & { cause: Cause })[] } {
  const ledger = ledgerOf(bookingId)
  const undone = new Set(
    ledger.flatMap(({ stripeRefundId }) => /^(.+):(?:failed|won)$/.exec(stripeRefundId ?? '')?.[1] ?? []),
  )
  const orders = tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.bookingId, bookingId), ne(refunds.state, 'dropped')))
    .all()
  const standing = orders.filter(({ stripeRefundId }) => !undone.has(stripeRefundId ?? ''))
  const neverTaken = new Set(
    orders.filter(({ reason }) => reason === 'no-place').map(({ stripeIntentId }) => stripeIntentId),
  )
  const ordered = (which: 'of-leaver' | 'oldest') =>
    standing
      .filter(({ reason }) => REFUND_REASONS[reason].keepsPromises === which)
      .map(({ id, createdAt, amountCents }) => ({
        ...{ at: createdAt.getTime(), cents: amountCents as number },
        cause: { refundId: id },
      }))
  const past = ledger
    .filter(
      ({ id, amountCents, isOwedAgain, stripeRefundId, stripeIntentId }) =>
        amountCents < 0 &&
        id !== without?.id &&
        !isOwedAgain &&
        !undone.has(stripeRefundId ?? '') &&
        !neverTaken.has(stripeIntentId ?? ''),
    )
    .map(({ id, createdAt, enteredAt, amountCents, stripeRefundId }) => {
      const done = orders.filter(
        (order) => stripeRefundId !== null && order.stripeRefundId === stripeRefundId,
      )
      const ofOrders = done.reduce((sum, order) => sum + order.amountCents, 0)
      return {
        ...{ at: (enteredAt ?? createdAt).getTime(), cents: Math.max(0, -amountCents - ofOrders) },
        cause: { paymentId: id },
      }
    })
  return { forLeavers: ordered('of-leaver'), forGood: [...ordered('oldest'), ...past] }
}
