import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { withoutEnding } from '#app/without-ending'
import { BARE_POLICY, barePage } from './bare-page'
import { everyHeader } from './guards/headers'

type Asked = { url?: string; headers: IncomingHttpHeaders }

/**
 * Ends a request with one sentence: JSON `{ message }` for a call (rules 7.4), a bare page where a browser would show
 * it, plain text for anybody else.
 */
export function answerPlainly(
  request: Asked,
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const [type, body] = worded(request, status, sentence)
  response.writeHead(status, {
    ...everyHeader(response),
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Security-Policy': BARE_POLICY,
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

function worded(request: Asked, status: number, sentence: string): [type: string, body: string] {
  if (isCall(request)) return ['application/json', JSON.stringify({ message: sentence })]
  const isPage = status >= 400 && request.headers.accept?.includes('text/html')
  return isPage ? ['text/html', barePage(status, sentence)] : ['text/plain', `${sentence}\n`]
}

/** Where calls are (app/api-contract/operations.ts). */
const CALLS = /^\/(api\/|pay\/[^/]+\/intent$)/

const isCall = (request: Asked) =>
  CALLS.test(pathOf(request)) || request.headers['content-type']?.startsWith('application/json')

/** The path as it was asked for, without the query. */
export function pathOf(request: { url?: string }): string {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/**
 * The address that Remix will find for a path: without dots that lead upwards, unescaped, in small letters, without
 * the `.data` of a single fetch and without slashes at the end. Rates and policies are looked up by it, so that no
 * other spelling escapes them.
 */
export function routeOf(path: string): string {
  const { pathname } = new URL(`http://localhost${path}`)
  const plain = withoutEnding(unescaped(pathname).toLowerCase(), '/')
  return withoutEnding(plain.replace(/\.data$/, '').replace(/^\/_root$/, ''), '/') || '/'
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export const isUnsafe = (method = 'GET'): boolean => method !== 'GET' && method !== 'HEAD'
