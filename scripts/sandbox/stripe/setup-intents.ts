import { customerCalled } from './customers'
import { pageOf } from './lists'
import type { SetupIntent } from './objects'
import { allowOnly, formOf, metadataOf, oneOf, textOf, textsOf, yesOrNo } from './parameters'
import { unexpectedState } from './refusal'
import type { Call } from './sandbox'
import { withMethod } from './saved-methods'
import { confirmSetupWith } from './setup-confirmation'
import { closeSetupIntent, newSetupIntent, openSetupIntent, setupIntentCalled } from './setup-intent'

const SHARED = `allowed_payment_method_types customer description excluded_payment_method_types metadata payment_method
  payment_method_data payment_method_options`
const ON_CREATION = `${SHARED} automatic_payment_methods confirm mandate_data return_url usage use_stripe_sdk`
const REASONS = ['abandoned', 'duplicate', 'requested_by_customer']
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function createSetupIntent({ sandbox, params }: Call): SetupIntent {
  allowOnly(params, ON_CREATION)
  const customer = textOf(params, 'customer')
  const types = textsOf(params, 'allowed_payment_method_types')
  const intent = newSetupIntent({
    customer: customer ? customerCalled(sandbox, customer).id : null,
    description: textOf(params, 'description', 1000) ?? null,
    metadata: metadataOf(params),
    types: types.length > 0 ? types : undefined,
    usage: oneOf(params, 'usage', ['off_session', 'on_session']) ?? 'off_session',
  })
  if (params.automatic_payment_methods) {
    const automatic = formOf(params, 'automatic_payment_methods')
    intent.automatic_payment_methods = {
      enabled: yesOrNo(automatic, 'enabled'),
      allow_redirects: oneOf(automatic, 'allow_redirects', ['always', 'never']) ?? 'always',
    }
  }
  openSetupIntent(sandbox, withMethod(sandbox, intent, textOf(params, 'payment_method')))
  return yesOrNo(params, 'confirm') ? confirmSetupWith(sandbox, intent, params) : intent
}

export function updateSetupIntent({ sandbox, params, id }: Call): SetupIntent {
  allowOnly(params, SHARED)
  const intent = setupIntentCalled(sandbox, id)
  const customer = textOf(params, 'customer')
  if (customer) intent.customer = customerCalled(sandbox, customer).id
  if (params.description !== undefined) intent.description = textOf(params, 'description', 1000) ?? null
  intent.metadata = metadataOf(params, intent.metadata ?? {})
  const method = OPEN.includes(intent.status) ? textOf(params, 'payment_method') : undefined
  return sandbox.store.keep(withMethod(sandbox, intent, method))
}

export function cancelSetupIntent({ sandbox, params, id }: Call): SetupIntent {
  allowOnly(params, 'cancellation_reason')
  const intent = setupIntentCalled(sandbox, id)
  if (!OPEN.includes(intent.status))
    throw unexpectedState(
      `You cannot cancel this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be canceled: ${OPEN.join(', ')}.`,
      intent,
    )
  return closeSetupIntent(sandbox, intent, oneOf(params, 'cancellation_reason', REASONS))
}

export function retrieveSetupIntent({ sandbox, id }: Call): SetupIntent {
  return setupIntentCalled(sandbox, id)
}

export function listSetupIntents({ sandbox, params }: Call) {
  const customer = textOf(params, 'customer')
  const method = textOf(params, 'payment_method')
  return pageOf(
    sandbox,
    'setup_intent',
    params,
    '/v1/setup_intents',
    (intent) => (!customer || intent.customer === customer) && (!method || intent.payment_method === method),
  )
}
