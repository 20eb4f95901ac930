import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#app/log.server'
import { countRequest, kindOfPath } from '#app/watch/requests.server'
import { pathOf } from './answer'
import { loggablePath } from './loggable-path'
import { requestIdOf } from './request-id'

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
