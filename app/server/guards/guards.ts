import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { env, isLoopback } from '#app/platform/env.server'
import { answerPlainly, isUnsafe, pathOf, routeOf } from '#app/server/guards/answer'
import { createMisses, hasOpened, holdsSecret } from './link-guesses.server'
import { createRates } from './rates.server'

const own = new URL(env.BASE_URL)
const ANY_HOST = new Set(['/healthz', '/api/stripe/webhook'])

/**
 * Whether a request used a name that is not the site's. The Host header is the visitor's word: it is
 * compared, never repeated. A site without a public address takes any name.
 */
export function hasForeignHost(request: IncomingMessage): boolean {
  if (!env.production || isLoopback(own.host)) return false
  const host = request.headers.host?.toLowerCase() ?? ''
  return host !== own.host && !isLoopback(host) && !ANY_HOST.has(pathOf(request))
}

/** Sends a reader of another name to the site's own; true when it has answered. */
function redirectToOwnHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasForeignHost(request)) return false
  if (isUnsafe(request.method)) {
    answerPlainly(request, response, 421, `This site is at ${own.origin}.`)
  } else {
    const path = request.url?.replace(/^\/+/, '/') ?? '/'
    answerPlainly(request, response, 308, `This site is at ${own.origin}.`, { Location: own.origin + path })
  }
  return true
}

/** Runs before every action: host, cross-site, guesses, rate. True when one of them has answered. */
export function createGuards() {
  const overRate = createRates()
  const overMisses = createMisses()
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> =>
    redirectToOwnHost(request, response) ||
    refusedAsCrossSite(request, response) ||
    (!(await hasOpened(pathOf(request), request.headers.cookie)) && overMisses(request, response)) ||
    overRate(request, response)
}

/** Stripe's posts carry a signature instead. */
const SIGNED = '/api/stripe/webhook'

/**
 * Refuses unsafe requests that a browser makes for another site (rules 8.1: Remix checks page and `.data`
 * posts only), and what another site's page fetches where that would guess a link or read a whole list. A
 * client that sends none of the headers is no browser, and holds no cookies of a visitor. True when it has
 * answered.
 */
function refusedAsCrossSite(request: IncomingMessage, response: ServerResponse): boolean {
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

/** A link of our own was clicked; with `download` some browsers send no navigation, a program nothing. */
const isDownloadHere = ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': kind,
}: IncomingHttpHeaders): boolean =>
  site === undefined ||
  (site === 'same-origin' && (mode === 'navigate' || (mode === 'no-cors' && kind === 'empty')))

/** By another site's page, for a picture, a frame, a script, or ahead of a click: no one goes there. */
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

/** A page without https is foreign to a site that has it: anyone on the way may have written it. */
const OWN_PROTOCOLS = env.BASE_URL.startsWith('https:') ? ['https:'] : ['http:', 'https:']

function hostOf(origin: string): string | null {
  const from = URL.canParse(origin) ? new URL(origin) : null
  return from && OWN_PROTOCOLS.includes(from.protocol) ? from.host : null
}
