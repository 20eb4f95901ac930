import type { PaymentIntent, Session } from './objects'
import type { StripeErrorBody } from './refusal'
import type { Sandbox } from './sandbox'

/** The next thing the payer's browser does: go on to an address, or show why the card was refused. */
export type Next = { goTo: string } | { refused: StripeErrorBody }

/** The address that the site wants its payer back at. */
export function successAddress(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/** The page has done its part. From a bank account nothing is paid yet. */
export function completeSession(sandbox: Sandbox, session: Session, intent?: PaymentIntent): Session {
  const payment_status = !intent ? session.payment_status : intent.status === 'succeeded' ? 'paid' : 'unpaid'
  const complete = sandbox.store.keep({ ...session, status: 'complete', payment_status, url: null })
  sandbox.announce('checkout.session.completed', complete)
  return complete
}

/** Days later the bank has answered: the session that began it hears of it. */
export function tellSession(sandbox: Sandbox, intent: PaymentIntent): void {
  const session = sandbox.store.all('checkout.session').find((one) => one.payment_intent === intent.id)
  if (session?.status !== 'complete' || session.payment_status !== 'unpaid') return
  const hasArrived = intent.status === 'succeeded'
  const told = sandbox.store.keep({ ...session, payment_status: hasArrived ? 'paid' : 'unpaid' })
  sandbox.announce(`checkout.session.async_payment_${hasArrived ? 'succeeded' : 'failed'}`, told)
}
