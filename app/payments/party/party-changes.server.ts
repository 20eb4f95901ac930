import { and, asc, eq, gt, lte, ne, sql } from 'drizzle-orm'
import { type Cents, cents } from '#app/money'
import { ledgerOf } from '#app/payments/ledger.server'
import { type Db, db, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { partyChanges, refunds, travelers } from '#db/schema'
import { sharesAmong } from './party-shares'

/** Whether the opened form has changed the party already: a second press changes nothing. */
export const isChangedBy = (formKey: string, tx: Tx): boolean =>
  tx.select({ id: partyChanges.id }).from(partyChanges).where(eq(partyChanges.formKey, formKey)).get() !==
  undefined

/** What of an amount that concerned a whole party at `since` is of those who have not left it since then; in cents. */
export function partOfStayers(bookingId: number, amountCents: Cents, since: Date, tx: Tx): Cents {
  if (amountCents <= 0) return amountCents
  const left = tx
    .select({ shareCents: partyChanges.shareCents, ofCents: partyChanges.ofCents })
    .from(partyChanges)
    .where(
      and(
        eq(partyChanges.bookingId, bookingId),
        eq(partyChanges.kind, 'left'),
        gt(partyChanges.ofCents, cents(0)),
        gt(partyChanges.createdAt, since),
      ),
    )
    .all()
  return cents(
    left.reduce(
      (part: number, { shareCents, ofCents }) => Math.floor((part * (ofCents - shareCents)) / ofCents),
      amountCents,
    ),
  )
}

const promised = prepared(() =>
  db
    .select({ promised: sql<Cents>`coalesce(sum(${partyChanges.promisedCents}), 0)` })
    .from(partyChanges)
    .where(eq(partyChanges.bookingId, sql.placeholder('bookingId')))
    .prepare(),
)

/** What was promised to those who left a booking and has not gone back: nobody's who stays. In cents. */
export const promisedCents = (bookingId: number, outer: Db = db): Cents =>
  promised(outer).get({ bookingId })?.promised ?? cents(0)

/**
 * Writes down what is still promised to those who left, worked out from the orders and the ledger alone, so that it is
 * the same in whatever order these came about: what each was to get, less what is ordered or made of it, less what went
 * back for good since they left. That keeps first what was promised first.
 */
export function settlePromises(bookingId: number, tx: Tx): void {
  const left = tx
    .select()
    .from(partyChanges)
    .where(and(eq(partyChanges.bookingId, bookingId), eq(partyChanges.kind, 'left')))
    .orderBy(asc(partyChanges.createdAt), asc(partyChanges.id))
    .all()
  if (left.length === 0) return
  const { forLeavers, forGood } = goneFor(bookingId, tx)
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

/** Takes what has gone off what is open, oldest first. */
function take(gone: Gone, open: { cents: number }[]): void {
  let left = gone.cents
  for (const one of open) {
    const taken = Math.min(left, one.cents)
    one.cents -= taken
    left -= taken
  }
}

/**
 * What went back of a booking, or is ordered, and has not come back from the bank: for one who left, with the moment of
 * their leaving, and for good besides, in whatever way: goodwill, the dashboard, by hand, a lost dispute.
 */
function goneFor(bookingId: number, tx: Tx): { forLeavers: Gone[]; forGood: Gone[] } {
  const ledger = ledgerOf(bookingId, tx)
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
      ({ amountCents, isOwedAgain, stripeRefundId, stripeIntentId }) =>
        amountCents < 0 &&
        !isOwedAgain &&
        !undone.has(stripeRefundId ?? '') &&
        !neverTaken.has(stripeIntentId ?? ''),
    )
    .map(({ createdAt, amountCents, stripeRefundId }) => {
      const done = orders.filter(
        (order) => stripeRefundId !== null && order.stripeRefundId === stripeRefundId,
      )
      const ofOrders = done.reduce((sum, order) => sum + order.amountCents, 0)
      return { at: createdAt.getTime(), cents: Math.max(0, -amountCents - ofOrders) }
    })
  return { forLeavers: ordered('left-party'), forGood: [...ordered('goodwill', 'whole'), ...past] }
}

/**
 * A price that is raised again, and the money with it, is of those who travelled when it was lowered: who joined since
 * has no part in either. Nothing to do where nobody joined or left since: the shares were not written down meanwhile.
 */
export function giveToThoseOf(bookingId: number, since: Date, amountCents: Cents, tx: Tx): void {
  if (amountCents <= 0) return
  const later = and(eq(partyChanges.bookingId, bookingId), gt(partyChanges.createdAt, since))
  if (!tx.select({ id: partyChanges.id }).from(partyChanges).where(later).get()) return
  const then = tx
    .select()
    .from(travelers)
    .where(and(eq(travelers.bookingId, bookingId), lte(travelers.createdAt, since)))
    .orderBy(asc(travelers.position))
    .all()
  const parts = sharesAmong(
    then.map((one) => ({ ...one, settledPaidCents: null })),
    amountCents,
    cents(0),
  )
  then.forEach(({ id, priceCents, settledShareCents, settledPaidCents }, index) => {
    const part = parts[index]?.shareCents ?? 0
    tx.update(travelers)
      .set({
        settledShareCents: cents((settledShareCents ?? priceCents) + part),
        settledPaidCents: cents((settledPaidCents ?? 0) + part),
      })
      .where(eq(travelers.id, id))
      .run()
  })
}
