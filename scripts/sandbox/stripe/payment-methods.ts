import { NAMED_ACCOUNTS, newBankMethod } from './bank-accounts'
import { brandOf, fingerprintOf, NAMED_METHODS, passesLuhn } from './cards'
import type { Form } from './form'
import { newId, nowSeconds } from './ids'
import type { BankMethod, CardMethod, PaymentMethod, Token } from './objects'
import { allowOnly, formOf, metadataOf, oneOf, requiredText, textOf, wholeNumber } from './parameters'
import { badRequest, noSuch, Refusal } from './refusal'
import type { Sandbox } from './sandbox'

/** A card as it is typed. */
export interface TypedCard {
  number: string
  expMonth: number
  expYear: number
  cvc?: string | undefined
}

/** `POST /v1/payment_methods`, and `payment_method_data` of a confirmation. */
export function createPaymentMethod(sandbox: Sandbox, form: Form, byBrowser = false): PaymentMethod {
  const type = requiredText(form, 'type')
  if (type !== 'card' && type !== 'us_bank_account')
    throw badRequest(`The sandbox takes cards and bank accounts only, not ${type}`, 'type')
  const details = type === 'card' ? cardOf(sandbox, form) : accountOf(form, byBrowser)
  return sandbox.store.keep({
    ...details,
    id: newId('pm_1'),
    allow_redisplay: redisplayOf(form),
    billing_details: billingDetails(formOf(form, 'billing_details')),
    metadata: metadataOf(form),
  })
}

export const redisplayOf = (form: Form) =>
  oneOf(form, 'allow_redisplay', ['always', 'limited', 'unspecified']) ?? 'unspecified'

function cardOf(sandbox: Sandbox, form: Form): CardMethod {
  const card = formOf(form, 'card')
  const token = textOf(card, 'token')
  return token ? tokenised(sandbox, token) : newPaymentMethod(readCard(card))
}

// In a browser the payer has chosen it at their bank; what a server sends is a number and nothing more.
function accountOf(form: Form, isVerified: boolean): BankMethod {
  const account = formOf(form, 'us_bank_account')
  if (!textOf(formOf(form, 'billing_details'), 'name'))
    throw badRequest(
      'Missing required param: billing_details[name].',
      'billing_details[name]',
      'parameter_missing',
    )
  return newBankMethod({
    number: requiredText(account, 'account_number', 'us_bank_account').replace(/[\s-]/g, ''),
    routing: textOf(account, 'routing_number'),
    holder: textOf(account, 'account_holder_type'),
    kind: textOf(account, 'account_type'),
    isVerified,
  })
}

/** `POST /v1/tokens`: the older way of carrying a card. */
export function createToken(sandbox: Sandbox, form: Form): Token {
  allowOnly(form, 'card')
  const method = newPaymentMethod(readCard(formOf(form, 'card')))
  sandbox.store.keep(method)
  const card = { id: newId('card_1'), object: 'card', ...method.card }
  const token = {
    object: 'token' as const,
    type: 'card',
    card,
    created: nowSeconds(),
    livemode: false,
    used: false,
  }
  return sandbox.store.keep({ id: newId('tok_1'), payment_method: method.id, ...token })
}

/** The payment method of this name: one that was made before, or a fresh one of Stripe's ready-made ones. */
export function paymentMethodCalled(sandbox: Sandbox, id: string): PaymentMethod {
  const number = NAMED_METHODS[id]
  if (number) return sandbox.store.keep(newPaymentMethod({ number, expMonth: 12, expYear: 2040, cvc: '123' }))
  const account = NAMED_ACCOUNTS[id]
  if (account) return sandbox.store.keep(newBankMethod({ number: account, isVerified: true }))
  const method = sandbox.store.find('payment_method', id)
  if (!method) throw noSuch('PaymentMethod', id, 'payment_method')
  return method
}

/** Reads a card as Stripe does: a wrong number or date is a card error, 402. */
export function newPaymentMethod(card: TypedCard): CardMethod {
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number))
    throw cardError('incorrect_number', 'number')
  if (card.expMonth < 1 || card.expMonth > 12) throw cardError('invalid_expiry_month', 'exp_month')
  const year = card.expYear < 100 ? 2000 + card.expYear : card.expYear
  const today = new Date()
  const isPast = year * 12 + card.expMonth < today.getFullYear() * 12 + today.getMonth() + 1
  if (isPast || year > today.getFullYear() + 50) throw cardError('invalid_expiry_year', 'exp_year')
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) throw cardError('invalid_cvc', 'cvc')
  return shape({ ...card, expYear: year })
}

function readCard(card: Form): TypedCard {
  return {
    number: requiredText(card, 'number', 'card').replace(/[\s-]/g, ''),
    expMonth: wholeNumber(card, 'exp_month') ?? 0,
    expYear: wholeNumber(card, 'exp_year') ?? 0,
    cvc: textOf(card, 'cvc'),
  }
}

function tokenised(sandbox: Sandbox, id: string): CardMethod {
  const token = sandbox.store.find('token', id)
  const method = token && sandbox.store.find('payment_method', token.payment_method)
  if (method?.type !== 'card') throw noSuch('token', id, 'card[token]')
  return method
}

function shape({ number, expMonth, expYear, cvc }: TypedCard): CardMethod {
  const brand = brandOf(number)
  const checks = {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: cvc ? 'unchecked' : null,
  }
  return {
    id: newId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails({}),
    card: {
      brand,
      checks,
      country: 'US',
      display_brand: brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprintOf(number),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

export function billingDetails(form: Form): PaymentMethod['billing_details'] {
  const address = formOf(form, 'address')
  const part = (name: string) => textOf(address, name) ?? null
  return {
    address: {
      city: part('city'),
      country: part('country'),
      line1: part('line1'),
      line2: part('line2'),
      postal_code: part('postal_code'),
      state: part('state'),
    },
    email: textOf(form, 'email') ?? null,
    name: textOf(form, 'name') ?? null,
    phone: textOf(form, 'phone') ?? null,
    tax_id: null,
  }
}

const CARD_MESSAGES: Record<string, string> = {
  incorrect_number: 'Your card number is incorrect.',
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_cvc: "Your card's security code is invalid.",
}

function cardError(code: string, param: string): Refusal {
  const message = CARD_MESSAGES[code] ?? 'Your card is invalid.'
  return new Refusal(402, { type: 'card_error', code, message, param: `card[${param}]` })
}
