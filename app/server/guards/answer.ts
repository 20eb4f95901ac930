import { randomUUID } from 'node:crypto'
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
import { env } from '#app/platform/env.server'
import { BRAND } from '#app/platform/words'
import { withoutEnding } from '#app/site/site-pages'

/** For answers that are not pages of the site: nothing in them runs, loads or is framed. */
const BARE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const HEADINGS: Record<number, string> = {
  404: 'Page Not Found',
  429: 'Please wait a little',
  503: 'Please try again in a few minutes',
}

/** Its own: the site's sheets may be what cannot be read. Colors as in styles/theme.css. */
const STYLE = `body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;box-sizing:border-box;padding:2rem 1.25rem;text-align:center;background:#fbf5e9;color:#2a1b14;font:1.0625rem/1.58 system-ui,sans-serif}
p{max-width:34rem;margin:0 0 1rem;color:#5c4638}.brand{font-weight:600;letter-spacing:.02em;color:#704b37}
h1{font:600 1.75rem/1.25 Georgia,serif;margin:.25rem 0 .75rem}
a{display:inline-block;min-height:2.75rem;line-height:2.75rem;padding:0 1.25rem;border-radius:.625rem;background:#704b37;color:#fbf5e9;text-decoration:none}
a:focus-visible{outline:3px solid #1f6470;outline-offset:3px}`

/** A page that says one thing, for when the site's own pages cannot be made or should not be. */
const barePage = (status: number, sentence: string): string => `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${headingOf(status)} | ${BRAND}</title><style>${STYLE}</style></head>
<body><main><p class="brand">${BRAND}</p><h1>${headingOf(status)}</h1><p>${escaped(sentence)}</p><a href="/">Return Home</a></main></body></html>
`

const headingOf = (status: number) => HEADINGS[status] ?? 'Something went wrong'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

const ID = Symbol('request id')

type Answer = ServerResponse & { [ID]?: string }

/** The id of the request that this answers; stands on the answer and in every line about it. */
export function requestIdOf(response: Answer): string {
  response[ID] ??= randomUUID()
  return response[ID]
}

const overHttps = env.production && env.BASE_URL.startsWith('https://')

/** What every answer says, no matter who made it. A page replaces the policy by its own. */
export const SECURITY_HEADERS: Record<string, string> = {
  'Content-Security-Policy': BARE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Addresses hold tokens and references: no other site learns where a visitor came from.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), geolocation=(), microphone=(), usb=(), browsing-topics=(), payment=(self "https://js.stripe.com")',
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...(overHttps && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
}

/** Those and the request's id, for answers written in one go: Node is quicker with all headers at once. */
export const everyHeader = (response: ServerResponse): Record<string, string> => ({
  ...SECURITY_HEADERS,
  'X-Request-Id': requestIdOf(response),
})

/** The same, put on an answer that someone else will write. */
export function setEveryHeader(response: ServerResponse): void {
  for (const [name, value] of Object.entries(everyHeader(response))) response.setHeader(name, value)
}

type RequestHead = { url?: string; headers: IncomingHttpHeaders }

/** Ends a request with one sentence: JSON for a call (rules 7.4), HTML for a browser, else plain text. */
export function answerPlainly(
  request: RequestHead,
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

function worded(request: RequestHead, status: number, sentence: string): [type: string, body: string] {
  if (isCall(request)) return ['application/json', JSON.stringify({ message: sentence })]
  const isPage = status >= 400 && request.headers.accept?.includes('text/html')
  return isPage ? ['text/html', barePage(status, sentence)] : ['text/plain', `${sentence}\n`]
}

/** Where calls are (app/server/contract/document.server.ts). */
const CALLS = /^\/(api\/|pay\/[^/]+\/intent$)/

const isCall = (request: RequestHead) =>
  CALLS.test(pathOf(request)) || request.headers['content-type']?.startsWith('application/json')

/** The path as it was asked for, without the query. */
export function pathOf(request: { url?: string }): string {
  const url = request.url ?? '/'
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/**
 * The address that Remix will match: without dots that lead upwards, decoded, in lower case, without `.data`
 * and trailing slashes. Rates and policies are looked up by it, so that no other spelling escapes them.
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

/** After how long a refused sender may come again, where no one knew better: totals have room bit by bit. */
export const REFUSED_FOR_SECONDS = 3_600

/** Of a start or a stop; a migration of a large database may take longer. */
const RETRY_AFTER_SECONDS = 5

export const NOT_READY = 'The site is being restarted. Please try again in a few seconds.'

/** While stopping, open connections are still served, and load balancers are told to stop sending. */
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

/** What Node would answer by itself (no HTTP, headers without end, a strange Expect), with our headers. */
export function answerClientErrors(server: Server): Server {
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
 * A turn of the event loop for one request alone. With setImmediate a hundred requests that came at once
 * would all go on in one turn, and a cached page, which waits for none, would be answered after the last.
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
