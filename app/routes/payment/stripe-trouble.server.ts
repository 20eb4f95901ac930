import type { HeadersFunction } from '@remix-run/node'
import { afterSetupFailed, askAgainWords, SETUP_FAILED } from '#app/money/changes/paying/refusal-words'
import { StripeNotAsked, StripeUnavailable } from '#app/money/stripe/client.server'
import type { PaysFrom } from '#db/values'

const RETRY_SECONDS = 5

/**
 * `isBusy`: guests ask too much of Stripe at this moment, and it was not asked. `onPage`: the words with what
 * to do next, for a page that offers no other way.
 */
export type StripeTrouble = { isBusy: boolean; words: string; onPage: string; init: ResponseInit }

/**
 * What to answer where Stripe did not: 502 where it failed, 503 with Retry-After where guests have to wait
 * (decision 017), in the words of what they pay with. Any other error is thrown on.
 */
export function stripeTrouble(
  error: unknown,
  headers: HeadersInit = {},
  paysFrom: PaysFrom = 'card',
): StripeTrouble {
  if (error instanceof StripeNotAsked) {
    const init = { status: 503, headers: { ...headers, 'Retry-After': String(RETRY_SECONDS) } }
    const words = askAgainWords(paysFrom)
    return { isBusy: true, words, onPage: words, init }
  }
  if (error instanceof StripeUnavailable) {
    const onPage = `${SETUP_FAILED} ${afterSetupFailed(paysFrom)}`
    return { isBusy: false, words: SETUP_FAILED, onPage, init: { status: 502, headers } }
  }
  throw error
}

/** Remix sends a page without its loader's headers unless told. */
export const withRetryAfter: HeadersFunction = ({ loaderHeaders, actionHeaders }): HeadersInit => {
  const seconds = actionHeaders.get('Retry-After') ?? loaderHeaders.get('Retry-After')
  return seconds ? { 'Retry-After': seconds } : {}
}
