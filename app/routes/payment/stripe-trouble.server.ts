import type { HeadersFunction } from '@remix-run/node'
import { ASK_AGAIN, SETUP_FAILED } from '#app/money/payments/refusal-words'
import { StripeNotAsked, StripeUnavailable } from '#app/money/stripe/client.server'

const RETRY_SECONDS = 5

/** `isBusy`: guests ask too much of Stripe at this moment, and it was not asked. */
export type StripeTrouble = { isBusy: boolean; words: string; init: ResponseInit }

/**
 * What to answer where Stripe did not: 502 where it failed, 503 with Retry-After where guests have to wait
 * (decision 017). Any other error is thrown on.
 */
export function stripeTrouble(error: unknown, headers: HeadersInit = {}): StripeTrouble {
  if (error instanceof StripeNotAsked) {
    const init = { status: 503, headers: { ...headers, 'Retry-After': String(RETRY_SECONDS) } }
    return { isBusy: true, words: ASK_AGAIN, init }
  }
  if (error instanceof StripeUnavailable)
    return { isBusy: false, words: SETUP_FAILED, init: { status: 502, headers } }
  throw error
}

/** Remix sends a page without its loader's headers unless told. */
export const withRetryAfter: HeadersFunction = ({ loaderHeaders, actionHeaders }): HeadersInit => {
  const seconds = actionHeaders.get('Retry-After') ?? loaderHeaders.get('Retry-After')
  return seconds ? { 'Retry-After': seconds } : {}
}
