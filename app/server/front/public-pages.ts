import type { IncomingMessage } from 'node:http'
import { isUnsafe } from '#app/server/answer'
import { SITE_PAGES } from '#app/site-pages'

const KEPT = SITE_PAGES.filter(({ isKept }) => isKept)

/** Cookies that make a page somebody's own: a message to show once, a signed-in member of staff. */
const PERSONAL_COOKIES = /(^|;\s*)(__Host-)?(toast|staff)=/

const addresses = new Set(KEPT.flatMap(({ path }) => [path, path === '/' ? '/_root.data' : `${path}.data`]))

/**
 * The address under which a request's page is kept, or null where it is made for one visitor. No parameter changes
 * such a page: all (utm_source …) are left out, so that they neither miss nor fill the memory.
 */
export function publicAddress(request: IncomingMessage): string | null {
  const url = request.url ?? ''
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  if (!addresses.has(path) || isUnsafe(request.method)) return null
  if (request.headers.cookie && PERSONAL_COOKIES.test(request.headers.cookie)) return null
  return queryAt === -1 || !asksForSomeLoaders(new URLSearchParams(url.slice(queryAt))) ? path : null
}

/** Remix asks for some of a page's loaders only by these. */
const asksForSomeLoaders = (query: URLSearchParams) => query.has('_routes') || query.has('_data')
