import type { Form } from './form'
import { acceptanceOf } from './mandates'
import type { PaymentMethod, Session } from './objects'
import { allowOnly, currencyOf, formOf, metadataOf, textOf } from './parameters'
import { badRequest } from './refusal'
import type { Sandbox } from './sandbox'
import { completeSession, type Next, successAddress } from './session-end'
import { trySetup } from './setup-confirmation'
import { newSetupIntent, openSetupIntent, setupIntentCalled } from './setup-intent'

/** What `mode=setup` makes of a session: no money, and an intent from the first moment. */
export function forSetup(sandbox: Sandbox, session: Session, params: Form): Session {
  const data = formOf(params, 'setup_intent_data')
  allowOnly(data, 'description metadata')
  if (params.line_items) throw badRequest('You can not pass `line_items` in `setup` mode.', 'line_items')
  const intent = openSetupIntent(
    sandbox,
    newSetupIntent({
      customer: session.customer,
      description: textOf(data, 'description', 1000) ?? null,
      metadata: metadataOf(data),
      types: session.allowed_payment_method_types ?? undefined,
      usage: 'off_session',
    }),
  )
  return {
    ...session,
    amount_subtotal: null,
    amount_total: null,
    currency: params.currency === undefined ? null : currencyOf(params),
    customer_creation: null,
    mode: 'setup',
    payment_method_collection: 'always',
    payment_status: 'no_payment_required',
    setup_intent: intent.id,
    total_details: null,
  }
}

/** Saves what was typed on the page of a `mode=setup` session. */
export function setUpBySession(sandbox: Sandbox, session: Session, method: PaymentMethod): Next {
  const intent = setupIntentCalled(sandbox, session.setup_intent ?? '')
  const limited = sandbox.store.keep({ ...method, allow_redisplay: 'limited' as const })
  const backToPage = `${sandbox.publicUrl}/c/pay/${session.id}?back=authentication`
  const { intent: after, refused } = trySetup(sandbox, intent, limited, backToPage, acceptanceOf({}, true))
  if (refused) return { refused }
  if (after.status === 'requires_action')
    return { goTo: after.next_action?.redirect_to_url?.url ?? backToPage }
  return { goTo: successAddress(completeSession(sandbox, session)) }
}
