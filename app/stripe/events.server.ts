import type { Stripe } from 'stripe'
import { env } from '#app/env.server'
import { stripe } from '#app/stripe/client.server'
import { readDispute, type StripeDispute } from '#app/stripe/disputes.server'
import { type Intent, readIntent } from '#app/stripe/intents.server'
import { readRefund, type StripeRefund } from '#app/stripe/refunds.server'

/** What a webhook told us, as far as the product listens. */
export type StripeEvent = { id: string; type: string } & (
  | { about: 'intent'; intent: Intent }
  | { about: 'session'; sessionId: string }
  | { about: 'refund'; refund: StripeRefund }
  | { about: 'dispute'; dispute: StripeDispute; isClosed: boolean }
  | { about: 'other' }
)

const TOLERANCE_SECONDS = 300

/**
 * Verifies a webhook's signature against the raw body, then reads it; null where the signature is not Stripe's
 * or is dated more than five minutes from the machine's clock, on either side: the SDK lets the future pass.
 */
export async function readEvent(rawBody: string, signature: string): Promise<StripeEvent | null> {
  const secret = env.stripe?.webhookSecret
  if (!secret || !isDatedNow(signature)) return null
  const sdk = await stripe()
  let event: Stripe.Event
  try {
    event = sdk.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS)
  } catch {
    return null
  }
  return readVerified(event)
}

function readVerified(event: Stripe.Event): StripeEvent {
  const { id, type } = event
  switch (event.type) {
    case 'payment_intent.processing':
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return { id, type, about: 'intent', intent: readIntent(event.data.object) }
    case 'checkout.session.completed':
    case 'checkout.session.expired':
      return { id, type, about: 'session', sessionId: event.data.object.id }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { id, type, about: 'refund', refund: readRefund(event.data.object) }
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return {
        id,
        type,
        about: 'dispute',
        dispute: readDispute(event.data.object),
        isClosed: event.type === 'charge.dispute.closed',
      }
    default:
      return { id, type, about: 'other' }
  }
}

function isDatedNow(signature: string): boolean {
  const stamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  return Math.abs(Date.now() / 1000 - stamp) <= TOLERANCE_SECONDS
}
