import type { IncomingMessage } from 'node:http'
import { isPersonalLink, requestedCheckout } from '#app/bookings/requested-checkout.server'
import { MINUTE_MS, now, today } from '#app/platform/clock.server'
import { isUnsafe } from '#app/server/guards/answer'
import { requestedExperience } from '#app/site/lists.server'
import { contentVersion } from '#app/site/settings.server'
import { LEGAL_LINKS, SITE_PAGES } from '#app/site/site-pages'
import { dayInName, readNameInLinks } from '#app/tours/departure'
import { isPublicDeparture } from '#app/tours/departures.server'
import { isTourPage } from '#app/tours/tours.server'

type Variant = (query: URLSearchParams) => Record<string, string | false>

const variantOfTour: Variant = (query) => departureIn(query.get('departure'))

/**
 * Which parameters change a cached page, by path, in one spelling: what means the same is cached once, and
 * what is not offered is not cached.
 */
const VARIANTS: Record<string, Variant> = {
  '/contact': (query) => ({ experience: requestedExperience(query)?.slug ?? false }),
  '/checkout': (query) => {
    const { roomType, paymentType, travelers, singles, departure } = requestedCheckout(query)
    const alone = Math.min(singles, (travelers ?? 1) - 1)
    return {
      roomType: roomType === 'single' && roomType,
      paymentType: paymentType === 'full' && paymentType,
      travelers: travelers !== null && travelers > 1 && String(travelers),
      singles: roomType === 'double' && alone > 0 && String(alone),
      ...departureIn(departure),
    }
  },
}

/** The query of a cached page's variant, with its question mark; empty for the page itself. */
function variantOf(path: string, query: URLSearchParams): string {
  const page = withoutData(path)
  const asked = (isTourPage(page) ? variantOfTour : VARIANTS[page])?.(query) ?? {}
  const kept = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== false)
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

const withoutData = (path: string) => path.replace(/\.data$/, '')

const departureIn = (asked: string | null): { departure: string | false } => ({
  departure: asked !== null && isPublicDeparture(asked) && asked,
})

const CACHED_PAGES = SITE_PAGES.filter(({ isCached }) => isCached)

/** Where a card is asked for, what a page says is true when it is said: no cache on the way keeps it. */
const forCaches = new Set(
  CACHED_PAGES.filter(({ takesCards }) => !takesCards).flatMap(({ path }) => [path, dataOf(path)]),
)

/** Whether caches on the way may keep the page of an address from `publicAddress`, too. */
export const isForCaches = (address: string): boolean =>
  forCaches.has(address) || isTourPage(withoutData(address))

/** Cookies that make any page someone's own: a message to show once, a signed-in member of staff. */
const PERSONAL_COOKIES = /(^|;\s*)(__Host-)?(toast|staff)=/
/** Those that make some pages someone's own. */
const OWNERS_COOKIES = { traveler: /(^|;\s*)(__Host-)?traveler=/ }

/** Each cached page by its path and its data's path, with its owners' cookie, if it has some. */
const pages = new Map(
  CACHED_PAGES.flatMap(({ path, ownBy }) => {
    const cookie = ownBy && OWNERS_COOKIES[ownBy]
    return [path, dataOf(path)].map((address) => [address, { cookie }] as const)
  }),
)

const EVERYBODYS = { cookie: undefined }

/** The address of a page's data alone. */
function dataOf(path: string): string {
  return path === '/' ? '/_root.data' : `${path}.data`
}

/**
 * The address under which a page is cached, or null where it is made for one visitor. Parameters that change
 * nothing (utm_source …) are left out, so that they neither miss nor fill the cache.
 */
export function publicAddress(request: IncomingMessage): string | null {
  const url = request.url ?? ''
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const page = pages.get(path) ?? (isTourPage(withoutData(path)) ? EVERYBODYS : undefined)
  if (!page || isUnsafe(request.method)) return null
  const { cookie } = request.headers
  if (cookie && (PERSONAL_COOKIES.test(cookie) || page.cookie?.test(cookie))) return null
  if (queryAt === -1) return path
  const query = new URLSearchParams(url.slice(queryAt))
  const isForFew =
    query.has('leader') ||
    asksForSomeLoaders(query) ||
    fillsIn(path, query) ||
    isOldVersion(path, query) ||
    isPrivate(query)
  return isForFew ? null : path + variantOf(path, query)
}

/**
 * A code in a link, also a leader's, fills it in, and a link to an unfinished booking all that its guest
 * typed: too many variants to cache.
 */
const fillsIn = (path: string, query: URLSearchParams) =>
  path.startsWith('/checkout') && (isPersonalLink(query) || requestedCheckout(query).code !== '')

/** What somebody agreed to once is read by few, and numbers that are not there must fill nothing. */
const isOldVersion = (path: string, query: URLSearchParams) =>
  query.has('version') && LEGAL_LINKS.some(({ to }) => path === to || path === dataOf(to))

/** A private departure is for few, and a copy of its page would outlive its link. */
const isPrivate = (query: URLSearchParams) => {
  const named = readNameInLinks(query.get('departure'))
  return named !== null && dayInName(named) === null
}

/** Remix asks for some of a page's loaders only by these. */
const asksForSomeLoaders = (query: URLSearchParams) => query.has('_routes') || query.has('_data')

let minute = 0
let day = ''

let answer: string | null = null

/**
 * Changes with content, seats and business day. Asked at every request, so it is computed once for all that
 * came in one turn of the event loop: each was on its way before the question was asked.
 */
export function freshness(): string {
  if (answer !== null) return answer
  const current = Math.floor(now().getTime() / MINUTE_MS)
  if (current !== minute) {
    minute = current
    day = today()
  }
  answer = `${contentVersion()} ${day}`
  setImmediate(() => {
    answer = null
  })
  return answer
}
