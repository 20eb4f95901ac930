import { declined } from './attempt'
import { outcomeOfSaving } from './cards'
import { methodFor, refuseUnlessConfirmable } from './confirmation'
import type { Form } from './form'
import { type Acceptance, acceptanceOf, mandateFor, refuseUnlessDebitable } from './mandates'
import { note } from './method-notes'
import type { PaymentMethod, SetupIntent } from './objects'
import { addressOf, allowOnly } from './parameters'
import { docUrl, Refusal, type StripeErrorBody } from './refusal'
import type { Call, Sandbox } from './sandbox'
import { attach } from './saved-methods'
import { setupIntentCalled } from './setup-intent'

type Tried = { intent: SetupIntent; refused?: StripeErrorBody }

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const ON_CONFIRMATION = `payment_method payment_method_data payment_method_options confirmation_token return_url client_secret
  mandate_data use_stripe_sdk`

/** `POST /v1/setup_intents/:id/confirm`, by the server or by the browser. A declined card is 402. */
export function confirmSetup({ sandbox, params, id, byBrowser = false }: Call): SetupIntent {
  allowOnly(params, ON_CONFIRMATION)
  return confirmSetupWith(sandbox, setupIntentCalled(sandbox, id), params, byBrowser)
}

export function confirmSetupWith(
  sandbox: Sandbox,
  intent: SetupIntent,
  params: Form,
  byBrowser = false,
): SetupIntent {
  refuseUnlessConfirmable(intent, CONFIRMABLE)
  const method = methodFor(sandbox, intent, params, byBrowser)
  const { intent: tried, refused } = trySetup(
    sandbox,
    intent,
    method,
    addressOf(params, 'return_url') ?? null,
    acceptanceOf(params, byBrowser),
  )
  if (refused) throw new Refusal(402, { ...refused, setup_intent: tried })
  return tried
}

/** Tries to keep a method for later; a refusal is written down as `last_setup_error`. */
export function trySetup(
  sandbox: Sandbox,
  intent: SetupIntent,
  method: PaymentMethod,
  returnUrl: string | null,
  acceptance?: Acceptance,
): Tried {
  if (method.type === 'us_bank_account') {
    refuseUnlessDebitable(method)
    const mandate = mandateFor(sandbox, intent, method, acceptance)
    return { intent: succeed(sandbox, { ...intent, mandate: mandate.id }, method) }
  }
  const outcome = outcomeOfSaving(method.card.fingerprint ?? '')
  if (outcome.ends === 'asks') return { intent: askForAuthentication(sandbox, intent, method, returnUrl) }
  if (outcome.ends === 'succeeds') return { intent: succeed(sandbox, intent, method) }
  return fail(sandbox, intent, { ...declined(outcome), payment_method: method })
}

/** What the bank's own page decides. */
export function authenticateSetup(sandbox: Sandbox, id: string, passed: boolean): Tried {
  const intent = setupIntentCalled(sandbox, id)
  const method = sandbox.store.find('payment_method', intent.payment_method ?? '')
  if (intent.status !== 'requires_action' || !method) return { intent }
  if (passed) return { intent: succeed(sandbox, intent, method) }
  const code = 'setup_intent_authentication_failure'
  return fail(sandbox, intent, {
    type: 'invalid_request_error',
    code,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    doc_url: docUrl(code),
    payment_method: method,
  })
}

function succeed(sandbox: Sandbox, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  if (intent.usage === 'off_session') note(sandbox, method.id, { isSetUp: true, isRevoked: false })
  if (intent.customer) attach(sandbox, method, intent.customer)
  const done = sandbox.store.keep({
    ...intent,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  })
  sandbox.announce('setup_intent.succeeded', done)
  return done
}

function fail(sandbox: Sandbox, intent: SetupIntent, error: StripeErrorBody): Tried {
  const open = sandbox.store.keep({
    ...intent,
    last_setup_error: error as SetupIntent['last_setup_error'],
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  sandbox.announce('setup_intent.setup_failed', open)
  return { intent: open, refused: error }
}

function askForAuthentication(
  sandbox: Sandbox,
  intent: SetupIntent,
  method: PaymentMethod,
  returnUrl: string | null,
): SetupIntent {
  const url = `${sandbox.publicUrl}/redirect/authenticate/${intent.id}?client_secret=${intent.client_secret}`
  const asking = sandbox.store.keep({
    ...intent,
    last_setup_error: null,
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
    payment_method: method.id,
    status: 'requires_action',
  })
  if (returnUrl) sandbox.store.keep({ id: `${intent.id}_back`, object: 'way_back', url: returnUrl })
  sandbox.announce('setup_intent.requires_action', asking)
  return asking
}
