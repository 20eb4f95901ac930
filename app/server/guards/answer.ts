import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { withoutEnding } from '#app/site/site-pages'
import { BARE_POLICY, barePage, everyHeader, SECURITY_HEADERS } from './headers'

type Asked = { url?: string; headers: IncomingHttpHeaders }

/**
 * Ends a request with one sentence: JSON `{ message }` for a call (rules 7.4), a bare page where a browser
 * would show it, plain text for anybody else.
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

/** Where calls are (app/server/contract/document.server.ts). */
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
 * The address that Remix will find for a path: without dots that lead upwards, unescaped, in small letters,
 * without the `.data` of a single fetch and without slashes at the end. Rates and policies are looked up by
 * it, so that no other spelling escapes them.
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

/** Of a start or a stop; a migration of a large database may take longer. */
const RETRY_AFTER_SECONDS = 5

export const NOT_READY = 'The site is being restarted. Please try again in a few seconds.'

/**
 * Stopping: what a connection from before still asks is answered, and anyone who hands out requests is told
 * to stop.
 */
export const readiness = { isStopping: false }

/** Answers everything with 503, while the site starts and while it stops. */
export const notReady: RequestListener = (request, response) => {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS), Connection: 'close' }
  answerPlainly(request, response, 503, NOT_READY, headers)
}

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

type Connection = Duplex & { _httpMessage?: ServerResponse | null }

/**
 * What Node would answer by itself, with the headers that every answer has: no HTTP, headers without end, a
 * strange Expect.
 */
export function refuseAsWeDo(server: Server): Server {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Connection) => {
    // An answer that is under way must not have another one in it.
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent)
      return void socket.destroy()
    const status = STATUSES[error.code ?? ''] ?? 400
    const headers = {
      ...SECURITY_HEADERS,
      'Cache-Control': 'no-store',
      'Content-Length': '0',
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n`
    socket.end(answer, () => socket.destroy())
  })
  server.on('checkExpectation', (request: IncomingMessage, response) => {
    answerPlainly(request, response, 417, 'We cannot do what your program expects.', { Connection: 'close' })
  })
  return server
}

const waiting: (() => void)[] = []

/**
 * A turn of the event loop for one request alone. setImmediate lets all that wait go on in one turn: of a
 * hundred requests that came at once all would, and a kept page, which waits for none, would be answered
 * after the last.
 */
export function fairTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}

/** The path of a request as Remix matches routes: in any case, with or without a slash at its end. */
export const matchedPath = (request: Request): string =>
  new URL(request.url).pathname.toLowerCase().replace(/\/$/, '')
