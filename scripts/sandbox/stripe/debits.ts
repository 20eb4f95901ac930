import { DAY_SECONDS, midnightOf, moneySeconds } from './balance'
import { BANK_MESSAGES, BLOCKS, failureOf } from './bank-accounts'
import { beginCharge, chargeCalled, endCharge } from './charges'
import { openDispute } from './disputes'
import { newId } from './ids'
import { failPayment, intentCalled } from './intent'
import { type Acceptance, endMandates, mandateFor, refuseUnlessDebitable } from './mandates'
import { nextAnswerOf, note } from './method-notes'
import type { BankMethod, Debit, PaymentIntent } from './objects'
import { docUrl } from './refusal'
import type { Sandbox } from './sandbox'
import { attach } from './saved-methods'
import { tellSession } from './session-end'

/** Orders the money from a bank account: what becomes of it the bank says in days. */
export function startDebit(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: BankMethod,
  acceptance: Acceptance | undefined,
): PaymentIntent {
  refuseUnlessDebitable(method)
  const { amount, currency } = intent
  const isForLater = intent.setup_future_usage === 'off_session'
  const mandate = mandateFor(
    sandbox,
    intent,
    method,
    acceptance,
    isForLater ? undefined : { amount, currency },
  )
  if (intent.setup_future_usage && intent.customer) attach(sandbox, method, intent.customer)
  const { id: latest_charge, ...charge } = beginCharge(sandbox, intent, method, mandate.id)
  const underWay: PaymentIntent = {
    ...intent,
    last_payment_error: null,
    latest_charge,
    next_action: null,
    payment_method: method.id,
    status: 'processing',
  }
  sandbox.store.keep(underWay)
  sandbox.announce('payment_intent.processing', underWay)
  sandbox.announce('charge.pending', { ...charge, id: latest_charge })
  expectAnswer(sandbox, underWay, method)
  return underWay
}

function expectAnswer(sandbox: Sandbox, intent: PaymentIntent, method: BankMethod): void {
  const next = nextAnswerOf(sandbox, method)
  sandbox.store.keep({
    id: newId('debit_'),
    object: 'debit',
    intent: intent.id,
    method: method.id,
    startedAt: moneySeconds(sandbox),
    failsWith: next?.says === 'fails' ? next.code : failureOf(method.us_bank_account.fingerprint ?? ''),
    bounce: next?.says === 'bounces' ? { onDay: next.onDay, reason: next.reason } : null,
    hasArrived: false,
  })
}

/** Lets arrive, fail or bounce what the days have brought. Asked whenever somebody looks. */
export function moveDebits(sandbox: Sandbox): void {
  for (const debit of sandbox.store.all('debit').reverse()) {
    const days = daysSince(sandbox, debit)
    if (!debit.hasArrived && days >= sandbox.bankDays()) end(sandbox, debit)
    const { bounce, hasArrived } = sandbox.store.find('debit', debit.id) ?? debit
    if (bounce && hasArrived && days >= bounce.onDay) sendBack(sandbox, debit, bounce.reason)
  }
}

function end(sandbox: Sandbox, debit: Debit): void {
  const intent = intentCalled(sandbox, debit.intent)
  if (debit.failsWith) fail(sandbox, intent, debit, debit.failsWith)
  else arrive(sandbox, intent, debit)
}

function arrive(sandbox: Sandbox, intent: PaymentIntent, debit: Debit): void {
  endCharge(sandbox, chargeCalled(sandbox, intent.latest_charge ?? ''))
  const paid = sandbox.store.keep({ ...intent, amount_received: intent.amount, status: 'succeeded' })
  sandbox.announce('payment_intent.succeeded', paid)
  tellSession(sandbox, paid)
  if (debit.bounce) sandbox.store.keep({ ...debit, hasArrived: true })
  else sandbox.store.drop(debit.id)
}

function fail(sandbox: Sandbox, intent: PaymentIntent, debit: Debit, code: string): void {
  sandbox.store.drop(debit.id)
  const message = BANK_MESSAGES[code] ?? "The customer's bank could not process this payment."
  const charge = endCharge(sandbox, chargeCalled(sandbox, intent.latest_charge ?? ''), { code, message })
  block(sandbox, debit.method, code)
  const payment_method = sandbox.store.find('payment_method', debit.method)
  const { intent: open } = failPayment(sandbox, intent, {
    type: 'card_error',
    code,
    message,
    doc_url: docUrl(code),
    charge: charge.id,
    ...(payment_method && { payment_method }),
  })
  tellSession(sandbox, open)
}

/** After it had arrived: Stripe says it by a dispute that is lost at once. */
function sendBack(sandbox: Sandbox, debit: Debit, reason: string): void {
  sandbox.store.drop(debit.id)
  openDispute(sandbox, debit.intent, { reason })
  block(sandbox, debit.method, reason)
}

/** The owner of an account tells the bank that nothing may be taken anymore. */
export function revokeAuthorization(sandbox: Sandbox, method: string): void {
  note(sandbox, method, { isRevoked: true })
  endMandates(sandbox, method)
}

function block(sandbox: Sandbox, id: string, reason: string): void {
  const method = sandbox.store.find('payment_method', id)
  const blocked = BLOCKS[reason]
  if (!blocked || method?.type !== 'us_bank_account') return
  const { us_bank_account: account } = method
  sandbox.store.keep({ ...method, us_bank_account: { ...account, status_details: { blocked } } })
  if (reason === 'debit_not_authorized') endMandates(sandbox, id)
}

// Days of the calendar, as with payouts: what was begun at ten is a day old at midnight.
const daysSince = (sandbox: Sandbox, { startedAt }: Debit): number =>
  (midnightOf(moneySeconds(sandbox)) - midnightOf(startedAt)) / DAY_SECONDS
