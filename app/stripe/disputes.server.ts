import type { Stripe } from 'stripe'
import { type Cents, cents } from '#app/money'
import { ask } from './client.server'
import { everyPage } from './every-page.server'
import { missingIsNull } from './intents.server'

/** What the product reads of a dispute: a cardholder asks the bank to take a payment back (a chargeback). */
export type StripeDispute = {
  id: string
  intentId: string | null
  amountCents: Cents
  /** In Stripe's words, as 'product_not_received'. */
  reason: string
  /** 'needs_response', 'won', 'lost', …; where the bank only inquires so far, it begins with 'warning_'. */
  status: string
  /** Until when Stripe takes an answer. */
  answerBy: Date | null
}

/** The product's view of Stripe's object, as it comes from a call or in a webhook. */
export const readDispute = (dispute: Stripe.Dispute): StripeDispute => ({
  id: dispute.id,
  intentId:
    typeof dispute.payment_intent === 'string'
      ? dispute.payment_intent
      : (dispute.payment_intent?.id ?? null),
  amountCents: cents(dispute.amount),
  reason: dispute.reason,
  status: dispute.status,
  answerBy: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
})

/** As it is at this moment; null where Stripe knows no such dispute. Throws StripeUnavailable. */
export const retrieveDispute = (id: string): Promise<StripeDispute | null> =>
  ask(async (sdk) => readDispute(await sdk.disputes.retrieve(id))).catch(missingIsNull)

/** Every dispute that Stripe has, newest first, whatever became of it. Throws StripeUnavailable. */
export async function everyDispute(): Promise<{ newestFirst: StripeDispute[]; isAll: boolean }> {
  const { newestFirst, isAll } = await everyPage((sdk, page) => sdk.disputes.list(page))
  return { newestFirst: newestFirst.map(readDispute), isAll }
}
