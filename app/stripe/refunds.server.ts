import type { Stripe } from 'stripe'
import { type Cents, cents } from '#app/money'
import { ask } from '#app/stripe/client.server'

/** What the product reads of a refund. */
export type StripeRefund = { id: string; intentId: string | null; amountCents: Cents; settled: boolean }

/** The product's view of Stripe's object, as it comes from a call or in a webhook. */
export const readRefund = (refund: Stripe.Refund): StripeRefund => ({
  id: refund.id,
  intentId:
    typeof refund.payment_intent === 'string' ? refund.payment_intent : (refund.payment_intent?.id ?? null),
  amountCents: cents(refund.amount),
  settled: refund.status === 'succeeded' || refund.status === 'pending',
})

/**
 * Gives money back to the card it came from. Throws StripeUnavailable; a refusal of Stripe's (more than was
 * captured, already refunded) is thrown as it came.
 */
export const createRefund = (order: {
  intentId: string
  amountCents: Cents
  idempotencyKey: string
}): Promise<StripeRefund> =>
  ask(async (sdk) =>
    readRefund(
      await sdk.refunds.create(
        { payment_intent: order.intentId, amount: order.amountCents },
        { idempotencyKey: order.idempotencyKey },
      ),
    ),
  )
