import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#app/platform/log.server'
import { pathOf, requestIdOf } from '#app/server/guards/answer'
import { SITE_PAGES } from '#app/site/site-pages'

// What the process has answered, counted as it answers: in memory, for a request must not cost more than it
// did.

/** Who answered a request: the cached pages, files, /healthz and its kind, and Remix's routes. */
export const REQUEST_KINDS = ['front', 'file', 'machine', 'screen', 'staff', 'call', 'webhook'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** 499: the visitor left before the answer was whole. */
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'left'] as const
type StatusClass = (typeof STATUS_CLASSES)[number]

const LEFT = 499

declare module 'node:http' {
  interface ServerResponse {
    /** Who took the request, where the path alone does not tell. */
    takenBy?: RequestKind | undefined
  }
}

/** Upper bounds of latency, in seconds; the last has none above it. */
export const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const HOUR_MS = 3_600_000
/** Hours that are remembered for the page of figures. */
const HOURS_REMEMBERED = 24

/** Cells of an hour: which, requests, failures of ours, and answers of pages and calls under each bound. */
const WHICH = 0
const ALL = 1
const FAILED = 2
const TIMED = 3
const CELLS = TIMED + LATENCY_SECONDS.length + 1
const hours = new Float64Array(HOURS_REMEMBERED * CELLS)

/** Of a hundred requests, how many count: the slowest few are someone's bad line. */
export const MOST_PERCENT = 95

type Observe = (kind: RequestKind, status: StatusClass, seconds: number) => void
let observe: Observe | undefined

/** Tells of each request as it ends; one listener, the metrics. */
export function onRequest(listener: Observe): void {
  observe = listener
}

/** Counts a request that has ended: who took it, its status, and how long it took, in milliseconds. */
function countRequest(kind: RequestKind, status: number, ms: number): void {
  const hour = Math.floor(Date.now() / HOUR_MS)
  const begin = (hour % HOURS_REMEMBERED) * CELLS
  if (hours[begin + WHICH] !== hour) {
    hours.fill(0, begin, begin + CELLS)
    hours[begin + WHICH] = hour
  }
  count(begin + ALL)
  if (status >= 500) count(begin + FAILED)
  if (kind !== 'file' && kind !== 'machine') count(begin + TIMED + bucketOf(ms / 1_000))
  observe?.(kind, classOf(status), ms / 1_000)
}

function count(cell: number): void {
  hours[cell] = (hours[cell] ?? 0) + 1
}

function bucketOf(seconds: number): number {
  let bucket = 0
  while (bucket < LATENCY_SECONDS.length && seconds > (LATENCY_SECONDS[bucket] ?? 0)) bucket += 1
  return bucket
}

const classOf = (status: number): StatusClass =>
  status === LEFT ? 'left' : (STATUS_CLASSES[Math.floor(status / 100) - 1] ?? '5xx')

/** Of a request that no one but Remix took: told apart by its path, which is not kept. */
function kindOfPath(path: string): RequestKind {
  if (path === '/api/stripe/webhook') return 'webhook'
  if (path.startsWith('/api/')) return 'call'
  return path === '/admin' || path.startsWith('/admin/') ? 'staff' : 'screen'
}

/** One hour of the machine's clock. `mostMs`: 95 % of pages and calls took no longer; null for none. */
export type RequestHour = { from: Date; requests: number; failed: number; mostMs: number | null }

/** The last hours up to `at`, by the machine's clock, oldest first; empty before the process started. */
export function requestHours(at: Date): RequestHour[] {
  const last = Math.floor(at.getTime() / HOUR_MS)
  return Array.from({ length: HOURS_REMEMBERED }, (_, index) => {
    const hour = last - HOURS_REMEMBERED + 1 + index
    const begin = (hour % HOURS_REMEMBERED) * CELLS
    const cells =
      hours[begin + WHICH] === hour ? hours.subarray(begin, begin + CELLS) : new Float64Array(CELLS)
    return {
      from: new Date(hour * HOUR_MS),
      requests: cells[ALL] ?? 0,
      failed: cells[FAILED] ?? 0,
      mostMs: boundOf(cells.subarray(TIMED)),
    }
  })
}

function boundOf(counted: Float64Array): number | null {
  const all = counted.reduce((sum, one) => sum + one, 0)
  if (all === 0) return null
  let seen = 0
  const bucket = counted.findIndex((one) => {
    seen += one
    return seen >= (all * MOST_PERCENT) / 100
  })
  return Math.round((LATENCY_SECONDS[bucket] ?? LATENCY_SECONDS.at(-1) ?? 0) * 10_000) / 10
}

/** What follows these opens someone's booking, subscription, or account. */
const BEFORE_A_TOKEN = [
  ...SITE_PAGES.flatMap(({ path }) => beforeItsToken(path)),
  ...['new-password', 'confirm-email'],
]
/** Ours have 32 letters: whatever has as many may be one, wherever it stands; no file is called so. */
const LIKE_A_TOKEN = /[\w-]{24}/
const LIKE_A_FILE = /\.[a-z\d]{2,5}$/i
const LONGEST_PATH = 200
const HIDDEN = '…'

/** A path as it may be logged: no query and no token, however it is spelled or escaped. */
export function loggablePath(path: string): string {
  const segments: string[] = []
  for (const segment of unescaped(path.slice(0, 4 * LONGEST_PATH)).split(/[/\\]/)) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.map(withoutToken).join('/')}`.slice(0, LONGEST_PATH)
}

function beforeItsToken(path: string): string[] {
  const parts = path.split('/')
  const before = parts[parts.indexOf(':token') - 1]
  return before ? [before] : []
}

function withoutToken(segment: string, index: number, segments: string[]): string {
  const before = segments[index - 1]?.trim().toLowerCase() ?? ''
  const name = segment.replace(/\.data$/, '')
  const isLikeAToken = LIKE_A_TOKEN.test(name) && !LIKE_A_FILE.test(name)
  return BEFORE_A_TOKEN.includes(before) || isLikeAToken ? HIDDEN : segment
}

/** Decodes the characters of tokens and our paths, until nothing changes; at most three times. */
function unescaped(path: string, times = 3): string {
  const [address = ''] = path.split(/[?#;]/)
  const plain = address.replace(/%([2-7][0-9a-f])/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return plain === address || times === 1 ? plain : unescaped(plain, times - 1)
}

let underWay = 0

/** How many requests are being answered. */
export const requestsUnderWay = (): number => underWay

/** Writes one line when a request has been answered. */
export function logRequest(request: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now()
  underWay += 1
  response.once('close', () => {
    underWay -= 1
    const path = pathOf(request)
    const status = response.writableFinished ? response.statusCode : 499
    const ms = performance.now() - startedAt
    countRequest(response.takenBy ?? kindOfPath(path), status, ms)
    if (response.takenBy === 'machine' && status === 200) return
    log.info({
      requestId: requestIdOf(response),
      method: request.method,
      path: shown(path),
      status,
      ms: Math.round(ms * 10) / 10,
      bytes: request.method === 'HEAD' ? 0 : bytesOf(response),
    })
  })
}

const BYTES = Symbol('bytes')

/** Says how large an answer is whose headers went out all at once, where no one can read them again. */
export function noteBytes(response: ServerResponse & { [BYTES]?: number }, bytes: number): void {
  response[BYTES] = bytes
}

const bytesOf = (response: ServerResponse & { [BYTES]?: number }): number =>
  response[BYTES] ?? Number(response.getHeader('Content-Length') ?? 0)

const KNOWN_AT_MOST = 500
const known = new Map<string, string>()

/** Most requests are for few paths. */
function shown(path: string): string {
  const before = known.get(path)
  if (before !== undefined) return before
  if (known.size >= KNOWN_AT_MOST) known.clear()
  const loggable = loggablePath(path)
  known.set(path, loggable)
  return loggable
}
