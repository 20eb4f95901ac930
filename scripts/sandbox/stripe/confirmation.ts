import { tryMethod } from './attempt'
import { type Form, isForm } from './form'
import { intentCalled } from './intent'
import { acceptanceOf } from './mandates'
import type { PaymentIntent, PaymentMethod, SetupIntent } from './objects'
import { addressOf, allowOnly, emailOf, formOf, oneOf, textOf, yesOrNo } from './parameters'
import { createPaymentMethod, paymentMethodCalled } from './payment-methods'
import { badRequest, Refusal, unexpectedState } from './refusal'
import type { Call, Sandbox } from './sandbox'
import { refuseSpent, refuseUnlessTheirs } from './saved-methods'

const ON_CONFIRMATION = `payment_method payment_method_data payment_method_options confirmation_token return_url receipt_email
  client_secret use_stripe_sdk setup_future_usage error_on_requires_action off_session mandate mandate_data radar_options shipping`
const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** `POST /v1/payment_intents/:id/confirm`, by the server or by the browser. A declined card is 402. */
export function confirmPayment({ sandbox, params, id, byBrowser = false }: Call): PaymentIntent {
  allowOnly(params, ON_CONFIRMATION)
  const intent = intentCalled(sandbox, id)
  if (byBrowser) refuseToBrowsers(intent)
  return confirmWith(sandbox, intent, params, byBrowser)
}

/** With manual confirmation a client secret pays nothing: each attempt is the server's own. */
export function refuseToBrowsers(intent: PaymentIntent): void {
  if (intent.confirmation_method !== 'manual') return
  throw badRequest(
    `This PaymentIntent ${intent.id} cannot be confirmed using your publishable key because its \`confirmation_method\` is set to \`manual\`. Please use your secret key instead, or create a PaymentIntent with \`confirmation_method\` set to \`automatic\`.`,
  )
}

/** Confirms an intent with the payment method that the parameters, or else the intent itself, name. */
export function confirmWith(
  sandbox: Sandbox,
  intent: PaymentIntent,
  params: Form,
  byBrowser = false,
): PaymentIntent {
  refuseUnlessConfirmable(intent, CONFIRMABLE)
  if (params.receipt_email !== undefined) intent.receipt_email = emailOf(params, 'receipt_email')
  if (params.setup_future_usage !== undefined) intent.setup_future_usage = futureUsageOf(params)
  const method = methodFor(sandbox, intent, params, byBrowser)
  const { intent: tried, refused } = tryMethod(sandbox, intent, method, {
    returnUrl: addressOf(params, 'return_url') ?? null,
    isOffSession: isOffSession(params),
    acceptance: acceptanceOf(params, byBrowser),
  })
  if (refused) throw new Refusal(402, { ...refused, payment_intent: tried })
  return tried
}

export const futureUsageOf = (params: Form) =>
  oneOf(params, 'setup_future_usage', ['off_session', 'on_session'])

/** `off_session` says yes, or how often. */
export function isOffSession(params: Form): boolean {
  return isForm(params.off_session) || yesOrNo(params, 'off_session')
}

/** An intent that waits for a method or for its confirmation. */
export function refuseUnlessConfirmable(intent: PaymentIntent | SetupIntent, confirmable: string[]): void {
  if (confirmable.includes(intent.status)) return
  const why =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}. Only a ${nameOf(intent)} with one of the following statuses may be confirmed: requires_confirmation, requires_action`
  throw unexpectedState(`You cannot confirm this ${nameOf(intent)} because ${why}.`, intent)
}

/** The method that an intent is confirmed with, once it is known that it may be. */
export function methodFor(
  sandbox: Sandbox,
  intent: PaymentIntent | SetupIntent,
  params: Form,
  byBrowser: boolean,
): PaymentMethod {
  const method = methodNamed(sandbox, intent, params, byBrowser)
  refuseSpent(sandbox, method)
  refuseUnlessTheirs(method, intent.customer)
  if (intent.payment_method_types.includes(method.type)) return method
  throw badRequest(
    `The PaymentMethod provided (${method.type}) is not allowed for this ${nameOf(intent)}. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
    'payment_method',
    `${intent.object}_${intent.object === 'payment_intent' ? 'incompatible_payment_method' : 'invalid_parameter'}`,
  )
}

function methodNamed(
  sandbox: Sandbox,
  intent: PaymentIntent | SetupIntent,
  params: Form,
  byBrowser: boolean,
): PaymentMethod {
  const named = textOf(params, 'payment_method')
  if (named) return paymentMethodCalled(sandbox, named)
  if (params.payment_method_data)
    return createPaymentMethod(sandbox, formOf(params, 'payment_method_data'), byBrowser)
  if (intent.payment_method) return paymentMethodCalled(sandbox, intent.payment_method)
  const name = nameOf(intent)
  const message = `You cannot confirm this ${name} because it's missing a payment method. You can either update the ${name} with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.`
  throw unexpectedState(message, intent)
}

const nameOf = ({ object }: PaymentIntent | SetupIntent) =>
  object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
