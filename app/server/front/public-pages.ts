import type { IncomingMessage } from 'node:http'
import { namesGuest, requestedCheckout } from '#app/bookings/checkout-offer.server'
import { now, today } from '#app/platform/clock.server'
import { type Day, readDay } from '#app/platform/days'
import { isUnsafe } from '#app/server/guards/answer'
import { requestedExperience } from '#app/site/lists.server'
import { contentVersion } from '#app/site/settings.server'
import { SITE_PAGES } from '#app/site/site-pages'
import { isPublicDeparture } from '#app/tours/departures.server'

/**
 * Kept pages that their parameters change, by path: what an address asks for, in one spelling, so that
 * whatever means the same is kept once and what nobody offers is not kept at all.
 */
const VARIANTS: Record<string, (query: URLSearchParams) => Record<string, string | false>> = {
  '/texascountrysafari': (query) => departureIn(readDay(query.get('departure'))),
  '/contact': (query) => ({ experience: requestedExperience(query)?.slug ?? false }),
  '/checkout': (query) => {
    const { roomType, paymentType, travelers, singles, departure } = requestedCheckout(query)
    return {
      roomType: roomType === 'single' && roomType,
      paymentType: paymentType === 'full' && paymentType,
      travelers: travelers !== null && travelers > 1 && String(travelers),
      singles:
        roomType === 'double' &&
        travelers !== null &&
        Math.min(singles, travelers - 1) > 0 &&
        String(Math.min(singles, travelers - 1)),
      ...departureIn(departure),
    }
  },
}

/**
 * The query of the variant of a kept page that an address means, with its question mark; empty for the page
 * as such.
 */
function variantOf(path: string, query: URLSearchParams): string {
  const asked = VARIANTS[path.replace(/\.data$/, '')]?.(query) ?? {}
  const kept = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== false)
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

const departureIn = (asked: Day | null): { departure: string | false } => ({
  departure: asked !== null && isPublicDeparture(asked) && asked,
})

const KEPT = SITE_PAGES.filter(({ isKept }) => isKept)

/** Where a card is asked for, what a page says is true when it is said: no cache on the way keeps it. */
const forCaches = new Set(
  KEPT.filter(({ takesCards }) => !takesCards).flatMap(({ path }) => [path, dataOf(path)]),
)

/** Whether caches on the way may keep the page of an address from `publicAddress`, too. */
export const isForCaches = (address: string): boolean => forCaches.has(address)

/** Cookies that make any page somebody's own: a message to show once, a signed-in member of staff. */
const PERSONAL_COOKIES = /(^|;\s*)(__Host-)?(toast|staff)=/
/** Those that make some pages somebody's own. */
const OWNERS_COOKIES = { traveler: /(^|;\s*)(__Host-)?traveler=/ }

/**
 * Each kept page by its path, and by that of its data alone; with the cookie of its owners, if it has some.
 */
const pages = new Map(
  KEPT.flatMap(({ path, ownBy }) => {
    const cookie = ownBy && OWNERS_COOKIES[ownBy]
    return [path, dataOf(path)].map((address) => [address, { cookie }] as const)
  }),
)

/** The address of a page's data alone. */
function dataOf(path: string): string {
  return path === '/' ? '/_root.data' : `${path}.data`
}

/**
 * The address under which a request's page is kept, or null where it is made for one visitor. But for those
 * that change a page, all parameters (utm_source …) are left out, so that they neither miss nor fill the
 * memory.
 */
export function publicAddress(request: IncomingMessage): string | null {
  const url = request.url ?? ''
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const page = pages.get(path)
  if (!page || isUnsafe(request.method)) return null
  const { cookie } = request.headers
  if (cookie && (PERSONAL_COOKIES.test(cookie) || page.cookie?.test(cookie))) return null
  if (queryAt === -1) return path
  const query = new URLSearchParams(url.slice(queryAt))
  return asksForSomeLoaders(query) || fillsIn(path, query) ? null : path + variantOf(path, query)
}

/**
 * A link with a discount code fills it in, one to an unfinished booking or an offer all that its guest typed:
 * there is no end to what they may say, so that none of it is kept.
 */
const fillsIn = (path: string, query: URLSearchParams) =>
  path.startsWith('/checkout') && (namesGuest(query) || requestedCheckout(query).code !== '')

/** Remix asks for some of a page's loaders only by these. */
const asksForSomeLoaders = (query: URLSearchParams) => query.has('_routes') || query.has('_data')

const MINUTE = 60_000
let minute = 0
let day = ''

let answer: string | null = null

/**
 * Changes with the content, the seats and the business's day. Asked at every request, so it is quick: once
 * for all that have come in one turn of the event loop, since each of them was on its way before the question
 * was asked.
 */
export function freshness(): string {
  if (answer !== null) return answer
  const current = Math.floor(now().getTime() / MINUTE)
  if (current !== minute) {
    minute = current
    day = today()
  }
  answer = `${contentVersion()} ${day}`
  setImmediate(forget)
  return answer
}

function forget(): void {
  answer = null
}
