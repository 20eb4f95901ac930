import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { answerPlainly, pathOf } from './answer'

/** Time-outs of a connection (decisions §8). A proxy keeps its connections a minute: ours outlive them. */
export const TIME_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
}

const BODY_LIMIT = 100_000
const BODY_LIMITS: Record<string, number> = { '/api/stripe/webhook': 256_000 }

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export class BodyTooLarge extends Error {}

/**
 * Refuses what no part of the site takes: an unknown method, an address that is not a path, a body that says it
 * is too large. True when it has answered.
 */
export function overLimits(request: IncomingMessage, response: ServerResponse): boolean {
  if (!METHODS.includes(request.method ?? '')) {
    answerPlainly(request, response, 405, 'This method is not allowed here.', { Allow: METHODS.join(', ') })
    return true
  }
  if (!readable(request.url)) {
    answerPlainly(request, response, 400, 'This address cannot be read.')
    return true
  }
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit(request)) {
    refuseBody(request, response)
    return true
  }
  return false
}

function readable(url = ''): boolean {
  if (!url.startsWith('/')) return false
  try {
    return decodeURIComponent(pathOf({ url })) !== ''
  } catch {
    return false
  }
}

/** Reads a whole body; throws BodyTooLarge as soon as more than the limit has come, whatever was announced. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const limit = bodyLimit(request)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += part.length
    if (size > limit) throw new BodyTooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const bodyLimit = (request: IncomingMessage) => BODY_LIMITS[pathOf(request)] ?? BODY_LIMIT

/** Answers 413. A client that is still sending does not read: the rest is thrown away first, for a second. */
export async function refuseBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume()
  await Promise.race([finished(request, { cleanup: true }), wait(1_000)]).catch(() => undefined)
  answerPlainly(request, response, 413, 'This is more than we can take in one piece.', {
    Connection: 'close',
  })
}
