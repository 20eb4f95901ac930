import { confirmWith, futureUsageOf, isOffSession } from './confirmation'
import { customerCalled } from './customers'
import type { Form } from './form'
import { closeIntent, intentCalled, newIntent, openIntent } from './intent'
import { pageOf } from './lists'
import type { PaymentIntent } from './objects'
import {
  allowOnly,
  amountOf,
  currencyOf,
  emailOf,
  formOf,
  metadataOf,
  textOf,
  textsOf,
  yesOrNo,
} from './parameters'
import { badRequest, unexpectedState } from './refusal'
import type { Call, Sandbox } from './sandbox'
import { withMethod } from './saved-methods'

const SHARED = `amount currency allowed_payment_method_types amount_details capture_method customer customer_account description
  excluded_payment_method_types metadata payment_details payment_method payment_method_configuration payment_method_data
  payment_method_options receipt_email setup_future_usage shipping statement_descriptor statement_descriptor_suffix transfer_group`
const ON_CREATION = `${SHARED} automatic_payment_methods confirm confirmation_method confirmation_token error_on_requires_action
  off_session return_url use_stripe_sdk mandate mandate_data radar_options`
const REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']
const OPEN: PaymentIntent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

export function createPaymentIntent({ sandbox, params }: Call): PaymentIntent {
  allowOnly(params, ON_CREATION)
  if (textOf(params, 'capture_method') === 'manual')
    throw badRequest('The sandbox captures at once', 'capture_method')
  const currency = currencyOf(params)
  const intent = newIntent({
    amount: amountOf(params, currency),
    currency,
    description: textOf(params, 'description', 1000) ?? null,
    metadata: metadataOf(params),
    receiptEmail: emailOf(params, 'receipt_email'),
    customer: customerOf(sandbox, params),
    futureUsage: futureUsageOf(params),
  })
  if (isOffSession(params) && !yesOrNo(params, 'confirm'))
    throw badRequest(
      'The parameter `off_session` cannot be passed when creating a PaymentIntent unless `confirm` is set to true.',
      'off_session',
    )
  const types = textsOf(params, 'allowed_payment_method_types')
  if (types.length > 0) {
    intent.allowed_payment_method_types = types
    intent.payment_method_types = types
  }
  intent.confirmation_method = confirmationMethodOf(params)
  intent.statement_descriptor_suffix = textOf(params, 'statement_descriptor_suffix', 22) ?? null
  if (params.automatic_payment_methods) {
    const automatic = formOf(params, 'automatic_payment_methods')
    const redirects = textOf(automatic, 'allow_redirects') ?? 'always'
    intent.automatic_payment_methods = { enabled: yesOrNo(automatic, 'enabled'), allow_redirects: redirects }
  }
  openIntent(sandbox, withMethod(sandbox, intent, textOf(params, 'payment_method')))
  return yesOrNo(params, 'confirm') ? confirmWith(sandbox, intent, params) : intent
}

export function updatePaymentIntent({ sandbox, params, id }: Call): PaymentIntent {
  allowOnly(params, SHARED)
  const intent = intentCalled(sandbox, id)
  if (params.amount !== undefined || params.currency !== undefined) {
    if (!OPEN.includes(intent.status)) {
      const message = `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`
      throw unexpectedState(
        `${message} You may only update the amount of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`,
        intent,
      )
    }
    const currency = params.currency === undefined ? intent.currency : currencyOf(params)
    intent.amount = params.amount === undefined ? intent.amount : amountOf(params, currency)
    intent.currency = currency
  }
  if (params.description !== undefined) intent.description = textOf(params, 'description', 1000) ?? null
  if (params.receipt_email !== undefined) intent.receipt_email = emailOf(params, 'receipt_email')
  if (params.customer !== undefined) intent.customer = customerOf(sandbox, params)
  if (params.setup_future_usage !== undefined) intent.setup_future_usage = futureUsageOf(params)
  intent.metadata = metadataOf(params, intent.metadata)
  return sandbox.store.keep(
    OPEN.includes(intent.status) ? withMethod(sandbox, intent, textOf(params, 'payment_method')) : intent,
  )
}

/** Refused once money has moved, and while a Checkout Session is open: that one must be expired instead. */
export function cancelPaymentIntent({ sandbox, params, id }: Call): PaymentIntent {
  allowOnly(params, 'cancellation_reason')
  const reason = textOf(params, 'cancellation_reason')
  if (reason && !REASONS.includes(reason)) {
    throw badRequest(
      `Invalid cancellation_reason: must be one of ${REASONS.join(', ')}`,
      'cancellation_reason',
    )
  }
  const intent = intentCalled(sandbox, id)
  if (!OPEN.includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`
    throw unexpectedState(
      `${message} Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      intent,
    )
  }
  if (
    sandbox.store
      .all('checkout.session')
      .some((session) => session.payment_intent === id && session.status === 'open')
  ) {
    throw unexpectedState(
      'You cannot cancel this PaymentIntent because it was created by Checkout. Expire the Checkout Session instead.',
      intent,
    )
  }
  return closeIntent(sandbox, intent, reason ?? null)
}

export function retrievePaymentIntent({ sandbox, id }: Call): PaymentIntent {
  return intentCalled(sandbox, id)
}

export function listPaymentIntents({ sandbox, params }: Call) {
  const customer = textOf(params, 'customer')
  return pageOf(
    sandbox,
    'payment_intent',
    params,
    '/v1/payment_intents',
    (intent) => !customer || intent.customer === customer,
  )
}

function customerOf(sandbox: Sandbox, params: Form): string | null {
  const customer = textOf(params, 'customer')
  return customer ? customerCalled(sandbox, customer).id : null
}

function confirmationMethodOf(params: Form): PaymentIntent['confirmation_method'] {
  const wanted = textOf(params, 'confirmation_method') ?? 'automatic'
  if (wanted === 'automatic' || wanted === 'manual') return wanted
  throw badRequest('Invalid confirmation_method: must be one of automatic or manual', 'confirmation_method')
}
