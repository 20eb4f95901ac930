import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Ends a request with one sentence: JSON `{ message }` for the API (decisions §5), plain text for anybody else. */
export function answerPlainly(
  request: { url?: string },
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const asJson = pathOf(request).startsWith('/api/')
  const body = asJson ? JSON.stringify({ message: sentence }) : `${sentence}\n`
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': asJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

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
  const plain = withoutEndingSlashes(unescaped(pathname).toLowerCase())
  return withoutEndingSlashes(plain.replace(/\.data$/, '').replace(/^\/_root$/, '')) || '/'
}

const withoutEndingSlashes = (path: string) => path.replace(/\/+$/, '')

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export const isUnsafe = (method = 'GET'): boolean => method !== 'GET' && method !== 'HEAD'
