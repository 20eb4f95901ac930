import type { Stripe } from 'stripe'
import type { Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import type { PAYOUT_STATUSES } from '#db/values'
import { everyPage, isRefusal } from './client.server'

/** What moved the balance at Stripe (a balance transaction); what goes out is negative. */
export type StripeMovement = {
  id: string
  /** In Stripe's words: 'charge', 'refund', 'dispute', 'payout' … */
  category: string
  /** Its charge, refund, dispute or payout. */
  sourceId: string | null
  intentId: string | null
  grossCents: Cents
  feeCents: Cents
  netCents: Cents
  createdAt: Date
  availableOn: Day
}

export type StripePayout = {
  id: string
  amountCents: Cents
  arrivesOn: Day
  status: (typeof PAYOUT_STATUSES)[number]
  failure: string | null
  createdAt: Date
}

/** Stripe's days are in UTC. */
const dayOf = (seconds: number): Day => new Date(seconds * 1000).toISOString().slice(0, 10)

function readMovement(moved: Stripe.BalanceTransaction): StripeMovement {
  const { source } = moved
  const whole = typeof source === 'object' && source !== null ? source : null
  const intent = whole && 'payment_intent' in whole ? whole.payment_intent : null
  return {
    id: moved.id,
    category: moved.reporting_category,
    sourceId: typeof source === 'string' ? source : (whole?.id ?? null),
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    grossCents: cents(moved.amount),
    feeCents: cents(moved.fee),
    netCents: cents(moved.net),
    createdAt: new Date(moved.created * 1000),
    availableOn: dayOf(moved.available_on),
  }
}

const readPayout = (payout: Stripe.Payout): StripePayout => ({
  id: payout.id,
  amountCents: cents(payout.amount),
  arrivesOn: dayOf(payout.arrival_date),
  status: payout.status as StripePayout['status'],
  failure: payout.failure_message ?? payout.failure_code,
  createdAt: new Date(payout.created * 1000),
})

type Listed = { id: string; createdAt: Date }
type Period = Stripe.PaginationParams & { created: Stripe.RangeQueryParam }

/** Each of up to 5,000 (`everyPage`): more than a company of our kind has in its life. */
const STRETCHES_AT_MOST = 20

/**
 * All that came since an instant, oldest first, also where that is more than one list may have: the next
 * begins where the one before ended. Throws StripeUnavailable.
 */
async function since<One extends { id: string }, Read extends Listed>(
  from: Date | null,
  list: (sdk: Stripe, period: Period) => Promise<Stripe.ApiList<One>>,
  read: (one: One) => Read,
): Promise<Read[]> {
  const found = new Map<string, Read>()
  let until: Date | undefined
  for (let stretch = 0; stretch < STRETCHES_AT_MOST; stretch += 1) {
    const created = { ...(from && { gte: inSeconds(from) }), ...(until && { lte: inSeconds(until) }) }
    const { newestFirst, isAll } = await everyPage((sdk, page) => list(sdk, { ...page, created }), read)
    for (const one of newestFirst) found.set(one.id, one)
    const oldest = newestFirst.at(-1)
    if (isAll || !oldest) return [...found.values()].reverse()
    until = oldest.createdAt
  }
  throw new Error('Stripe has more movements than can be read at once')
}

const inSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000)

export const movementsSince = (from: Date | null): Promise<StripeMovement[]> =>
  since(
    from,
    (sdk, period) => sdk.balanceTransactions.list({ ...period, expand: ['data.source'] }),
    readMovement,
  )

export const payoutsSince = (from: Date | null): Promise<StripePayout[]> =>
  since(from, (sdk, period) => sdk.payouts.list(period), readPayout)

/**
 * What a payout is made of, itself among it; null where Stripe does not say it, as of one that was made by
 * hand. Throws StripeUnavailable.
 */
export async function movementsOfPayout(payoutId: string): Promise<StripeMovement[] | null> {
  const ofPayout = (page: Stripe.PaginationParams) => ({
    ...page,
    payout: payoutId,
    expand: ['data.source'],
  })
  try {
    const listed = await everyPage((sdk, page) => sdk.balanceTransactions.list(ofPayout(page)), readMovement)
    return listed.newestFirst.toReversed()
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
