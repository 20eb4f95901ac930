import { bodyOf, sendHtml, sendOn } from '#scripts/sandbox/http'
import { newBankMethod } from '#scripts/sandbox/stripe/bank-accounts'
import type { PaymentMethod, Session } from '#scripts/sandbox/stripe/objects'
import { newPaymentMethod } from '#scripts/sandbox/stripe/payment-methods'
import { Refusal } from '#scripts/sandbox/stripe/refusal'
import { successAddress } from '#scripts/sandbox/stripe/session-end'
import { paySession } from '#scripts/sandbox/stripe/session-payment'
import { TEST_ACCOUNTS } from '#scripts/sandbox/stripe/test-accounts'
import { checkoutPage, closedPage, type Messages, type Typed } from './checkout-page'
import type { Visit } from './visit'

/** Stripe's hosted payment page, `/c/pay/:id`: plain forms, no script. */
export async function visitCheckout(visit: Visit, id: string): Promise<void> {
  const { sandbox, request, response, url } = visit
  const posted = request.method === 'POST' ? new URLSearchParams(await bodyOf(request)) : undefined
  const session = sandbox.store.find('checkout.session', id)
  if (!session) return sendHtml(response, closedPage('missing', null), 404)
  if (session.status !== 'open') return closed(visit, session, posted !== undefined)

  if (!posted) {
    const refused = url.searchParams.has('back') ? lastErrorOf(visit, session) : undefined
    const name = session.customer_details?.name ?? ''
    const typed = { ...nothingTyped(visit, session), name, way: wayOf(session, url.searchParams.get('way')) }
    return show(visit, session, typed, refused ? { form: refused } : {}, 200)
  }
  return pay(visit, session, readTyped(posted, session))
}

function lastErrorOf({ sandbox }: Visit, session: Session): string | undefined {
  const payment = sandbox.store.find('payment_intent', session.payment_intent ?? '')
  const setup = sandbox.store.find('setup_intent', session.setup_intent ?? '')
  return payment?.last_payment_error?.message ?? setup?.last_setup_error?.message
}

// The way that was asked for, where the session has it; else its first.
function wayOf({ payment_method_types: types }: Session, asked: string | null): string {
  return types.find((type) => type === asked) ?? types[0] ?? 'card'
}

function pay(visit: Visit, session: Session, typed: Typed) {
  const { sandbox, response } = visit
  const messages = wrongIn(typed)
  if (Object.keys(messages).length > 0) return show(visit, session, typed, messages, 400)
  const card = typed.way === 'us_bank_account' ? accountOf(typed) : cardOf(typed)
  if ('message' in card) return show(visit, session, typed, { [card.field]: card.message }, 402)

  const method: PaymentMethod = {
    ...card,
    billing_details: { ...card.billing_details, email: typed.email, name: typed.name },
  }
  const next = sandbox.store.together(() => {
    sandbox.store.keep(method)
    return paySession(sandbox, session, { email: typed.email, name: typed.name, method })
  })
  if ('goTo' in next) return sendOn(response, next.goTo)
  return show(visit, session, typed, { form: next.refused.message }, 402)
}

function closed({ response }: Visit, session: Session, posted: boolean) {
  if (posted && session.status === 'complete') return sendOn(response, successAddress(session))
  sendHtml(
    response,
    closedPage(session.status ?? 'expired', session),
    session.status === 'complete' ? 200 : 410,
  )
}

function show(
  { sandbox, response }: Visit,
  session: Session,
  typed: Typed,
  messages: Messages,
  status: number,
): void {
  const lines = sandbox.store
    .all('item')
    .filter((line) => line.session === session.id)
    .reverse()
  sendHtml(response, checkoutPage({ session, lines, typed: { ...typed, cvc: '' }, messages }), status)
}

// A customer's own address is filled in, as at Stripe.
function nothingTyped({ sandbox }: Visit, session: Session): Typed {
  const known = sandbox.store.find('customer', session.customer ?? '')?.email
  const email = session.customer_email ?? session.customer_details?.email ?? known ?? ''
  return { email, number: '', expiry: '', cvc: '', name: '', account: '', way: wayOf(session, null) }
}

function readTyped(form: URLSearchParams, session: Session): Typed {
  const read = (name: string) => (form.get(name) ?? '').trim().slice(0, 200)
  return {
    email: session.customer_email ?? read('email'),
    number: read('cardnumber'),
    expiry: read('exp-date'),
    cvc: read('cvc'),
    name: read('ccname'),
    account: read('account'),
    way: wayOf(session, read('way')),
  }
}

function wrongIn(typed: Typed): Messages {
  const messages: Messages = {}
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email)) messages.email = 'Your email is incomplete.'
  if (!typed.name) messages.name = 'Required'
  if (typed.way === 'us_bank_account') return messages
  if (typed.number.replace(/\D/g, '').length < 13) messages.number = 'Your card number is incomplete.'
  if (!/^(0?[1-9]|1[0-2])\s*\/?\s*(\d{2}|20\d{2})$/.test(typed.expiry)) {
    messages.expiry = "Your card's expiration date is incomplete."
  }
  if (!/^\d{3,4}$/.test(typed.cvc)) messages.cvc = "Your card's security code is incomplete."
  return messages
}

function accountOf({ account }: Typed): PaymentMethod {
  const number = TEST_ACCOUNTS.find((one) => one.number === account)?.number ?? '000123456789'
  return newBankMethod({ number, isVerified: true })
}

function cardOf(typed: Typed): PaymentMethod | { field: keyof Typed; message: string } {
  const [, month = '', year = ''] = /^(\d{1,2}?)\s*\/?\s*(\d{2}|20\d{2})$/.exec(typed.expiry) ?? []
  try {
    const number = typed.number.replace(/\D/g, '')
    return newPaymentMethod({ number, expMonth: Number(month), expYear: Number(year), cvc: typed.cvc })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.body.code === 'incorrect_number')
      return { field: 'number', message: 'Your card number is invalid.' }
    return { field: 'expiry', message: "Your card's expiration date is in the past." }
  }
}
