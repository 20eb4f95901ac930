import { authenticate, tryCard } from './confirmation'
import type { Desk } from './desk'
import { intentCalled, newIntent, openIntent } from './intent'
import type { PaymentIntent, PaymentMethod, Session } from './objects'
import type { StripeErrorBody } from './refusal'
import { customerDetails } from './session-shape'

interface Payer {
  email: string
  name: string
  method: PaymentMethod
}

/** The next thing the payer's browser does: go on to an address, or show why the card was refused. */
export type Next = { goTo: string } | { refused: StripeErrorBody }

/** Pays an open session; its intent is only made now, on the first try. */
export function paySession(desk: Desk, session: Session, { email, name, method }: Payer): Next {
  const intent = session.payment_intent
    ? intentCalled(desk, session.payment_intent)
    : intentFor(desk, session)
  const details = customerDetails(email, name)
  const tried: Session = { ...session, payment_intent: intent.id, customer_details: details }
  desk.store.keep(tried)
  const backToPage = `${desk.publicUrl}/c/pay/${session.id}?back=authentication`
  const { intent: after, refused } = tryCard(desk, intent, method, backToPage)
  if (refused) return { refused }
  if (after.status === 'requires_action')
    return { goTo: after.next_action?.redirect_to_url?.url ?? backToPage }
  return { goTo: successAddress(completeSession(desk, tried)) }
}

/**
 * Ends an authentication and tells where the browser goes: to the intent's `return_url` with the result
 * appended, or to nowhere when it gave none. An intent that has ended in the meantime stays as it is.
 */
export function finishAuthentication(desk: Desk, intentId: string, passed: boolean): { goTo: string | null } {
  const { intent } = authenticate(desk, intentId, passed)
  const session = desk.store.all('checkout.session').find((one) => one.payment_intent === intentId)
  if (session?.status === 'open' && intent.status === 'succeeded') {
    return { goTo: successAddress(completeSession(desk, session)) }
  }
  return { goTo: wayBack(desk, intent, session) }
}

function wayBack(desk: Desk, intent: PaymentIntent, session: Session | undefined): string | null {
  const returnUrl = desk.store.find('way_back', `${intent.id}_back`)?.url ?? null
  return session ? returnUrl : returnUrl && withResult(returnUrl, intent)
}

/** The address that the site wants its payer back at. */
export function successAddress(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function completeSession(desk: Desk, session: Session): Session {
  const complete = desk.store.keep({ ...session, status: 'complete', payment_status: 'paid', url: null })
  desk.announce('checkout.session.completed', complete)
  return complete
}

function intentFor(desk: Desk, session: Session): PaymentIntent {
  const draft = desk.store.find('intent_draft', `${session.id}_draft`)
  const intent = newIntent({
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    description: draft?.description ?? null,
    metadata: draft?.metadata ?? {},
    receiptEmail: draft?.receiptEmail ?? null,
  })
  return openIntent(desk, intent)
}

function withResult(returnUrl: string, intent: PaymentIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}
