import { nowSeconds } from './ids'
import type { PaymentIntent } from './objects'
import { allowOnly, requiredText, textOf, wholeNumber } from './parameters'
import { badRequest } from './refusal'
import type { Call } from './sandbox'

type Wanted = (intent: PaymentIntent) => boolean

/**
 * `GET /v1/payment_intents/search`: `metadata['booking']:'7' AND status:'succeeded'`, all of it by AND or all
 * by OR, each turned round by a minus. As at Stripe it is behind what was written.
 */
export function searchPaymentIntents({ sandbox, params }: Call) {
  allowOnly(params, 'limit page query')
  const wanted = wantedBy(requiredText(params, 'query'))
  const limit = wholeNumber(params, 'limit') ?? 10
  const from = Number(textOf(params, 'page') ?? 0)
  const found = sandbox.store
    .all('payment_intent')
    .filter((intent) => intent.created <= nowSeconds() - sandbox.searchBehindSeconds() && wanted(intent))
  const has_more = found.length > from + limit
  return {
    object: 'search_result',
    data: found.slice(from, from + limit),
    has_more,
    next_page: has_more ? String(from + limit) : null,
    url: '/v1/payment_intents/search',
  }
}

function wantedBy(query: string): Wanted {
  const hasOr = /'\s+OR\s+/i.test(query)
  if (hasOr && /'\s+AND\s+/i.test(query)) throw wrong(query)
  const clauses = query.split(hasOr ? /(?<=')\s+OR\s+/i : /(?<=')\s+AND\s+/i).map(clauseOf)
  return (intent) => (hasOr ? clauses.some((one) => one(intent)) : clauses.every((one) => one(intent)))
}

function clauseOf(text: string): Wanted {
  const [, not, key, field, value = ''] =
    /^(-?)(?:metadata\[["'](.+?)["']\]|(customer|status|currency))\s*:\s*["'](.*)["']$/.exec(text.trim()) ??
    []
  if (key === undefined && field === undefined) throw wrong(text)
  const isIt = (intent: PaymentIntent) =>
    key === undefined ? intent[field as 'customer'] === value : intent.metadata[key] === value
  return (intent) => isIt(intent) !== (not === '-')
}

const wrong = (query: string) =>
  badRequest(`We were unable to parse your search query: ${query}`, 'query', 'search_query_invalid')
