import { newId, nowSeconds } from './ids'
import type { SetupIntent } from './objects'
import { noSuch } from './refusal'
import type { Sandbox } from './sandbox'

export function setupIntentCalled(sandbox: Sandbox, id: string): SetupIntent {
  const intent = sandbox.store.find('setup_intent', id)
  if (!intent) throw noSuch('setupintent', id, 'intent')
  return intent
}

/** Writes a new intent down and tells the world. Also for that of a Checkout Session. */
export function openSetupIntent(sandbox: Sandbox, intent: SetupIntent): SetupIntent {
  sandbox.store.keep(intent)
  sandbox.announce('setup_intent.created', intent)
  return intent
}

/** Ends an intent that has saved nothing. */
export function closeSetupIntent(
  sandbox: Sandbox,
  intent: SetupIntent,
  cancellation_reason: SetupIntent['cancellation_reason'],
): SetupIntent {
  const canceled = sandbox.store.keep({
    ...intent,
    cancellation_reason,
    next_action: null,
    status: 'canceled',
  })
  sandbox.announce('setup_intent.canceled', canceled)
  return canceled
}

interface NewSetupIntent {
  customer: string | null
  description: string | null
  metadata: Record<string, string>
  /** Cards without. */
  types?: string[] | undefined
  usage: string
}

export function newSetupIntent({
  customer,
  description,
  metadata,
  types,
  usage,
}: NewSetupIntent): SetupIntent {
  const id = newId('seti_1', 23)
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types ?? null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('', 25)}`,
    created: nowSeconds(),
    customer,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types ?? ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage,
  }
}
