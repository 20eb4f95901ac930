import { and, asc, eq, ne } from 'drizzle-orm'
import { type LedgerEntry, ledgerOf } from '#app/money/ledger.server'
import { cents } from '#app/platform/money'
import type { Tx } from '#db/connection.server'
import { partyChanges, refunds } from '#db/schema'

/** Whether the opened form has changed the party already: a second press changes nothing. */
export const isChangedBy = (formKey: string, tx: Tx): boolean =>
  tx.select({ id: partyChanges.id }).from(partyChanges).where(eq(partyChanges.formKey, formKey)).get() !==
  undefined

/**
 * Records what is still promised to former travelers, computed from orders and ledger alone, so that the
 * order of events does not matter: what each was to get, less what is ordered or made of it, less what went
 * back for good since they left, oldest first. `without` leaves one movement out, to see how it was before.
 */
export function settlePromises(bookingId: number, tx: Tx, without?: LedgerEntry): void {
  const left = tx
    .select()
    .from(partyChanges)
    .where(and(eq(partyChanges.bookingId, bookingId), eq(partyChanges.kind, 'left')))
    .orderBy(asc(partyChanges.createdAt), asc(partyChanges.id))
    .all()
  if (left.length === 0) return
  const { forLeavers, forGood } = goneFor(bookingId, without, tx)
  const open = left.map(({ refundCents, createdAt }) => ({ cents: refundCents as number, createdAt }))
  for (const gone of forLeavers) {
    take(
      gone,
      open.filter(({ createdAt }) => createdAt.getTime() === gone.at),
    )
  }
  for (const gone of forGood.toSorted((one, other) => one.at - other.at)) {
    take(
      gone,
      open.filter(({ createdAt }) => createdAt.getTime() <= gone.at),
    )
  }
  left.forEach(({ id, promisedCents: before }, index) => {
    const promisedCents = cents(open[index]?.cents ?? 0)
    if (promisedCents === before) return
    tx.update(partyChanges).set({ promisedCents }).where(eq(partyChanges.id, id)).run()
  })
}

type Gone = { at: number; cents: number }

/** Deducts what went back from what is open, oldest first. */
function take(gone: Gone, open: { cents: number }[]): void {
  let left = gone.cents
  for (const one of open) {
    const taken = Math.min(left, one.cents)
    one.cents -= taken
    left -= taken
  }
}

/**
 * What went back from a booking, or is ordered, and was not returned by the bank: for a former traveler,
 * with the moment they left, and for good, in any way: goodwill, the dashboard, by hand, a lost dispute.
 */
function goneFor(
  bookingId: number,
  without: LedgerEntry | undefined,
  tx: Tx,
): { forLeavers: Gone[]; forGood: Gone[] } {
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
  const ordered = (...reasons: (typeof refunds.$inferSelect)['reason'][]) =>
    standing
      .filter(({ reason }) => reasons.includes(reason))
      .map(({ createdAt, amountCents }) => ({ at: createdAt.getTime(), cents: amountCents as number }))
  const past = ledger
    .filter(
      ({ id, amountCents, isOwedAgain, stripeRefundId, stripeIntentId }) =>
        amountCents < 0 &&
        id !== without?.id &&
        !isOwedAgain &&
        !undone.has(stripeRefundId ?? '') &&
        !neverTaken.has(stripeIntentId ?? ''),
    )
    .map(({ createdAt, enteredAt, amountCents, stripeRefundId }) => {
      const done = orders.filter(
        (order) => stripeRefundId !== null && order.stripeRefundId === stripeRefundId,
      )
      const ofOrders = done.reduce((sum, order) => sum + order.amountCents, 0)
      return { at: (enteredAt ?? createdAt).getTime(), cents: Math.max(0, -amountCents - ofOrders) }
    })
  return { forLeavers: ordered('left-party'), forGood: [...ordered('goodwill', 'whole'), ...past] }
}
