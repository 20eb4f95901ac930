import { type Decline, declineOf, type Outcome, outcomeOf, outcomeOffSession } from './cards'
import { recordCharge } from './charges'
import { startDebit } from './debits'
import { failPayment, intentCalled, type Tried } from './intent'
import type { Acceptance } from './mandates'
import { nextAnswerOf, note, noteOf } from './method-notes'
import type { CardMethod, PaymentIntent, PaymentMethod } from './objects'
import { badRequest, docUrl, type StripeErrorBody } from './refusal'
import type { Sandbox } from './sandbox'
import { attach } from './saved-methods'

export interface How {
  returnUrl: string | null
  /** The payer is away: nobody can prove anything. */
  isOffSession?: boolean
  /** How the payer agreed to payments from the bank account. */
  acceptance?: Acceptance | undefined
}

/**
 * Tries to take the intent's money. A refusal is part of the answer, and already written down: failed charge,
 * `last_payment_error`, events. From a bank account the money is on its way for days.
 */
export function tryMethod(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, how: How): Tried {
  if (method.type === 'us_bank_account')
    return { intent: startDebit(sandbox, intent, method, how.acceptance) }
  const outcome = cardOutcome(sandbox, method, how.isOffSession ?? false)
  if (outcome.ends === 'asks' && intent.confirmation_method === 'manual')
    throw badRequest('The sandbox plays no 3-D Secure with manual confirmation', 'confirmation_method')
  if (outcome.ends === 'asks') return { intent: askForAuthentication(sandbox, intent, method, how.returnUrl) }
  return settle(sandbox, intent, method, outcome)
}

/** What the bank's own page decides: the traveler proved who they are, or did not. */
export function authenticate(sandbox: Sandbox, id: string, passed: boolean): Tried {
  const intent = intentCalled(sandbox, id)
  const method = sandbox.store.find('payment_method', intent.payment_method ?? '')
  if (intent.status !== 'requires_action' || method?.type !== 'card') return { intent }

  if (!passed) return failAuthentication(sandbox, intent, method)
  const outcome = outcomeOf(method.card.fingerprint ?? '')
  return settle(sandbox, intent, method, outcome.ends === 'asks' ? outcome.afterwards : outcome)
}

function cardOutcome(sandbox: Sandbox, method: CardMethod, isOffSession: boolean): Outcome {
  const { isRevoked, isSetUp } = noteOf(sandbox, method.id)
  if (isRevoked && isOffSession) return declineOf('revocation_of_authorization')
  const next = nextAnswerOf(sandbox, method)
  if (next?.says === 'declines') {
    const { adviceCode, networkDeclineCode } = next
    const decline = declineOf(next.declineCode)
    return {
      ...decline,
      ...(adviceCode && { adviceCode }),
      ...(networkDeclineCode && { networkDeclineCode }),
    }
  }
  if (next?.says === 'asks' && isOffSession) return declineOf('authentication_required')
  if (next?.says === 'asks') return { ends: 'asks', afterwards: { ends: 'succeeds' } }
  const fingerprint = method.card.fingerprint ?? ''
  return isOffSession ? outcomeOffSession(fingerprint, isSetUp) : outcomeOf(fingerprint)
}

function settle(sandbox: Sandbox, intent: PaymentIntent, method: CardMethod, outcome: Outcome): Tried {
  if (outcome.ends !== 'declined') return { intent: succeed(sandbox, intent, method) }
  const charge = recordCharge(sandbox, intent, method, outcome)
  return failPayment(
    sandbox,
    { ...intent, latest_charge: charge.id },
    { ...declined(outcome), charge: charge.id, payment_method: method },
  )
}

/** A decline as Stripe puts it under `error`. */
export function declined({
  code,
  message,
  declineCode,
  adviceCode,
  networkDeclineCode,
}: Decline): StripeErrorBody {
  return {
    type: 'card_error',
    code,
    decline_code: declineCode,
    ...(adviceCode && { advice_code: adviceCode }),
    network_decline_code: networkDeclineCode,
    message,
    doc_url: docUrl(code),
  }
}

function succeed(sandbox: Sandbox, intent: PaymentIntent, method: CardMethod): PaymentIntent {
  keepForLater(sandbox, intent, method)
  const charge = recordCharge(sandbox, intent, method)
  const paid: PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  }
  sandbox.store.keep(paid)
  sandbox.announce('payment_intent.succeeded', paid)
  return paid
}

// `setup_future_usage`: the method becomes the customer's, and good without the payer where that was asked.
function keepForLater(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod): void {
  if (!intent.setup_future_usage || !intent.customer) return
  if (intent.setup_future_usage === 'off_session') note(sandbox, method.id, { isSetUp: true })
  attach(sandbox, method, intent.customer)
}

function failAuthentication(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod): Tried {
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  const code = 'payment_intent_authentication_failure'
  return failPayment(sandbox, intent, {
    type: 'invalid_request_error',
    code,
    message,
    doc_url: docUrl(code),
    payment_method: method,
  })
}

function askForAuthentication(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  returnUrl: string | null,
) {
  const url = `${sandbox.publicUrl}/redirect/authenticate/${intent.id}?client_secret=${intent.client_secret}`
  const asking: PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
    payment_method: method.id,
    status: 'requires_action',
  }
  sandbox.store.keep(asking)
  if (returnUrl) sandbox.store.keep({ id: `${intent.id}_back`, object: 'way_back', url: returnUrl })
  sandbox.announce('payment_intent.requires_action', asking)
  return asking
}
