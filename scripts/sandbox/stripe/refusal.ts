import type { PaymentIntent, PaymentMethod, SetupIntent } from './objects'

/** What Stripe puts under `error`. */
export interface StripeErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  advice_code?: string
  network_decline_code?: string
  param?: string
  doc_url?: string
  charge?: string
  payment_intent?: PaymentIntent
  setup_intent?: SetupIntent
  payment_method?: PaymentMethod
}

/**
 * An API call that Stripe says no to. `begun` tells whether the work had started: only then does Stripe
 * repeat the answer for the same idempotency key.
 */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: StripeErrorBody,
    readonly begun = true,
  ) {
    super(body.message)
  }
}

/** A request that is wrong in itself: nothing was begun. */
export function badRequest(message: string, param?: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...named({ code, param }) }, false)
}

export function missingParameter(param: string): Refusal {
  return badRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
}

/** `No such payment_intent: 'pi_…'`, 404 as everywhere at Stripe. */
export function noSuch(kind: string, id: string, param = 'id'): Refusal {
  const message = `No such ${kind}: '${id}'`
  return new Refusal(404, {
    type: 'invalid_request_error',
    message,
    ...named({ code: 'resource_missing', param }),
  })
}

/** A command that the intent's state forbids; the error carries the intent, as Stripe's does. */
export function unexpectedState(message: string, intent: PaymentIntent | SetupIntent): Refusal {
  return new Refusal(400, {
    type: 'invalid_request_error',
    message,
    ...named({ code: `${intent.object}_unexpected_state` }),
    [intent.object]: intent,
  })
}

export function wrongKey(message: string, status = 401, code?: string): Refusal {
  return new Refusal(status, { type: 'invalid_request_error', message, ...named({ code }) }, false)
}

export const docUrl = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

function named({ code, param }: { code?: string | undefined; param?: string | undefined }) {
  return {
    ...(code && { code, doc_url: docUrl(code) }),
    ...(param && { param }),
  }
}
