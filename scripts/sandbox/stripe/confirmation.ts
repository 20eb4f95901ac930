import { outcomeOf } from './cards'
import { recordCharge } from './charges'
import type { Form } from './form'
import { intentCalled } from './intent'
import type { PaymentIntent, PaymentMethod } from './objects'
import { addressOf, allowOnly, emailOf, formOf, textOf } from './parameters'
import { createPaymentMethod, paymentMethodCalled } from './payment-methods'
import { badRequest, Refusal, type StripeErrorBody, unexpectedState } from './refusal'
import type { Call, Sandbox } from './sandbox'

type Tried = { intent: PaymentIntent; refused?: StripeErrorBody }

const ON_CONFIRMATION = `payment_method payment_method_data payment_method_options confirmation_token return_url receipt_email
  client_secret use_stripe_sdk setup_future_usage error_on_requires_action off_session mandate mandate_data radar_options shipping`
const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** `POST /v1/payment_intents/:id/confirm`, by the server or by the browser. A declined card is 402. */
export function confirmPayment({ sandbox, params, id, byBrowser }: Call): PaymentIntent {
  allowOnly(params, ON_CONFIRMATION)
  const intent = intentCalled(sandbox, id)
  if (byBrowser) refuseToBrowsers(intent)
  return confirmWith(sandbox, intent, params)
}

/** With manual confirmation a client secret pays nothing: each attempt is the server's own. */
export function refuseToBrowsers(intent: PaymentIntent): void {
  if (intent.confirmation_method !== 'manual') return
  throw badRequest(
    `This PaymentIntent ${intent.id} cannot be confirmed using your publishable key because its \`confirmation_method\` is set to \`manual\`. Please use your secret key instead, or create a PaymentIntent with \`confirmation_method\` set to \`automatic\`.`,
  )
}

/** Confirms an intent with the payment method that the parameters, or else the intent itself, name. */
export function confirmWith(sandbox: Sandbox, intent: PaymentIntent, params: Form): PaymentIntent {
  refuseUnlessConfirmable(intent)
  if (params.receipt_email !== undefined) intent.receipt_email = emailOf(params, 'receipt_email')
  const method = methodFor(sandbox, intent, params)
  const { intent: tried, refused } = tryCard(sandbox, intent, method, addressOf(params, 'return_url') ?? null)
  if (refused) throw new Refusal(402, { ...refused, payment_intent: tried })
  return tried
}

/**
 * Tries to take the intent's money from a card. A refusal is part of the answer, and already written down:
 * failed charge, `last_payment_error`, events.
 */
export function tryCard(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  returnUrl: string | null,
): Tried {
  const outcome = outcomeOf(method.card.fingerprint ?? '')
  if (outcome.ends === 'asks' && intent.confirmation_method === 'manual')
    throw badRequest('The sandbox plays no 3-D Secure with manual confirmation', 'confirmation_method')
  if (outcome.ends === 'asks') return { intent: askForAuthentication(sandbox, intent, method, returnUrl) }
  return settle(sandbox, intent, method, outcome)
}

/** What the bank's own page decides: the traveler proved who they are, or did not. */
export function authenticate(sandbox: Sandbox, id: string, passed: boolean): Tried {
  const intent = intentCalled(sandbox, id)
  const method = sandbox.store.find('payment_method', intent.payment_method ?? '')
  if (intent.status !== 'requires_action' || !method) return { intent }

  if (!passed) return failAuthentication(sandbox, intent, method)
  const outcome = outcomeOf(method.card.fingerprint ?? '')
  return settle(sandbox, intent, method, outcome.ends === 'asks' ? outcome.afterwards : outcome)
}

function settle(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  outcome: ReturnType<typeof outcomeOf>,
): Tried {
  if (outcome.ends !== 'declined') return { intent: succeed(sandbox, intent, method) }
  const { code, message, declineCode } = outcome
  const charge = recordCharge(sandbox, intent, method, { code, message, declineCode })
  const doc_url = `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
  return fail(
    sandbox,
    { ...intent, latest_charge: charge.id },
    {
      type: 'card_error',
      code,
      ...(declineCode && { decline_code: declineCode }),
      message,
      doc_url,
      charge: charge.id,
      payment_method: method,
    },
  )
}

function succeed(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const charge = recordCharge(sandbox, intent, method)
  const paid: PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  }
  sandbox.store.keep(paid)
  sandbox.announce('payment_intent.succeeded', paid)
  return paid
}

function failAuthentication(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod): Tried {
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  const code = 'payment_intent_authentication_failure'
  const doc_url = 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure'
  return fail(sandbox, intent, {
    type: 'invalid_request_error',
    code,
    message,
    doc_url,
    payment_method: method,
  })
}

function fail(sandbox: Sandbox, intent: PaymentIntent, error: StripeErrorBody): Tried {
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

function askForAuthentication(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  returnUrl: string | null,
) {
  const url = `${sandbox.publicUrl}/redirect/authenticate/${intent.id}?client_secret=${intent.client_secret}`
  const asking: PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
    payment_method: method.id,
    status: 'requires_action',
  }
  sandbox.store.keep(asking)
  if (returnUrl) sandbox.store.keep({ id: `${intent.id}_back`, object: 'way_back', url: returnUrl })
  sandbox.announce('payment_intent.requires_action', asking)
  return asking
}

function refuseUnlessConfirmable(intent: PaymentIntent): void {
  if (CONFIRMABLE.includes(intent.status)) return
  const why =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action`
  throw unexpectedState(`You cannot confirm this PaymentIntent because ${why}.`, intent)
}

function methodFor(sandbox: Sandbox, intent: PaymentIntent, params: Form): PaymentMethod {
  const named = textOf(params, 'payment_method')
  if (named) return paymentMethodCalled(sandbox, named)
  if (params.payment_method_data) return createPaymentMethod(sandbox, formOf(params, 'payment_method_data'))
  if (intent.payment_method) return paymentMethodCalled(sandbox, intent.payment_method)
  const message =
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."
  throw unexpectedState(message, intent)
}
