import type { IncomingMessage } from 'node:http'
import { isUnsafe } from '#app/server/answer'
import { SITE_PAGES } from '#app/site-pages'

const KEPT = SITE_PAGES.filter(({ isKept }) => isKept)

/** Where a card is asked for, what a page says is true when it is said: no cache on the way keeps it. */
const forCaches = new Set(
  KEPT.filter(({ takesCards }) => !takesCards).flatMap(({ path }) => [path, dataOf(path)]),
)

/** Whether caches on the way may keep the page of an address from `publicAddress`, too. */
export const isForCaches = (address: string): boolean => forCaches.has(address)

/** Cookies that make a page somebody's own: a message to show once, a signed-in member of staff. */
const PERSONAL_COOKIES = /(^|;\s*)(__Host-)?(toast|staff)=/

/** Each page by its path, and by that of its data alone; with the parameter that changes it, if one does. */
const parameters = new Map(
  KEPT.flatMap(({ path, parameter }) => [[path, parameter] as const, [dataOf(path), parameter] as const]),
)

/** The address of a page's data alone. */
function dataOf(path: string): string {
  return path === '/' ? '/_root.data' : `${path}.data`
}

/**
 * The address under which a request's page is kept, or null where it is made for one visitor. But for those that a page
 * names as its own, no parameter changes it: all (utm_source …) are left out, so that they neither miss nor fill the memory.
 */
export function publicAddress(request: IncomingMessage): string | null {
  const url = request.url ?? ''
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  if (!parameters.has(path) || isUnsafe(request.method)) return null
  if (request.headers.cookie && PERSONAL_COOKIES.test(request.headers.cookie)) return null
  if (queryAt === -1) return path
  const query = new URLSearchParams(url.slice(queryAt))
  return asksForSomeLoaders(query) || changesPage(path, query) ? null : path
}

const changesPage = (path: string, query: URLSearchParams) => {
  const parameter = parameters.get(path)
  return parameter !== undefined && query.has(parameter)
}

/** Remix asks for some of a page's loaders only by these. */
const asksForSomeLoaders = (query: URLSearchParams) => query.has('_routes') || query.has('_data')
