import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { env } from '#app/env.server'
import { answerPlainly, isUnsafe } from '#app/server/answer'

/** Stripe's posts carry a signature instead. */
const SIGNED = '/api/stripe/webhook'

/**
 * Refuses every unsafe request that a browser makes for another site, before an action runs: Remix checks page
 * and `.data` posts only (rules 8.1). True when it has answered. A client that sends neither header is not a
 * browser, and holds no visitor's cookies.
 */
export function refusedAsCrossSite(request: IncomingMessage, response: ServerResponse): boolean {
  if (!isUnsafe(request.method) || request.url === SIGNED || fromOurPages(request.headers)) return false
  answerPlainly(request, response, 403, 'This request came from another site, so we did not carry it out.')
  return true
}

function fromOurPages({ origin, host, ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === env.BASE_URL || hostOf(origin) === host?.toLowerCase()
}

/** A page that came without https is foreign to a site that speaks it: anybody on the way may have written it. */
const OWN_PROTOCOLS = env.BASE_URL.startsWith('https:') ? ['https:'] : ['http:', 'https:']

function hostOf(origin: string): string | null {
  const from = URL.canParse(origin) ? new URL(origin) : null
  return from && OWN_PROTOCOLS.includes(from.protocol) ? from.host : null
}
