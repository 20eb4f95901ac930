import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { env } from '#app/platform/env.server'
import { answerPlainly, isUnsafe, pathOf, routeOf } from '#app/server/answer'
import { holdsSecret } from './misses'

/** Stripe's posts carry a signature instead. */
const SIGNED = '/api/stripe/webhook'

/**
 * Refuses every unsafe request that a browser makes for another site, before an action runs: Remix checks
 * page and `.data` posts only (rules 8.1). And what another site's page fetches in passing, where that would
 * be a guess at a link, or a file with a whole list. True when it has answered. A client that sends none of
 * the headers is not a browser, and holds no visitor's cookies.
 */
export function refusedAsCrossSite(request: IncomingMessage, response: ServerResponse): boolean {
  const words = refusalOf(request)
  if (words) answerPlainly(request, response, 403, words)
  return words !== null
}

function refusalOf(request: IncomingMessage): string | null {
  const { method, url, headers } = request
  if (isUnsafe(method)) {
    if (url === SIGNED || fromOurPages(headers)) return null
    return 'This request came from another site, so we did not carry it out.'
  }
  if (isExport(request) && !isDownloadHere(headers))
    return 'This file is only handed out on the page that offers it. Please download it there.'
  if (holdsSecret(request) && isFetchedElsewhere(headers))
    return 'This address is only opened as a page, not by another site.'
  return null
}

/** Files with all of a list, and the guide's. */
const isExport = (request: IncomingMessage): boolean =>
  /^\/admin\/([\w-]+\.csv|manifest-offline)$/.test(routeOf(pathOf(request)))

/**
 * A link of our own was pressed; `download` on it makes it no navigation to some browsers. A program says
 * nothing.
 */
const isDownloadHere = ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': kind,
}: IncomingHttpHeaders): boolean =>
  site === undefined ||
  (site === 'same-origin' && (mode === 'navigate' || (mode === 'no-cors' && kind === 'empty')))

/** By another site's page, for a picture, a frame, a script, or ahead of a click: nobody goes there. */
const isFetchedElsewhere = ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': kind,
  'sec-purpose': purpose,
}: IncomingHttpHeaders): boolean =>
  (site === 'cross-site' || site === 'same-site') &&
  (mode !== 'navigate' || kind !== 'document' || purpose !== undefined)

function fromOurPages({ origin, host, ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === env.BASE_URL || hostOf(origin) === host?.toLowerCase()
}

/**
 * A page that came without https is foreign to a site that speaks it: anybody on the way may have written it.
 */
const OWN_PROTOCOLS = env.BASE_URL.startsWith('https:') ? ['https:'] : ['http:', 'https:']

function hostOf(origin: string): string | null {
  const from = URL.canParse(origin) ? new URL(origin) : null
  return from && OWN_PROTOCOLS.includes(from.protocol) ? from.host : null
}
