import type { IncomingMessage } from 'node:http'
import { isUnsafe } from './answer'

/** The pages that are the same for every guest, and the query parameters that change them. */
const PUBLIC_PAGES: Record<string, string[]> = {
  '/': [],
  '/texascountrysafari': [],
  '/twende-home': [],
  '/contact': [],
  '/gallery': [],
}

/** Cookies that make a page somebody's own: a message to show once, a signed-in member of staff. */
const PERSONAL_COOKIES = /(^|;\s*)(__Host-)?(toast|staff)=/

const LONGEST_VALUE = 40

const parametersByPath = new Map(
  Object.entries(PUBLIC_PAGES).flatMap(([path, parameters]) => [
    [path, parameters] as const,
    [path === '/' ? '/_root.data' : `${path}.data`, parameters] as const,
  ]),
)

/** How many addresses have no parameters: there is always room for them. */
export const PLAIN_PAGES = parametersByPath.size

/**
 * The address under which a request's page is kept, or null where it is made for one visitor. Parameters that
 * change nothing (utm_source …) are left out, so that they neither miss nor fill the memory.
 */
export function publicAddress(request: IncomingMessage): string | null {
  const url = request.url ?? ''
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const parameters = parametersByPath.get(path)
  if (!parameters || isUnsafe(request.method)) return null
  if (request.headers.cookie && PERSONAL_COOKIES.test(request.headers.cookie)) return null
  return queryAt === -1
    ? path
    : withKnownParameters(path, parameters, new URLSearchParams(url.slice(queryAt)))
}

function withKnownParameters(path: string, parameters: string[], query: URLSearchParams): string | null {
  // Remix asks for some of a page's loaders only by `_routes` and `_data`.
  if (query.has('_routes') || query.has('_data')) return null
  const known = new URLSearchParams()
  for (const name of parameters) {
    const value = query.get(name)
    if (value === null) continue
    if (value.length > LONGEST_VALUE) return null
    known.set(name, value)
  }
  return known.size > 0 ? `${path}?${known}` : path
}
