import { outcomeOfSaving } from './cards'
import { pageOf } from './lists'
import { note, noteOf } from './method-notes'
import type { CardMethod, PaymentMethod } from './objects'
import { allowOnly, formOf, metadataOf, requiredText, textOf } from './parameters'
import { billingDetails, paymentMethodCalled, redisplayOf } from './payment-methods'
import { badRequest, noSuch, Refusal } from './refusal'
import type { Call, Sandbox } from './sandbox'

/** `POST /v1/payment_methods/:id/attach`: the card is looked at, but not authenticated. */
export function attachMethod({ sandbox, params, id }: Call): PaymentMethod {
  allowOnly(params, 'customer')
  const customer = requiredText(params, 'customer')
  if (!isThere(sandbox, customer)) throw noSuch('customer', customer, 'customer')
  const method = savedMethod(sandbox, id)
  if (method.customer && method.customer !== customer)
    throw badRequest('The payment method you provided has already been attached to a customer.')
  const outcome = method.type === 'card' ? outcomeOfSaving(method.card.fingerprint ?? '') : undefined
  if (outcome?.ends === 'declined') {
    const { code, declineCode: decline_code, message } = outcome
    throw new Refusal(402, { type: 'card_error', code, decline_code, message })
  }
  return attach(sandbox, method, customer)
}

export function detachMethod({ sandbox, params, id }: Call): PaymentMethod {
  allowOnly(params, '')
  const method = paymentMethodCalled(sandbox, id)
  if (!method.customer)
    throw badRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  return detach(sandbox, method)
}

export function updateMethod({ sandbox, params, id }: Call): PaymentMethod {
  allowOnly(params, 'allow_redisplay billing_details metadata')
  const method = paymentMethodCalled(sandbox, id)
  if (!method.customer)
    throw badRequest(
      'You must save this PaymentMethod to a customer before you can update it.',
      'payment_method',
    )
  const updated = sandbox.store.keep({
    ...method,
    ...(params.allow_redisplay !== undefined && { allow_redisplay: redisplayOf(params) }),
    ...(params.billing_details !== undefined && {
      billing_details: billingDetails(formOf(params, 'billing_details')),
    }),
    metadata: metadataOf(params, method.metadata ?? {}),
  })
  sandbox.announce('payment_method.updated', updated)
  return updated
}

/** `GET /v1/payment_methods?customer=` and `GET /v1/customers/:id/payment_methods`. */
export function listMethods({ sandbox, params, id }: Call) {
  allowOnly(params, 'allow_redisplay customer ending_before limit starting_after type')
  const customer = id || requiredText(params, 'customer')
  if (!isThere(sandbox, customer)) throw noSuch('customer', customer, 'customer')
  const type = textOf(params, 'type')
  const redisplay = textOf(params, 'allow_redisplay')
  return pageOf(
    sandbox,
    'payment_method',
    params,
    id ? `/v1/customers/${id}/payment_methods` : '/v1/payment_methods',
    (method) =>
      method.customer === customer &&
      (!type || method.type === type) &&
      (!redisplay || method.allow_redisplay === redisplay),
  )
}

export function methodsOf(sandbox: Sandbox, customer: string): PaymentMethod[] {
  return sandbox.store.all('payment_method').filter((method) => method.customer === customer)
}

/** The bank sends its customer another card; the network tells Stripe, which keeps the method. */
export function renewCard(sandbox: Sandbox, id: string, card: Partial<CardMethod['card']>): PaymentMethod {
  const method = paymentMethodCalled(sandbox, id)
  if (method.type !== 'card' || !method.customer) throw new Error(`${id} is not a saved card`)
  const renewed = sandbox.store.keep({ ...method, card: { ...method.card, ...card } })
  sandbox.announce('payment_method.automatically_updated', renewed)
  return renewed
}

/** Gives a method to a customer; nothing when it is theirs already. */
export function attach(sandbox: Sandbox, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  const attached = sandbox.store.keep({ ...method, customer })
  sandbox.announce('payment_method.attached', attached)
  return attached
}

export function detach(sandbox: Sandbox, method: PaymentMethod): PaymentMethod {
  note(sandbox, method.id, { isSpent: true, isSetUp: false })
  const detached = sandbox.store.keep({ ...method, customer: null })
  sandbox.announce('payment_method.detached', detached)
  return detached
}

/** A method that may still be given to a customer. */
export function savedMethod(sandbox: Sandbox, id: string): PaymentMethod {
  const method = paymentMethodCalled(sandbox, id)
  const isUsed = sandbox.store
    .all('payment_intent')
    .some((intent) => intent.payment_method === id && intent.status === 'succeeded' && !intent.customer)
  if (!method.customer && (isUsed || noteOf(sandbox, id).isSpent))
    throw badRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    )
  return method
}

/** Refuses a method that is another customer's; one that is nobody's can be used once. */
export function refuseUnlessTheirs(method: PaymentMethod, customer: string | null): void {
  if (method.customer === customer) return
  if (method.customer && customer)
    throw badRequest(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      'payment_method',
      'resource_missing',
    )
  if (method.customer)
    throw badRequest(
      `The PaymentMethod ${method.id} belongs to the Customer ${method.customer}. Please include the Customer in the \`customer\` parameter.`,
      'payment_method',
    )
}

/** Refuses a method that was taken from its customer. */
export function refuseSpent(sandbox: Sandbox, method: PaymentMethod): void {
  if (!noteOf(sandbox, method.id).isSpent) return
  throw badRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    'payment_method',
  )
}

function isThere(sandbox: Sandbox, id: string): boolean {
  const customer = sandbox.store.find('customer', id)
  return customer !== undefined && !customer.deleted
}

type Intent = { customer: string | null; payment_method: string | null; status: string }

/** Puts a method into an intent that is not confirmed yet, whether it pays or saves. */
export function withMethod<Of extends Intent>(sandbox: Sandbox, intent: Of, name: string | undefined): Of {
  if (!name) return intent
  const method = paymentMethodCalled(sandbox, name)
  refuseSpent(sandbox, method)
  refuseUnlessTheirs(method, intent.customer)
  intent.payment_method = method.id
  if (intent.status === 'requires_payment_method') intent.status = 'requires_confirmation'
  return intent
}
