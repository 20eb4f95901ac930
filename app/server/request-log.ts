import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#app/log.server'
import { pathOf } from './answer'
import { loggablePath } from './loggable-path'

/** Gives a request its id and writes one line when it has been answered. */
export function logRequest(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID()
  const startedAt = performance.now()
  const path = pathOf(request)
  response.setHeader('X-Request-Id', requestId)
  response.once('close', () => {
    if (path === '/healthz' && response.statusCode === 200) return
    log.info({
      requestId,
      method: request.method,
      path: loggablePath(path),
      status: response.writableFinished ? response.statusCode : 499,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      bytes: request.method === 'HEAD' ? 0 : Number(response.getHeader('Content-Length') ?? 0),
    })
  })
}

/** The id that this request was given; stands on the answer and in every line about it. */
export const requestIdOf = (response: ServerResponse): string => String(response.getHeader('X-Request-Id'))
