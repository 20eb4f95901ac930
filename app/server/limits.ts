import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { PHOTO_BYTES_AT_MOST, PHOTO_REFUSALS, UPLOAD_PATH } from '#app/content/photo-rules'
import { LIST_BYTES_AT_MOST } from '#app/people/list-size'
import { FORM_BYTES_AT_MOST } from '#app/routes/read-form.server'
import { answerPlainly, pathOf } from './answer'

/** How long a body may take to come; a photograph, over a slow line, longer. */
const TIME_FOR_BODY = 30_000
const TIME_FOR_UPLOAD = 300_000

/** Time-outs of a connection (decisions §8). A proxy keeps its connections a minute: ours outlive them. */
export const TIME_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: TIME_FOR_UPLOAD,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
}

const BODY_LIMIT = FORM_BYTES_AT_MOST
/** A photograph, or a list of subscribers, and the words of its form around it. */
const PHOTO_LIMIT = PHOTO_BYTES_AT_MOST + BODY_LIMIT
const SUBSCRIBERS = '/admin/subscribers/add'
const BODY_LIMITS: Record<string, number> = {
  '/api/stripe/webhook': 256_000,
  [UPLOAD_PATH]: PHOTO_LIMIT,
  [`${UPLOAD_PATH}.data`]: PHOTO_LIMIT,
  [SUBSCRIBERS]: LIST_BYTES_AT_MOST,
  [`${SUBSCRIBERS}.data`]: LIST_BYTES_AT_MOST,
}

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
  if (hasBody(request)) {
    hangUpAfterAnswer(request, response)
    if (!isUpload(request)) hurry(request, response)
  }
  return false
}

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/** Where a photograph or a list is sent to. Only staff fill memory with one: who is nobody's session is not read. */
export const isUpload = (request: { url?: string }): boolean => bodyLimit(request) >= LIST_BYTES_AT_MOST

/** Node has one time-out for all requests, the longest: the others are held to theirs here. */
function hurry(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (request.complete) return
    if (response.headersSent) request.destroy()
    else answerPlainly(request, response, 408, 'This took too long to arrive.', { Connection: 'close' })
  }, TIME_FOR_BODY).unref()
  request.once('close', () => clearTimeout(timer))
}

/** Who was answered before sending everything may end within this; Node would wait for as long as an upload may take. */
const TIME_AFTER_ANSWER = 3_000

function hangUpAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return
    const timer = setTimeout(() => request.socket.destroy(), TIME_AFTER_ANSWER).unref()
    request.once('end', () => clearTimeout(timer))
  })
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

const bodyLimit = (request: { url?: string }) => BODY_LIMITS[pathOf(request)] ?? BODY_LIMIT

/** Answers 413. A client that is still sending does not read: the rest is thrown away first, for a second. */
export async function refuseBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume()
  await Promise.race([finished(request, { cleanup: true }), wait(1_000)]).catch(() => undefined)
  if (pathOf(request) === SUBSCRIBERS) {
    // A form's page can say what to do about it.
    response.writeHead(303, { Location: `${SUBSCRIBERS}?too-large`, Connection: 'close' }).end()
    return
  }
  const sentence =
    bodyLimit(request) === PHOTO_LIMIT
      ? `${PHOTO_REFUSALS['too-large']} Your browser's back button brings back what you wrote.`
      : 'This is more than we can take in one piece.'
  answerPlainly(request, response, 413, sentence, { Connection: 'close' })
}
