import { moveMoney } from './balance'
import { newId, nowSeconds } from './ids'
import { pageOf } from './lists'
import type { Charge, PaymentIntent, PaymentMethod } from './objects'
import { textOf } from './parameters'
import { noSuch } from './refusal'
import type { Call, Sandbox } from './sandbox'

interface Failure {
  code: string
  declineCode?: string | undefined
  message: string
}

/** Writes down one attempt to take the money: paid, or failed with the bank's reason. */
export function recordCharge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  failure?: Failure,
): Charge {
  const id = newId('ch_3', 23)
  const balance = failure
    ? null
    : moveMoney(sandbox, intent.amount, feeOf(intent.amount), intent.currency, 'charge', id)
  const charge = sandbox.store.keep({
    ...shape(id, intent, method),
    ...(failure
      ? failed(failure)
      : { amount_captured: intent.amount, balance_transaction: balance?.id ?? null }),
  })
  sandbox.announce(failure ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

export function chargeCalled(sandbox: Sandbox, id: string, param = 'id'): Charge {
  const charge = sandbox.store.find('charge', id)
  if (!charge) throw noSuch('charge', id, param)
  return charge
}

export function retrieveCharge({ sandbox, id }: Call): Charge {
  return chargeCalled(sandbox, id)
}

export function listCharges({ sandbox, params }: Call) {
  const intent = textOf(params, 'payment_intent')
  return pageOf(
    sandbox,
    'charge',
    params,
    '/v1/charges',
    (charge) => !intent || charge.payment_intent === intent,
  )
}

const feeOf = (amount: number) => Math.round(amount * 0.029) + 30

function failed({ code, declineCode, message }: Failure): Partial<Charge> {
  return {
    captured: false,
    failure_code: code,
    failure_message: message,
    outcome: {
      advice_code: 'try_again_later',
      network_advice_code: null,
      network_decline_code: '01',
      network_status: 'declined_by_network',
      reason: declineCode ?? code,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
    paid: false,
    receipt_url: null,
    status: 'failed',
  }
}

function shape(id: string, intent: PaymentIntent, method: PaymentMethod): Charge {
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: true,
    created: nowSeconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method), type: 'card' },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: `https://pay.stripe.com/receipts/payment/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

function cardDetails(intent: PaymentIntent, { card }: PaymentMethod) {
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.checks?.cvc_check ? 'pass' : null,
    },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated' as const,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}
