import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { log, reasonOf } from '#app/platform/log.server'
import { everyHeader } from '#app/server/guards/headers'
import { factsNow } from '#app/server/schedule/watch-over.server'
import { type Metrics, startMetrics } from '#app/server/watch/metrics.server'
import { answerPlainly, pathOf } from './answer'

/**
 * GET /metrics for Prometheus, behind METRICS_TOKEN as a bearer token; null without one, and then nothing is
 * kept for it. True when it has answered.
 */
export async function createMetrics() {
  const { METRICS_TOKEN } = env
  if (!METRICS_TOKEN) return null
  const metrics = await startMetrics()
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (pathOf(request) !== '/metrics') return false
    if (!shows(METRICS_TOKEN, request)) {
      answerPlainly(request, response, 401, 'This address asks for a token.', {
        'WWW-Authenticate': 'Bearer',
      })
    } else void print(metrics, request, response)
    return true
  }
}

async function print(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const text = await metrics.print(await factsNow(now()))
    response.writeHead(200, {
      ...everyHeader(response),
      'Content-Type': metrics.type,
      'Cache-Control': 'no-store',
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'The metrics could not be made')
    answerPlainly(request, response, 503, 'The metrics cannot be made at this moment.')
  }
}

function shows(token: string, request: IncomingMessage): boolean {
  const shown = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  return shown !== undefined && timingSafeEqual(digestOf(shown), digestOf(token))
}

/** Digests are equally long, whatever was shown. */
const digestOf = (text: string) => createHash('sha256').update(text).digest()
