import type Stripe from 'stripe'

// Stripe's own shapes as they travel: what can be expanded is an id until somebody asks for more.
type Folded<Shape, Names extends keyof Shape> = Omit<Shape, Names> & { [Name in Names]: string | null }

export type PaymentIntent = Folded<Stripe.PaymentIntent, 'latest_charge' | 'payment_method' | 'customer'>
export type Charge = Folded<Stripe.Charge, 'payment_intent' | 'balance_transaction' | 'customer'>
export type Refund = Folded<Stripe.Refund, 'charge' | 'payment_intent' | 'balance_transaction'>
export type Dispute = Folded<Stripe.Dispute, 'payment_intent'> & { charge: string }
export type Session = Folded<Stripe.Checkout.Session, 'payment_intent' | 'customer'>
export type PaymentMethod = Stripe.PaymentMethod & { type: 'card'; card: Stripe.PaymentMethod.Card }
export type BalanceTransaction = Folded<Stripe.BalanceTransaction, 'source'> & {
  /** As Stripe says it only by the list of a payout's. */
  payout?: string
}
export type Payout = Folded<
  Stripe.Payout,
  'balance_transaction' | 'destination' | 'failure_balance_transaction'
>

/** A line of a Checkout Session. The SDK turns its decimal text into a number of its own. */
export interface LineItem {
  id: string
  object: 'item'
  description: string
  amount_total: number
  currency: string
  quantity: number
  [field: string]: unknown
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: { id: string; object: string; [field: string]: unknown } }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export interface Token {
  id: string
  object: 'token'
  payment_method: string
  [field: string]: unknown
}

/** What a Checkout Session will say to the intent it makes. */
interface IntentDraft {
  id: string
  object: 'intent_draft'
  description: string | null
  metadata: Record<string, string>
  receiptEmail: string | null
}

/** Where the bank sends a payer back to; it outlives the intent's own `next_action`. */
interface WayBack {
  id: string
  object: 'way_back'
  url: string
}

/** What is kept, by the name that Stripe puts under `object`. */
export interface Kinds {
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  'checkout.session': Session
  item: LineItem
  payment_method: PaymentMethod
  balance_transaction: BalanceTransaction
  payout: Payout
  event: StripeEvent
  token: Token
  intent_draft: IntentDraft
  way_back: WayBack
}
export type Kind = keyof Kinds
export type Kept = Kinds[Kind]
