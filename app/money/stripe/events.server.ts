import type { Stripe } from 'stripe'
import { z } from 'zod'
import { env } from '#app/platform/env.server'
import { stripe } from './client.server'
import { type Intent, readIntent } from './intents.server'
import { readDispute, readRefund, type StripeDispute, type StripeRefund } from './refunds.server'

/** What the webhook is subscribed to at Stripe (docs/running.md), and what each tells about. */
export const HEARD_EVENTS = {
  'payment_intent.processing': 'intent',
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'checkout.session.completed': 'session',
  'checkout.session.expired': 'session',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.closed': 'dispute',
} as const

const isHeardEvent = (type: string): type is keyof typeof HEARD_EVENTS => Object.hasOwn(HEARD_EVENTS, type)

/** What a webhook told us, as far as the product listens. */
export type StripeEvent = { id: string; type: string } & (
  | { about: 'intent'; intent: Intent }
  | { about: 'session'; sessionId: string }
  | { about: 'refund'; refund: StripeRefund }
  | { about: 'dispute'; dispute: StripeDispute }
  | { about: 'other' }
)

const TOLERANCE_SECONDS = 300

/**
 * Verifies a webhook's signature against the raw body, then reads it. Not signed: the signature is not
 * Stripe's, or is dated more than five minutes from the machine's clock, on either side: the SDK lets the
 * future pass. Unreadable: signed, but no event, or not what Stripe says about such a thing.
 */
export async function readEvent(
  rawBody: string,
  signature: string,
): Promise<{ event: StripeEvent } | { refused: 'not-signed' | 'unreadable' }> {
  const secret = env.stripe?.webhookSecret
  if (!secret || !isDatedNow(signature)) return { refused: 'not-signed' }
  const sdk = await stripe()
  let sent: unknown
  try {
    sent = sdk.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS)
  } catch (error) {
    const isSigned = (error as { type?: string }).type !== 'StripeSignatureVerificationError'
    return { refused: isSigned ? 'unreadable' : 'not-signed' }
  }
  const envelope = Envelope.safeParse(sent)
  const event = envelope.success ? readVerified(envelope.data) : null
  return event ? { event } : { refused: 'unreadable' }
}

const name = z.string().min(1)
const amount = z.number().int()
const intentNamed = z.union([name, z.looseObject({ id: name })]).nullish()

const Envelope = z.object({ id: name, type: name, data: z.object({ object: z.looseObject({}) }) })

/** Null where the event's object lacks what we read from it. */
function readVerified({ id, type, data: { object } }: z.infer<typeof Envelope>): StripeEvent | null {
  if (!isHeardEvent(type)) return { id, type, about: 'other' }
  const about = HEARD_EVENTS[type]
  switch (about) {
    case 'intent':
      return isIntent(object) ? { id, type, about, intent: readIntent(object) } : null
    case 'session':
      return isSession(object) ? { id, type, about, sessionId: object.id } : null
    case 'refund':
      return isRefund(object) ? { id, type, about, refund: readRefund(object) } : null
    case 'dispute':
      return isDispute(object) ? { id, type, about, dispute: readDispute(object) } : null
  }
}

// Each checks that Stripe's object has everything we read from it.

const isIntent = (object: object): object is Stripe.PaymentIntent =>
  z
    .object({
      id: name,
      status: name,
      amount,
      amount_received: amount,
      currency: name,
      metadata: z.record(z.string(), z.string()),
    })
    .safeParse(object).success

const isSession = (object: object): object is Stripe.Checkout.Session =>
  z.object({ id: name }).safeParse(object).success

const isRefund = (object: object): object is Stripe.Refund =>
  z.object({ id: name, amount, status: z.string().nullable(), payment_intent: intentNamed }).safeParse(object)
    .success

const isDispute = (object: object): object is Stripe.Dispute =>
  z
    .object({
      id: name,
      amount,
      status: name,
      reason: name,
      payment_intent: intentNamed,
      evidence_details: z.object({ due_by: z.number().nullish() }),
    })
    .safeParse(object).success

function isDatedNow(signature: string): boolean {
  const stamp = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  return Math.abs(Date.now() / 1000 - stamp) <= TOLERANCE_SECONDS
}
