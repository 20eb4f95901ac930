import type { Form } from './form'
import { newId, nowSeconds } from './ids'
import type { BankMethod, Mandate, PaymentIntent, SetupIntent } from './objects'
import { formOf, requiredText, textOf } from './parameters'
import { badRequest, noSuch, Refusal } from './refusal'
import type { Call, Sandbox } from './sandbox'

/** How a payer agreed to be debited. */
export type Acceptance = Mandate['customer_acceptance']

export function retrieveMandate({ sandbox, id }: Call): Mandate {
  const mandate = sandbox.store.find('mandate', id)
  if (!mandate) throw noSuch('mandate', id, 'mandate')
  return mandate
}

/** `mandate_data`; a browser's Stripe.js says by itself who and where it is. */
export function acceptanceOf(params: Form, byBrowser: boolean): Acceptance | undefined {
  if (!params.mandate_data) return byBrowser ? online('127.0.0.1', 'Stripe.js') : undefined
  const said = formOf(formOf(params, 'mandate_data'), 'customer_acceptance')
  const where = 'mandate_data[customer_acceptance]'
  if (requiredText(said, 'type', where) === 'offline')
    return { accepted_at: nowSeconds(), offline: {}, type: 'offline' }
  const here = formOf(said, 'online')
  if (textOf(here, 'infer_from_client') && byBrowser) return online('127.0.0.1', 'Stripe.js')
  return online(
    requiredText(here, 'ip_address', `${where}[online]`),
    requiredText(here, 'user_agent', `${where}[online]`),
  )
}

/**
 * The mandate under which an account is debited: a new one for what is agreed now, or the one that was given
 * for the times when the payer is away.
 */
export function mandateFor(
  sandbox: Sandbox,
  intent: PaymentIntent | SetupIntent,
  method: BankMethod,
  acceptance: Acceptance | undefined,
  once?: { amount: number; currency: string },
): Mandate {
  const standing = standingMandate(sandbox, method.id)
  if (standing && (!acceptance || once)) return standing
  if (acceptance) return newMandate(sandbox, method.id, acceptance, once)
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  const waiting = { ...intent, payment_method: method.id, status: 'requires_confirmation' as const }
  sandbox.store.keep(waiting)
  throw new Refusal(400, {
    type: 'invalid_request_error',
    message: `This ${name} requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.`,
    [intent.object]: waiting,
  })
}

/** Nothing may be taken anymore: the payer told the bank, or the bank sent a payment back. */
export function endMandates(sandbox: Sandbox, method: string): void {
  for (const mandate of sandbox.store.all('mandate')) {
    if (mandate.payment_method !== method || mandate.status !== 'active') continue
    sandbox.announce('mandate.updated', sandbox.store.keep({ ...mandate, status: 'inactive' }))
  }
}

/** Refuses an account that its bank has closed, or whose owner was never asked for at the bank. */
export function refuseUnlessDebitable({ us_bank_account: account }: BankMethod): void {
  if (account.status_details?.blocked)
    throw badRequest(
      'This bank account is blocked and cannot be debited. Please ask your customer for another one.',
      'payment_method',
      'payment_method_bank_account_blocked',
    )
  if (!account.financial_connections_account)
    throw badRequest('The sandbox plays instant verification only', 'payment_method')
}

function standingMandate(sandbox: Sandbox, method: string): Mandate | undefined {
  return sandbox.store
    .all('mandate')
    .find(
      ({ payment_method, status, type }) =>
        payment_method === method && status === 'active' && type === 'multi_use',
    )
}

function newMandate(
  sandbox: Sandbox,
  payment_method: string,
  customer_acceptance: Acceptance,
  once?: { amount: number; currency: string },
): Mandate {
  return sandbox.store.keep({
    id: newId('mandate_1'),
    object: 'mandate',
    customer_acceptance,
    livemode: false,
    ...(once ? { single_use: once } : { multi_use: {} }),
    payment_method,
    payment_method_details: { type: 'us_bank_account', us_bank_account: {} },
    status: 'active',
    type: once ? 'single_use' : 'multi_use',
  })
}

const online = (ip_address: string, user_agent: string): Acceptance => ({
  accepted_at: nowSeconds(),
  online: { ip_address, user_agent },
  type: 'online',
})
