import type Stripe from 'stripe'

// Stripe's own shapes as they travel: what can be expanded is an id until somebody asks for more.
type Folded<Shape, Names extends keyof Shape> = Omit<Shape, Names> & { [Name in Names]: string | null }

export type PaymentIntent = Folded<Stripe.PaymentIntent, 'latest_charge' | 'payment_method' | 'customer'>
export type Charge = Folded<Stripe.Charge, 'payment_intent' | 'balance_transaction' | 'customer'>
export type Refund = Folded<Stripe.Refund, 'charge' | 'payment_intent' | 'balance_transaction'>
export type Dispute = Folded<Stripe.Dispute, 'payment_intent'> & { charge: string }
export type Session = Folded<Stripe.Checkout.Session, 'payment_intent' | 'setup_intent' | 'customer'>
type Method = Omit<Folded<Stripe.PaymentMethod, 'customer'>, 'type' | 'card' | 'us_bank_account'>
export type CardMethod = Method & {
  type: 'card'
  card: Stripe.PaymentMethod.Card
}
export type BankMethod = Method & {
  type: 'us_bank_account'
  us_bank_account: Stripe.PaymentMethod.UsBankAccount
}
export type PaymentMethod = CardMethod | BankMethod
export type SetupIntent = Folded<
  Stripe.SetupIntent,
  'customer' | 'payment_method' | 'mandate' | 'latest_attempt' | 'single_use_mandate'
>
export type Customer = Omit<Stripe.Customer, 'deleted'> & { deleted?: boolean }
export type Mandate = Folded<Stripe.Mandate, 'payment_method'>
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
  futureUsage: string | null
}

/** Where the bank sends a payer back to; it outlives the intent's own `next_action`. */
interface WayBack {
  id: string
  object: 'way_back'
  url: string
}

/** What a test wants of the next charge of a method. Ours: Stripe has nothing like it. */
export type NextAnswer =
  | { says: 'declines'; declineCode: string; adviceCode?: string; networkDeclineCode?: string }
  | { says: 'asks' }
  | { says: 'fails'; code: string }
  | { says: 'bounces'; onDay: number; reason: string }

/** What the sandbox knows of a method beyond what Stripe shows. */
export interface MethodNote {
  id: string
  object: 'method_note'
  /** Authenticated for payments without the payer. */
  isSetUp: boolean
  /** Taken from its customer: Stripe never takes it back. */
  isSpent: boolean
  isRevoked: boolean
  nextAnswers: NextAnswer[]
}

/** A payment from a bank account that has not come to its end. */
export interface Debit {
  id: string
  object: 'debit'
  intent: string
  method: string
  startedAt: number
  /** How it ends: nothing means well. */
  failsWith: string | null
  bounce: { onDay: number; reason: string } | null
  hasArrived: boolean
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
  setup_intent: SetupIntent
  customer: Customer
  mandate: Mandate
  method_note: MethodNote
  debit: Debit
}
export type Kind = keyof Kinds
export type Kept = Kinds[Kind]
