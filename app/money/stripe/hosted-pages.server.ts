import type { Stripe } from 'stripe'
import { CURRENCY } from '#app/platform/money'
import { ask, isRefusal, refusalIsFailure } from './client.server'
import { type Intent, type IntentOrder, keyed, missingIsNull, readIntent } from './intents.server'

/** Stripe's own payment page, for a traveler without JavaScript. */
export type HostedPage = {
  id: string
  /** 'open', 'complete' or 'expired'. */
  status: string
  url: string | null
  intent: Intent | null
}

const readPage = (session: Stripe.Checkout.Session): HostedPage => ({
  id: session.id,
  status: session.status ?? 'open',
  url: session.url,
  intent:
    session.payment_intent && typeof session.payment_intent !== 'string'
      ? readIntent(session.payment_intent)
      : null,
})

/**
 * Opens a hosted page. Stripe puts the session's id in place of {CHECKOUT_SESSION_ID} in `successUrl`.
 * Throws StripeUnavailable.
 */
export const createHostedPage = (
  order: IntentOrder & { email: string; successUrl: string; cancelUrl: string; reference: string },
): Promise<HostedPage> =>
  ask(async (sdk) =>
    readPage(
      await sdk.checkout.sessions.create(
        {
          mode: 'payment',
          allowed_payment_method_types: ['card'],
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: CURRENCY,
                unit_amount: order.amountCents,
                product_data: { name: order.description },
              },
            },
          ],
          customer_email: order.email,
          client_reference_id: order.reference,
          metadata: keyed(order),
          payment_intent_data: { metadata: keyed(order), description: order.description },
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
        },
        { idempotencyKey: order.idempotencyKey },
      ),
    ),
  ).catch(refusalIsFailure)

/** Null where Stripe knows no such page. Throws StripeUnavailable. */
export const retrieveHostedPage = (id: string): Promise<HostedPage | null> =>
  ask(async (sdk) =>
    readPage(await sdk.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })),
  ).catch(missingIsNull)

/**
 * Closes a page and tells what became of it: one that was paid in the meantime stays so. Throws
 * StripeUnavailable.
 */
export async function closeHostedPage(id: string): Promise<HostedPage | null> {
  try {
    await ask((sdk) => sdk.checkout.sessions.expire(id))
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  return retrieveHostedPage(id)
}
