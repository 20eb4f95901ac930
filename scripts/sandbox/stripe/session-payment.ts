import { authenticate, tryCard } from './confirmation'
import { intentCalled, newIntent, openIntent } from './intent'
import type { PaymentIntent, PaymentMethod, Session } from './objects'
import type { StripeErrorBody } from './refusal'
import type { Sandbox } from './sandbox'
import { customerDetails } from './session-shape'

interface Payer {
  email: string
  name: string
  method: PaymentMethod
}

/** The next thing the payer's browser does: go on to an address, or show why the card was refused. */
export type Next = { goTo: string } | { refused: StripeErrorBody }

/** Pays an open session; its intent is only made now, on the first try. */
export function paySession(sandbox: Sandbox, session: Session, { email, name, method }: Payer): Next {
  const intent = session.payment_intent
    ? intentCalled(sandbox, session.payment_intent)
    : intentFor(sandbox, session)
  const details = customerDetails(email, name)
  const tried: Session = { ...session, payment_intent: intent.id, customer_details: details }
  sandbox.store.keep(tried)
  const backToPage = `${sandbox.publicUrl}/c/pay/${session.id}?back=authentication`
  const { intent: after, refused } = tryCard(sandbox, intent, method, backToPage)
  if (refused) return { refused }
  if (after.status === 'requires_action')
    return { goTo: after.next_action?.redirect_to_url?.url ?? backToPage }
  return { goTo: successAddress(completeSession(sandbox, tried)) }
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
  const { intent } = authenticate(sandbox, intentId, passed)
  const session = sandbox.store.all('checkout.session').find((one) => one.payment_intent === intentId)
  if (session?.status === 'open' && intent.status === 'succeeded') {
    return { goTo: successAddress(completeSession(sandbox, session)) }
  }
  return { goTo: wayBack(sandbox, intent, session) }
}

function wayBack(sandbox: Sandbox, intent: PaymentIntent, session: Session | undefined): string | null {
  const returnUrl = sandbox.store.find('way_back', `${intent.id}_back`)?.url ?? null
  return session ? returnUrl : returnUrl && withResult(returnUrl, intent)
}

/** The address that the site wants its payer back at. */
export function successAddress(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function completeSession(sandbox: Sandbox, session: Session): Session {
  const complete = sandbox.store.keep({ ...session, status: 'complete', payment_status: 'paid', url: null })
  sandbox.announce('checkout.session.completed', complete)
  return complete
}

function intentFor(sandbox: Sandbox, session: Session): PaymentIntent {
  const draft = sandbox.store.find('intent_draft', `${session.id}_draft`)
  const intent = newIntent({
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    description: draft?.description ?? null,
    metadata: draft?.metadata ?? {},
    receiptEmail: draft?.receiptEmail ?? null,
  })
  return openIntent(sandbox, intent)
}

function withResult(returnUrl: string, intent: PaymentIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}
