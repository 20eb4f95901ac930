import { authenticate, tryMethod } from './attempt'
import { newCustomer } from './customers'
import { intentCalled, newIntent, openIntent } from './intent'
import { acceptanceOf } from './mandates'
import type { PaymentIntent, PaymentMethod, Session, SetupIntent } from './objects'
import type { Sandbox } from './sandbox'
import { completeSession, type Next, successAddress } from './session-end'
import { setUpBySession } from './session-setup'
import { customerDetails } from './session-shape'
import { authenticateSetup } from './setup-confirmation'

interface Payer {
  email: string
  name: string
  method: PaymentMethod
}

/**
 * Pays an open session; its intent is only made now, on the first try. With `mode=setup` it saves the method.
 */
export function paySession(sandbox: Sandbox, given: Session, { email, name, method }: Payer): Next {
  const session = sandbox.store.keep({
    ...given,
    customer: given.customer ?? customerFor(sandbox, given, email, name),
    customer_details: customerDetails(email, name),
  })
  if (session.mode === 'setup') return setUpBySession(sandbox, session, method)
  const intent = session.payment_intent
    ? intentCalled(sandbox, session.payment_intent)
    : intentFor(sandbox, session)
  const tried = sandbox.store.keep({ ...session, payment_intent: intent.id })
  if (intent.setup_future_usage) sandbox.store.keep({ ...method, allow_redisplay: 'limited' as const })
  const backToPage = `${sandbox.publicUrl}/c/pay/${session.id}?back=authentication`
  const { intent: after, refused } = tryMethod(
    sandbox,
    intent,
    sandbox.store.find('payment_method', method.id) ?? method,
    { returnUrl: backToPage, acceptance: acceptanceOf({}, true) },
  )
  if (refused) return { refused }
  if (after.status === 'requires_action')
    return { goTo: after.next_action?.redirect_to_url?.url ?? backToPage }
  return { goTo: successAddress(completeSession(sandbox, tried, after)) }
}

/**
 * Ends an authentication and tells where the browser goes: to the intent's `return_url` with the result
 * appended, or to nowhere when it gave none. An intent that has ended in the meantime stays as it is.
 */
export function finishAuthentication(
  sandbox: Sandbox,
  intentId: string,
  passed: boolean,
): { goTo: string | null } {
  const { intent } = intentId.startsWith('seti_')
    ? authenticateSetup(sandbox, intentId, passed)
    : authenticate(sandbox, intentId, passed)
  const session = sandbox.store
    .all('checkout.session')
    .find((one) => one.payment_intent === intentId || one.setup_intent === intentId)
  if (session?.status === 'open' && intent.status === 'succeeded') {
    const paid = intent.object === 'payment_intent' ? intent : undefined
    return { goTo: successAddress(completeSession(sandbox, session, paid)) }
  }
  return { goTo: wayBack(sandbox, intent, session) }
}

function wayBack(
  sandbox: Sandbox,
  intent: PaymentIntent | SetupIntent,
  session: Session | undefined,
): string | null {
  const returnUrl = sandbox.store.find('way_back', `${intent.id}_back`)?.url ?? null
  return session ? returnUrl : returnUrl && withResult(returnUrl, intent)
}

// `customer_creation=always`: a customer comes of whoever pays.
function customerFor(sandbox: Sandbox, session: Session, email: string, name: string): string | null {
  if (session.customer_creation !== 'always') return null
  return newCustomer(sandbox, { email, name }).id
}

function intentFor(sandbox: Sandbox, session: Session): PaymentIntent {
  const draft = sandbox.store.find('intent_draft', `${session.id}_draft`)
  const intent = newIntent({
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: session.customer,
    description: draft?.description ?? null,
    futureUsage: draft?.futureUsage ?? null,
    metadata: draft?.metadata ?? {},
    receiptEmail: draft?.receiptEmail ?? null,
    types: session.payment_method_types,
  })
  return openIntent(sandbox, intent)
}

function withResult(returnUrl: string, intent: PaymentIntent | SetupIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}
