import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { env, isLoopback } from '#app/platform/env.server'
import { answerPlainly, isUnsafe, pathOf, routeOf } from '#app/server/guards/answer'
import { hasOpened } from './guest-cookies.server'
import { clientAddress, createRates } from './rates.server'

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
 * Refuses unsafe requests that a browser makes for another site (rules 8.1: Remix checks pages and `.data`
 * only), and what another site fetches to guess a link or read a list. A client without those headers is no
 * browser. True when it has answered.
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

/** Whose address holds a secret, or a reference that only its owner may use. */
const SECRETS =
  /^\/(booking|pay|traveler|read|unsubscribe|departures\/(confirm|stop)|waitlist|newsletter\/confirm|admin\/new-password|api\/bookings)\/|^\/(booking-confirmation|payment-success)$/

const holdsSecret = (request: { url?: string }): boolean => SECRETS.test(routeOf(pathOf(request)))

/** Links in letters that expire, which mail programs open by themselves: counted apart from bookings. */
const OF_LETTERS = /^\/(read|unsubscribe|departures|waitlist|newsletter|admin)\//

const MISSES_AT_MOST = 30
const WINDOW_MS = 10 * 60_000
const GUESSERS_AT_MOST = 10_000

type Count = { misses: number; until: number }

/**
 * Counts requests of each network address for bookings that are not there, by the machine's clock. A request
 * counts as a miss until it is answered, so that parallel ones are counted too. Beyond so many addresses the
 * oldest is forgotten. The guard is true when it has answered 429.
 */
export function createMisses(clock = Date.now) {
  const counts = new Map<string, Count>()

  return function overMisses(request: IncomingMessage, response: ServerResponse): boolean {
    if (!holdsSecret(request)) return false
    const kind = OF_LETTERS.test(routeOf(pathOf(request))) ? 'letters' : 'bookings'
    const guesser = `${kind} ${clientAddress(request)}`
    const count = countOf(guesser)
    if (count.misses >= MISSES_AT_MOST) {
      refuseGuesses(request, response, count.until - clock())
      return true
    }
    count.misses += 1
    response.once('close', () => {
      if (response.statusCode === 404) return
      count.misses -= 1
      if (count.misses === 0 && counts.get(guesser) === count) counts.delete(guesser)
    })
    return false
  }

  function countOf(guesser: string): Count {
    const known = counts.get(guesser)
    if (known && known.until > clock()) return known
    const begun = { misses: 0, until: clock() + WINDOW_MS }
    counts.delete(guesser)
    counts.set(guesser, begun)
    const oldest = counts.size > GUESSERS_AT_MOST ? counts.keys().next() : null
    if (oldest && !oldest.done) counts.delete(oldest.value)
    return begun
  }
}

function refuseGuesses(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const sentence = `Too many wrong links were opened from your network. Please wait ${wait}, then open your link again.`
  answerPlainly(request, response, 429, sentence, {
    'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))),
  })
}
