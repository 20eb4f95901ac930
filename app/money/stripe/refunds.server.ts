import type { Stripe } from 'stripe'
import { type Cents, cents } from '#app/platform/money'
import { ask, everyPage, missingIsNull } from './client.server'

/** What the product reads of a refund; `made` also while the bank has not shown it yet. */
export type StripeRefund = {
  id: string
  intentId: string | null
  amountCents: Cents
  state: 'made' | 'failed' | 'waiting'
  /**
   * Our key of the order that it carries out, and which try it was; null where it was made in Stripe's own
   * dashboard.
   */
  orderKey: string | null
  attempt: number | null
}

/** Our own words on every refund that we order. */
const ORDER = 'savanna_soul_refund'
const ATTEMPT = 'savanna_soul_attempt'

/** The product's view of Stripe's object, as it comes from a call or in a webhook. */
export const readRefund = (refund: Stripe.Refund): StripeRefund => ({
  id: refund.id,
  intentId: idOf(refund.payment_intent),
  amountCents: cents(refund.amount),
  state: stateOf(refund.status),
  orderKey: refund.metadata?.[ORDER] ?? null,
  attempt: Number(refund.metadata?.[ATTEMPT]) || null,
})

const idOf = (intent: string | { id: string } | null): string | null =>
  typeof intent === 'string' ? intent : (intent?.id ?? null)

function stateOf(status: string | null): StripeRefund['state'] {
  if (status === 'succeeded' || status === 'pending') return 'made'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'waiting'
}

/**
 * Gives money back to the card it came from. Stripe makes one attempt of an order once, for a day: asking
 * again later looks at `refundsOf` first. Throws StripeUnavailable; a refusal of Stripe's (more than was
 * captured, already refunded, too little balance) is thrown as it came.
 */
export const createRefund = (order: {
  orderKey: string
  attempt: number
  intentId: string
  amountCents: Cents
}): Promise<StripeRefund> =>
  ask(async (sdk) =>
    readRefund(
      await sdk.refunds.create(
        {
          payment_intent: order.intentId,
          amount: order.amountCents,
          metadata: { [ORDER]: order.orderKey, [ATTEMPT]: String(order.attempt) },
        },
        { idempotencyKey: `refund-${order.orderKey}-${order.attempt}-${order.amountCents}` },
      ),
    ),
  )

/** As it is at this moment; null where Stripe knows no such refund. Throws StripeUnavailable. */
export const retrieveRefund = (id: string): Promise<StripeRefund | null> =>
  ask(async (sdk) => readRefund(await sdk.refunds.retrieve(id))).catch(missingIsNull)

/**
 * The refunds of an intent, newest first, no matter who made them and how they ended. Throws
 * StripeUnavailable.
 */
export async function refundsOf(intentId: string): Promise<StripeRefund[]> {
  const ofIntent = (page: Stripe.PaginationParams) => ({ ...page, payment_intent: intentId })
  return (await everyPage((sdk, page) => sdk.refunds.list(ofIntent(page)), readRefund)).newestFirst
}

/**
 * Every refund that Stripe has, newest first, no matter who made it: one may fail long after it was made.
 * Throws StripeUnavailable.
 */
export const everyRefund = () => everyPage((sdk, page) => sdk.refunds.list(page), readRefund)

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
  intentId: idOf(dispute.payment_intent),
  amountCents: cents(dispute.amount),
  reason: dispute.reason,
  status: dispute.status,
  answerBy: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
})

/** As it is at this moment; null where Stripe knows no such dispute. Throws StripeUnavailable. */
export const retrieveDispute = (id: string): Promise<StripeDispute | null> =>
  ask(async (sdk) => readDispute(await sdk.disputes.retrieve(id))).catch(missingIsNull)

/** Every dispute that Stripe has, newest first, whatever became of it. Throws StripeUnavailable. */
export const everyDispute = () => everyPage((sdk, page) => sdk.disputes.list(page), readDispute)
