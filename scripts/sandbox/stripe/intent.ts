import { newId, nowSeconds } from './ids'
import type { PaymentIntent } from './objects'
import { noSuch, type StripeErrorBody } from './refusal'
import type { Sandbox } from './sandbox'

export function intentCalled(sandbox: Sandbox, id: string, param = 'intent'): PaymentIntent {
  const intent = sandbox.store.find('payment_intent', id)
  if (!intent) throw noSuch('payment_intent', id, param)
  return intent
}

/** Writes a new intent down and tells the world. Also for the intent of a Checkout Session. */
export function openIntent(sandbox: Sandbox, intent: PaymentIntent): PaymentIntent {
  sandbox.store.keep(intent)
  sandbox.announce('payment_intent.created', intent)
  return intent
}

/** Ends an intent without payment. */
export function closeIntent(sandbox: Sandbox, intent: PaymentIntent, reason: string | null): PaymentIntent {
  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: nowSeconds(),
    cancellation_reason: reason,
    next_action: null,
  }
  sandbox.store.keep(canceled)
  sandbox.announce('payment_intent.canceled', canceled)
  return canceled
}

export type Tried = { intent: PaymentIntent; refused?: StripeErrorBody }

/** Leaves the intent open for another method, with the reason. */
export function failPayment(sandbox: Sandbox, intent: PaymentIntent, error: StripeErrorBody): Tried {
  const open: PaymentIntent = {
    ...intent,
    last_payment_error: error as PaymentIntent['last_payment_error'],
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  sandbox.store.keep(open)
  sandbox.announce('payment_intent.payment_failed', open)
  return { intent: open, refused: error }
}

interface NewIntent {
  amount: number
  currency: string
  description: string | null
  metadata: Record<string, string>
  receiptEmail: string | null
  customer?: string | null
  futureUsage?: PaymentIntent['setup_future_usage']
  /** Cards without. */
  types?: string[]
}

/** An intent as it is before anyone has tried to pay. */
export function newIntent({
  amount,
  currency,
  description,
  metadata,
  receiptEmail,
  customer = null,
  futureUsage = null,
  types,
}: NewIntent): PaymentIntent {
  const id = newId('pi_3', 23)
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency,
    customer,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: receiptEmail,
    review: null,
    setup_future_usage: futureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
