import type { Stripe } from 'stripe'
import { type Cents, cents } from '#app/platform/money'
import { ask } from './client.server'
import { BOOKING, type Intent, missingIsNull, readIntent } from './intents.server'
import { everyPage } from './refunds.server'

/** An intent with what tells whose it is, where our own record of it is lost. */
export type BegunIntent = Intent & {
  createdAt: Date
  description: string | null
  /** The booking's, from the metadata; null of intents of earlier releases. */
  reference: string | null
  /** What went back of it since. */
  returnedCents: Cents
}

const SECOND_MS = 1_000

/**
 * The intents that were begun at Stripe after a known one, or all of them, oldest first; `isAll` is false
 * where there are more than 5,000, and the oldest were left out. Throws StripeUnavailable.
 */
export async function intentsBegunAfter(
  knownId: string | null,
): Promise<{ intents: BegunIntent[]; isAll: boolean }> {
  const known = knownId === null ? null : await retrieveBegun(knownId)
  const { newestFirst, isAll } = await everyPage((sdk, page) =>
    sdk.paymentIntents.list({
      ...page,
      ...(known && { created: { gte: Math.floor(known.createdAt.getTime() / SECOND_MS) } }),
      expand: ['data.latest_charge'],
    }),
  )
  return { intents: newestFirst.map(readBegun).toReversed(), isAll }
}

/** Null where Stripe knows no such intent. Throws StripeUnavailable. */
export const retrieveBegun = (id: string): Promise<BegunIntent | null> =>
  ask(async (sdk) => readBegun(await sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))).catch(
    missingIsNull,
  )

const readBegun = (intent: Stripe.PaymentIntent): BegunIntent => ({
  ...readIntent(intent),
  createdAt: new Date(intent.created * SECOND_MS),
  description: intent.description,
  reference: intent.metadata[BOOKING] ?? null,
  returnedCents: cents(
    intent.latest_charge && typeof intent.latest_charge !== 'string'
      ? intent.latest_charge.amount_refunded
      : 0,
  ),
})
