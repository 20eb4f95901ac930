import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasOpened } from '#app/routes/traveler/known-links.server'
import { pathOf } from '#app/server/answer'
import { refusedAsCrossSite } from './cross-site'
import { sendHome } from './host'
import { createMisses } from './misses'
import { createRates } from './rates'

/** What stands between a request and the actions: host, cross-site, guesses, rate. True when one of them has answered. */
export function createGuards() {
  const overRate = createRates()
  const overMisses = createMisses()
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> =>
    sendHome(request, response) ||
    refusedAsCrossSite(request, response) ||
    (!(await hasOpened(pathOf(request), request.headers.cookie)) && overMisses(request, response)) ||
    overRate(request, response)
}
