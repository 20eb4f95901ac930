import { eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  movementsOfPayout,
  movementsSince,
  payoutsSince,
  type StripeMovement,
  type StripePayout,
} from '#app/money/stripe/balance.server'
import { StripeUnavailable, stripeConfigured } from '#app/money/stripe/client.server'
import { DAY_MS } from '#app/platform/clock.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { payouts, stripeMovements } from '#db/schema/accounts'

/** What is read again each time: a bank sends a payout back days later. */
const OVERLAP_DAYS = 10

/** Of so many payouts a night it is asked what they are made of; the next night goes on. */
const PAYOUTS_AT_ONCE = 200

/** Rows written in one transaction: others write in between. */
const PORTION = 500

/**
 * Fetches what moved the balance at Stripe since the last time, and its payouts with what each is made of. A
 * restored backup goes on from what it has. Fetching twice changes nothing. Where Stripe is silent, which is
 * told by itself, nothing is counted, and the next night goes on.
 */
export async function fetchMovements(now: Date, goOn: () => boolean): Promise<Record<string, number>> {
  if (!stripeConfigured()) return {}
  try {
    return await fetchAll(now, goOn)
  } catch (error) {
    if (error instanceof StripeUnavailable) return {}
    throw error
  }
}

async function fetchAll(now: Date, goOn: () => boolean) {
  const before = counts()
  const movements = await movementsSince(lastOf(stripeMovements))
  for (let first = 0; first < movements.length && goOn(); first += PORTION)
    immediately((tx) => storeMovements(movements.slice(first, first + PORTION), null, tx))
  const found = await payoutsSince(lastOf(payouts))
  immediately((tx) => storePayouts(found, tx))
  for (const { id, stripeId } of unmatched()) {
    if (!goOn()) break
    const parts = await movementsOfPayout(stripeId)
    immediately((tx) => {
      if (parts) storeMovements(parts, stripeId, tx)
      tx.update(payouts).set({ matchedAt: now }).where(eq(payouts.id, id)).run()
    })
  }
  const after = counts()
  return { movements: after.movements - before.movements, payouts: after.payouts - before.payouts }
}

const counts = () =>
  db.get<{ movements: number; payouts: number }>(
    sql`select (select count(*) from stripe_movements) as movements, (select count(*) from payouts) as payouts`,
  )

/** From when on they are read; null where there are none yet. By Stripe's clock alone. */
function lastOf(table: typeof stripeMovements | typeof payouts): Date | null {
  const { at } = db.get<{ at: number | null }>(sql`select max(created_at) as at from ${table}`)
  return at === null ? null : new Date(at - OVERLAP_DAYS * DAY_MS)
}

function storeMovements(movements: StripeMovement[], payoutId: string | null, tx: Tx): void {
  for (const { id: stripeId, intentId: stripeIntentId, ...movement } of movements) {
    tx.insert(stripeMovements)
      .values({ ...movement, stripeId, stripeIntentId })
      .onConflictDoNothing()
      .run()
  }
  if (payoutId === null) return
  const ids = movements.map(({ id }) => id)
  tx.update(stripeMovements).set({ payoutId }).where(inArray(stripeMovements.stripeId, ids)).run()
}

function storePayouts(found: StripePayout[], tx: Tx): void {
  for (const { id: stripeId, ...payout } of found) {
    const { amountCents, arrivesOn, status, failure } = payout
    tx.insert(payouts)
      .values({ ...payout, stripeId })
      .onConflictDoUpdate({ target: payouts.stripeId, set: { amountCents, arrivesOn, status, failure } })
      .run()
  }
}

/** What one is made of is known for sure once it has left. */
const unmatched = () =>
  db
    .select({ id: payouts.id, stripeId: payouts.stripeId })
    .from(payouts)
    .where(sql`${isNull(payouts.matchedAt)} and ${payouts.status} in ('paid', 'failed')`)
    .orderBy(payouts.id)
    .limit(PAYOUTS_AT_ONCE)
    .all()
