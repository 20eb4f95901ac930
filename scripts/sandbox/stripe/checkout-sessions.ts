import { futureUsageOf } from './confirmation'
import { customerCalled } from './customers'
import type { Form } from './form'
import { newId, nowSeconds } from './ids'
import { closeIntent, intentCalled } from './intent'
import { linesOf } from './line-items'
import { pageOf } from './lists'
import type { Session } from './objects'
import {
  addressOf,
  allowOnly,
  emailOf,
  formOf,
  metadataOf,
  oneOf,
  requiredText,
  textOf,
  textsOf,
  wholeNumber,
} from './parameters'
import { badRequest, missingParameter, noSuch, Refusal } from './refusal'
import type { Call, Sandbox } from './sandbox'
import { forSetup } from './session-setup'
import { newSession } from './session-shape'
import { closeSetupIntent, setupIntentCalled } from './setup-intent'

const ON_CREATION = `adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types automatic_tax
  billing_address_collection branding_settings cancel_url client_reference_id currency custom_fields custom_text customer
  customer_creation customer_email expires_at excluded_payment_method_types invoice_creation line_items locale managed_payments metadata
  mode name_collection origin_context payment_intent_data payment_method_options phone_number_collection
  saved_payment_method_options setup_intent_data submit_type success_url ui_mode wallet_options`
const HALF_HOUR = 30 * 60
const DAY = 24 * 60 * 60
/** The time a request may take on its way before half an hour has become a little less. */
const ON_THE_WAY = 10

export function createSession({ sandbox, params }: Call): Session {
  allowOnly(params, ON_CREATION)
  const mode = requiredText(params, 'mode')
  if (mode !== 'payment' && mode !== 'setup')
    throw badRequest('The sandbox knows mode=payment and mode=setup only', 'mode')
  const uiMode = textOf(params, 'ui_mode') ?? 'hosted_page'
  if (uiMode !== 'hosted_page') throw badRequest('The sandbox knows ui_mode=hosted_page only', 'ui_mode')
  const lines = mode === 'setup' ? [] : linesOf(params)
  const customer = textOf(params, 'customer')
  const types = textsOf(params, 'allowed_payment_method_types')
  const id = newId('cs_test_a1', 56)
  const created = nowSeconds()
  const session = newSession({
    created,
    id,
    url: `${sandbox.publicUrl}/c/pay/${id}`,
    lines,
    cancelUrl: addressOf(params, 'cancel_url') ?? null,
    successUrl: addressOf(params, 'success_url') ?? missing('success_url'),
    expiresAt: expiryOf(params, created),
    email: emailOf(params, 'customer_email'),
    clientReference: textOf(params, 'client_reference_id', 200) ?? null,
    metadata: metadataOf(params),
    submitType: textOf(params, 'submit_type') ?? null,
    customer: customer ? customerCalled(sandbox, customer).id : null,
    createsCustomer: oneOf(params, 'customer_creation', ['always', 'if_required']) === 'always',
    types: types.length > 0 ? types : undefined,
  })
  if (mode === 'setup') return sandbox.store.keep(forSetup(sandbox, session, params))
  keepDraft(sandbox, id, formOf(params, 'payment_intent_data'))
  for (const line of lines) sandbox.store.keep({ ...line, session: id })
  return sandbox.store.keep(session)
}

/** Ends an open session at once; what was tried on it can no longer be paid. */
export function expireSession({ sandbox, id }: Pick<Call, 'sandbox' | 'id'>): Session {
  const session = sessionCalled(sandbox, id)
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`
    throw new Refusal(400, { type: 'invalid_request_error', message })
  }
  const expired = sandbox.store.keep({ ...session, status: 'expired', url: null })
  if (session.payment_intent) closeIntent(sandbox, intentCalled(sandbox, session.payment_intent), 'expired')
  if (session.setup_intent) closeSetupIntent(sandbox, setupIntentCalled(sandbox, session.setup_intent), null)
  sandbox.announce('checkout.session.expired', expired)
  return expired
}

/** Ends every session whose time is over. */
export function expireDueSessions(sandbox: Sandbox): void {
  for (const session of sandbox.store.all('checkout.session')) {
    if (session.status === 'open' && session.expires_at <= nowSeconds())
      expireSession({ sandbox, id: session.id })
  }
}

export function updateSession({ sandbox, params, id }: Call): Session {
  allowOnly(params, 'metadata')
  const session = sessionCalled(sandbox, id)
  return sandbox.store.keep({ ...session, metadata: metadataOf(params, session.metadata ?? {}) })
}

export function retrieveSession({ sandbox, id }: Call): Session {
  return sessionCalled(sandbox, id)
}

export function listSessions({ sandbox, params }: Call) {
  const intent = textOf(params, 'payment_intent')
  const status = textOf(params, 'status')
  return pageOf(
    sandbox,
    'checkout.session',
    params,
    '/v1/checkout/sessions',
    (session) => (!intent || session.payment_intent === intent) && (!status || session.status === status),
  )
}

export function sessionCalled(sandbox: Sandbox, id: string): Session {
  const session = sandbox.store.find('checkout.session', id)
  if (!session) throw noSuch('checkout.session', id, 'session')
  return session
}

/** `GET /v1/checkout/sessions/:id/line_items`, and what `expand[]=line_items` shows. */
export function lineItemsOf(sandbox: Sandbox, id: string) {
  const data = sandbox.store
    .all('item')
    .filter((line) => line.session === id)
    .reverse()
  const shown = data.map(({ session: _, ...line }) => line)
  return { object: 'list', data: shown, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` }
}

// The intent itself is only made when somebody tries to pay.
function keepDraft(sandbox: Sandbox, session: string, form: Form): void {
  allowOnly(
    form,
    'capture_method description metadata receipt_email setup_future_usage statement_descriptor_suffix',
  )
  sandbox.store.keep({
    id: `${session}_draft`,
    object: 'intent_draft',
    description: textOf(form, 'description', 1000) ?? null,
    metadata: metadataOf(form),
    receiptEmail: emailOf(form, 'receipt_email'),
    futureUsage: futureUsageOf(form),
  })
}

function missing(name: string): never {
  throw missingParameter(name)
}

function expiryOf(params: Form, now: number): number {
  const at = wholeNumber(params, 'expires_at') ?? now + DAY
  if (at < now + HALF_HOUR - ON_THE_WAY) {
    throw badRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  }
  if (at > now + DAY) {
    throw badRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
  }
  return at
}
