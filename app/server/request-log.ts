import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#app/platform/log.server'
import { countRequest, kindOfPath } from '#app/server/watch/requests.server'
import { SITE_PAGES } from '#app/site/site-pages'
import { pathOf } from './answer'
import { requestIdOf } from './guards/headers'

/**
 * What follows these opens somebody's booking, somebody's way into the newsletter or out of it, or an
 * account.
 */
const BEFORE_A_TOKEN = [...SITE_PAGES.flatMap(({ path }) => beforeItsToken(path)), 'new-password']
/** Ours have 32 letters: whatever is as long may be one, wherever it stands. */
const LIKE_A_TOKEN = /^[\w-]{24,}$/
const LONGEST_PATH = 200
const HIDDEN = '…'

/**
 * A path as it may be written down: no query, and no token, however the path is spelled (escaped, escaped
 * twice, with dots, with slashes too many).
 */
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
  return BEFORE_A_TOKEN.includes(before) || LIKE_A_TOKEN.test(segment.replace(/\.data$/, ''))
    ? HIDDEN
    : segment
}

/**
 * Each escaped letter of the alphabet that tokens and our paths are made of, until nothing changes; at most
 * three times.
 */
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

/** Says how large an answer is whose headers went out all at once, where nobody can read them again. */
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
