import type { Held } from '#scripts/sandbox/gates'
import { NAMED_ACCOUNTS, newBankMethod } from './bank-accounts'
import { NAMED_METHODS } from './cards'
import { expireSession, sessionCalled } from './checkout-sessions'
import { confirmWith, refuseToBrowsers } from './confirmation'
import { moveDebits, revokeAuthorization } from './debits'
import { closeDispute, type DisputeWish, openDispute } from './disputes'
import { keepAnswers } from './idempotency'
import { intentCalled } from './intent'
import { note, noteOf } from './method-notes'
import type {
  BalanceTransaction,
  CardMethod,
  Charge,
  Customer,
  Dispute,
  NextAnswer,
  PaymentIntent,
  PaymentMethod,
  Payout,
  Refund,
  Session,
  SetupIntent,
  StripeEvent,
} from './objects'
import { newPaymentMethod, paymentMethodCalled } from './payment-methods'
import { failPayout, payOut } from './payouts'
import { createRefund, failRefund, holdRefund } from './refunds'
import { Refusal } from './refusal'
import type { AskedRequest, keepRequests } from './requests'
import type { Sandbox } from './sandbox'
import { renewCard } from './saved-methods'
import type { Next } from './session-end'
import { finishAuthentication, paySession } from './session-payment'
import { confirmSetupWith } from './setup-confirmation'
import { setupIntentCalled } from './setup-intent'
import type { Switches } from './switches'
import { TEST_ACCOUNTS } from './test-accounts'
import { type Delivery, deliveriesOf, type Postman, type Webhook } from './webhooks'

/** A running sandbox, as a test or the demo holds it. */
export interface StripeSandbox {
  port: number
  /** The sandbox's own page. */
  url: string
  /** For `STRIPE_API_BASE`. */
  apiBase: string
  /** For `STRIPE_JS_URL`. */
  jsUrl: string
  keys: { secret: string; publishable: string }
  switches: Switches
  /**
   * Makes API calls wait, before anything is done, until they are let go: `POST /v1/payment_intents` by its
   * words, or many by a pattern. A twin with the same idempotency key is answered 409 until then.
   */
  hold(which: string | RegExp): Held
  /** Puts all switches off and lets go what is held: what a test has to leave behind, also when it failed. */
  allWell(): void
  setWebhook(webhook: Webhook | undefined): void
  /** Dates money by another clock than the machine's, such as a demo's. */
  setClock(clock: () => Date): void
  /** Newest first, like all of these. */
  paymentIntents(): PaymentIntent[]
  setupIntents(): SetupIntent[]
  customers(): Customer[]
  paymentMethods(): PaymentMethod[]
  sessions(): Session[]
  charges(): Charge[]
  refunds(): Refund[]
  disputes(): Dispute[]
  balanceTransactions(): BalanceTransaction[]
  /** Those that are due by now. */
  payouts(): Payout[]
  events(): StripeEvent[]
  deliveries(eventId: string): Delivery[]
  /** The API calls, oldest first. */
  requests(): AskedRequest[]
  /** How many calls there were since the start. */
  requestCount(): number
  /** Brings bank payments to where the money's clock says that they are; any call and a tick do it too. */
  passDays(): void
  /** Ours: what the next charge of a method comes to, then the one after it. */
  nextAnswers(methodId: string, ...answers: NextAnswer[]): void
  /** Ours: the payer tells the bank to let nothing go anymore. */
  revokeAuthorization(methodId: string): void
  /** The bank sends its customer another card: new dates, another brand. */
  renewCard(methodId: string, card: Partial<CardMethod['card']>): PaymentMethod
  /** Confirms a setup intent as the browser would; a declined card shows in its `last_setup_error`. */
  setUp(id: string, card: string, returnUrl?: string): SetupIntent
  /**
   * Confirms an intent as the browser would, with a card or a bank account; a declined card shows in the
   * intent's `last_payment_error`.
   */
  payIntent(id: string, card: string, returnUrl?: string): PaymentIntent
  /** Pays a hosted session as its page would. */
  paySession(id: string, card: string, email?: string): Next
  /** What the payer does on the bank's page; gives the address that the browser goes on to. */
  authenticate(intentId: string, outcome: 'complete' | 'fail'): string | null
  /** As if the session's time were over. */
  expireSession(id: string): Session
  /** A refund made in Stripe's own dashboard. */
  refundInDashboard(intentId: string, amount?: number): Refund
  /** A refund waits for something that the cardholder must do. */
  holdRefund(id: string): Refund
  /** The bank sends a refund back, days after it was made. */
  failRefund(id: string): Refund
  /** The bank sends a payout back, days after it was made. */
  failPayout(id: string): Payout
  /** Forgets the answers to all idempotency keys, as Stripe does after a day. */
  forgetAnswers(): void
  /** A cardholder asks the bank to take a payment back. */
  openDispute(intentId: string, wish?: DisputeWish): Dispute
  /** The bank decides; on appeal once more. */
  closeDispute(disputeId: string, status: 'won' | 'lost' | 'warning_closed'): Dispute
  /** Sends an event again, past all switches; gives the status or error of each sending. */
  deliver(eventId: string, options?: { times?: number; parallel?: boolean }): Promise<(number | string)[]>
  /** Resolves once no webhook is waiting anymore. */
  webhooksSettled(withinMs?: number): Promise<void>
  close(): Promise<void>
}

interface Parts {
  sandbox: Sandbox
  postman: Postman
  requests: ReturnType<typeof keepRequests>
}

type Inspection = Omit<
  StripeSandbox,
  'port' | 'keys' | 'switches' | 'hold' | 'allWell' | 'setWebhook' | 'setClock' | 'close'
>

/** What a test may look at and do without going through HTTP. */
export function inspection({ sandbox, postman, requests }: Parts): Inspection {
  const { store } = sandbox
  return {
    url: sandbox.publicUrl,
    apiBase: sandbox.publicUrl,
    jsUrl: `${sandbox.publicUrl}/stripe.js`,
    paymentIntents: () => store.all('payment_intent'),
    setupIntents: () => store.all('setup_intent'),
    customers: () => store.all('customer').filter((one) => !one.deleted),
    paymentMethods: () => store.all('payment_method'),
    sessions: () => store.all('checkout.session'),
    charges: () => store.all('charge'),
    refunds: () => store.all('refund'),
    disputes: () => store.all('dispute'),
    balanceTransactions: () => store.all('balance_transaction'),
    payouts: () =>
      store.together(() => {
        payOut(sandbox)
        return store.all('payout')
      }),
    events: () => store.all('event'),
    deliveries: (eventId) => deliveriesOf(store, eventId),
    requests: requests.all,
    requestCount: requests.count,
    passDays: () => store.together(() => moveDebits(sandbox)),
    nextAnswers: (id, ...answers) =>
      store.together(() =>
        note(sandbox, id, { nextAnswers: [...noteOf(sandbox, id).nextAnswers, ...answers] }),
      ),
    revokeAuthorization: (id) => store.together(() => revokeAuthorization(sandbox, id)),
    renewCard: (id, card) => store.together(() => renewCard(sandbox, id, card)),
    setUp: (id, card, returnUrl) => store.together(() => setUp(sandbox, id, card, returnUrl)),
    payIntent: (id, card, returnUrl) => store.together(() => payIntent(sandbox, id, card, returnUrl)),
    paySession: (id, card, email = 'traveler@example.com') =>
      store.together(() => {
        const session = sessionCalled(sandbox, id)
        if (session.status !== 'open') throw new Error(`The session is ${session.status}`)
        return paySession(sandbox, session, {
          email: session.customer_email ?? email,
          name: 'A Traveler',
          method: methodOf(sandbox, card),
        })
      }),
    authenticate: (id, outcome) =>
      store.together(() => finishAuthentication(sandbox, id, outcome === 'complete').goTo),
    expireSession: (id) => store.together(() => expireSession({ sandbox, id })),
    refundInDashboard: (id, amount) =>
      store.together(() =>
        createRefund({ sandbox, params: { payment_intent: id, ...(amount && { amount: String(amount) }) } }),
      ),
    holdRefund: (id) => store.together(() => holdRefund(sandbox, id)),
    failRefund: (id) => store.together(() => failRefund(sandbox, id)),
    failPayout: (id) => store.together(() => failPayout(sandbox, id)),
    forgetAnswers: () => keepAnswers(store).forget(),
    openDispute: (intentId, wish) => store.together(() => openDispute(sandbox, intentId, wish)),
    closeDispute: (disputeId, status) => store.together(() => closeDispute(sandbox, disputeId, status)),
    deliver: postman.deliver,
    webhooksSettled: postman.settled,
  }
}

function payIntent(sandbox: Sandbox, id: string, card: string, returnUrl?: string): PaymentIntent {
  const intent = intentCalled(sandbox, id)
  const method = methodOf(sandbox, card)
  refuseToBrowsers(intent)
  return unlessDeclined(
    () => confirmWith(sandbox, intent, confirmation(method, returnUrl), true),
    () => intentCalled(sandbox, id),
  )
}

function setUp(sandbox: Sandbox, id: string, card: string, returnUrl?: string): SetupIntent {
  const intent = setupIntentCalled(sandbox, id)
  const method = methodOf(sandbox, card)
  return unlessDeclined(
    () => confirmSetupWith(sandbox, intent, confirmation(method, returnUrl), true),
    () => setupIntentCalled(sandbox, id),
  )
}

const confirmation = (method: PaymentMethod, returnUrl: string | undefined) => ({
  payment_method: method.id,
  ...(returnUrl && { return_url: returnUrl }),
})

function unlessDeclined<Intent>(confirm: () => Intent, after: () => Intent): Intent {
  try {
    return confirm()
  } catch (error) {
    if (error instanceof Refusal && error.status === 402) return after()
    throw error
  }
}

// A card or an account is named by its number, or as one of Stripe's ready-made methods.
function methodOf(sandbox: Sandbox, card: string): PaymentMethod {
  if (card in NAMED_METHODS || card in NAMED_ACCOUNTS) return paymentMethodCalled(sandbox, card)
  const number = card.replace(/\s/g, '')
  if (TEST_ACCOUNTS.some((account) => account.number === number))
    return sandbox.store.keep(newBankMethod({ number, isVerified: true }))
  return sandbox.store.keep(newPaymentMethod({ number, expMonth: 12, expYear: 2040, cvc: '123' }))
}
