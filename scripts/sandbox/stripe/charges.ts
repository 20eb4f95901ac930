import { moveMoney } from './balance'
import type { Decline } from './cards'
import { newId, nowSeconds } from './ids'
import { pageOf } from './lists'
import type { BankMethod, CardMethod, Charge, PaymentIntent, PaymentMethod } from './objects'
import { textOf } from './parameters'
import { noSuch } from './refusal'
import type { Call, Sandbox } from './sandbox'

type AdviceCode = NonNullable<Charge['outcome']>['advice_code']

interface Failure {
  code: string
  message: string
}

/** Writes down one attempt to take the money from a card: paid, or failed with the bank's reason. */
export function recordCharge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: CardMethod,
  decline?: Decline,
): Charge {
  const id = newId('ch_3', 23)
  const balance = decline
    ? null
    : moveMoney(sandbox, intent.amount, feeOf(intent.amount), intent.currency, 'charge', id)
  const charge = sandbox.store.keep({
    ...shape(id, intent, method, { card: cardDetails(intent, method), type: 'card' }),
    ...(decline
      ? failed(decline)
      : { amount_captured: intent.amount, balance_transaction: balance?.id ?? null }),
  })
  sandbox.announce(decline ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

/** A payment from a bank account that is on its way. */
export function beginCharge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: BankMethod,
  mandate: string,
): Charge {
  const { us_bank_account: account } = method
  return sandbox.store.keep({
    ...shape(newId('py_3', 23), intent, method, {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: account.account_holder_type,
        account_type: account.account_type,
        bank_name: account.bank_name,
        fingerprint: account.fingerprint,
        last4: account.last4,
        mandate,
        payment_reference: null,
        routing_number: account.routing_number,
      },
    }),
    amount_captured: intent.amount,
    paid: false,
    status: 'pending',
  })
}

/** It has arrived, with Stripe's smaller fee, or the bank could not take it. */
export function endCharge(sandbox: Sandbox, charge: Charge, failure?: Failure): Charge {
  const { amount, currency, id } = charge
  if (failure) {
    const lost = sandbox.store.keep({
      ...charge,
      amount_captured: 0,
      failure_code: failure.code,
      failure_message: failure.message,
      outcome: {
        ...APPROVED,
        network_status: 'declined_by_network',
        reason: failure.code,
        seller_message: 'The bank could not take the money.',
        type: 'issuer_declined',
      },
      status: 'failed',
    })
    sandbox.announce('charge.failed', lost)
    return lost
  }
  const balance = moveMoney(sandbox, amount, bankFeeOf(amount), currency, 'charge', id)
  const arrived = sandbox.store.keep({
    ...charge,
    balance_transaction: balance.id,
    paid: true,
    status: 'succeeded',
  })
  sandbox.announce('charge.succeeded', arrived)
  return arrived
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
const bankFeeOf = (amount: number) => Math.min(Math.round(amount * 0.008), 500)

function failed({ code, declineCode, message, adviceCode, networkDeclineCode }: Decline): Partial<Charge> {
  return {
    captured: false,
    failure_code: code,
    failure_message: message,
    outcome: {
      advice_code: (adviceCode ?? null) as AdviceCode,
      network_advice_code: null,
      network_decline_code: networkDeclineCode,
      network_status: 'declined_by_network',
      reason: declineCode,
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

function shape(
  id: string,
  intent: PaymentIntent,
  method: PaymentMethod,
  details: Charge['payment_method_details'],
): Charge {
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
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: APPROVED,
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: details,
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

const APPROVED: NonNullable<Charge['outcome']> = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
}

function cardDetails(intent: PaymentIntent, { card }: CardMethod) {
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
