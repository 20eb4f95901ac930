import type { IncomingMessage, ServerResponse } from 'node:http'
import { env, isLoopback } from '#app/platform/env.server'
import { answerPlainly, isUnsafe, pathOf } from '#app/server/answer'
import { refusedAsCrossSite } from './cross-site'
import { hasOpened } from './known-links.server'
import { createMisses } from './misses'
import { createRates } from './rates'

const own = new URL(env.BASE_URL)
const ANY_HOST = new Set(['/healthz', '/api/stripe/webhook'])

/**
 * Whether a request came in under a name that is not the site's. The Host header is the visitor's word: it is
 * compared and never repeated. A site without a public address of its own takes any name.
 */
export function underForeignName(request: IncomingMessage): boolean {
  if (!env.production || isLoopback(own.host)) return false
  const host = request.headers.host?.toLowerCase() ?? ''
  return host !== own.host && !isLoopback(host) && !ANY_HOST.has(pathOf(request))
}

/** Sends a reader of another name to the site's own; true when it has answered. */
function sendHome(request: IncomingMessage, response: ServerResponse): boolean {
  if (!underForeignName(request)) return false
  if (isUnsafe(request.method)) {
    answerPlainly(request, response, 421, `This site is at ${own.origin}.`)
  } else {
    const path = request.url?.replace(/^\/+/, '/') ?? '/'
    answerPlainly(request, response, 308, `This site is at ${own.origin}.`, { Location: own.origin + path })
  }
  return true
}

/**
 * What stands between a request and the actions: host, cross-site, guesses, rate. True when one of them has
 * answered.
 */
export function createGuards() {
  const overRate = createRates()
  const overMisses = createMisses()
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> =>
    sendHome(request, response) ||
    refusedAsCrossSite(request, response) ||
    (!(await hasOpened(pathOf(request), request.headers.cookie)) && overMisses(request, response)) ||
    overRate(request, response)
}
