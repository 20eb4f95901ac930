import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { LIST_BYTES_AT_MOST, LIST_PATH, LIST_TOO_LARGE_PARAMETER } from '#app/people/subscriber-words'
import { FORM_BYTES_AT_MOST } from '#app/server/guards/read-form.server'
import { FILM_BYTES_AT_MOST, FILM_REFUSALS, FILM_UPLOAD_PATH } from '#app/site/films'
import { OTHER_FILE_PATH, PHOTO_BYTES_AT_MOST, PHOTO_REFUSALS, UPLOAD_PATH } from '#app/site/list-forms'
import { SOUND_BYTES_AT_MOST, SOUND_PATH, SOUND_REFUSALS } from '#app/tours/band-sound'
import { TRIP_FILE_BYTES_AT_MOST, TRIP_FILE_REFUSALS, TRIP_FILES_PATH } from '#app/tours/itinerary'
import {
  REVIEW_PATH,
  REVIEW_PHOTO_BYTES_AT_MOST,
  REVIEW_PHOTO_REFUSALS,
  REVIEW_PHOTOS_AT_MOST,
} from '#app/travelers/review-form'
import { answerPlainly, everyHeader, pathOf } from './answer'

type BodyKind = {
  bytes: number
  /** How long it may take to come. */
  ms: number
  /** Who alone may send one: of anyone else it is not read. */
  only?: 'staff' | 'reviewer'
  /** It goes to the disk as it arrives, and is never in memory as a whole. */
  streamed?: true
  /** What anyone who sends a larger one reads, or the page that says it. */
  tooLarge: string | { page: string }
}

const TOO_LARGE =
  'That’s too much to send at once. Use your browser’s back button to return to what you wrote, then shorten it.'
const FORM: BodyKind = {
  bytes: FORM_BYTES_AT_MOST,
  ms: 30_000,
  tooLarge: TOO_LARGE,
}
const WEBHOOK: BodyKind = { ...FORM, bytes: 256_000 }
/** A file, over a slow line, with the words of its form around it. */
const upload = (bytes: number, refusal: string): BodyKind => ({
  bytes: bytes + FORM.bytes,
  ms: 300_000,
  only: 'staff',
  tooLarge: `${refusal} Your browser’s back button brings back what you wrote.`,
})
const PHOTO = upload(PHOTO_BYTES_AT_MOST, PHOTO_REFUSALS['too-large'])
const FILM: BodyKind = {
  ...upload(FILM_BYTES_AT_MOST, FILM_REFUSALS['too-large']),
  ms: 600_000,
  streamed: true,
}
const SOUND = upload(SOUND_BYTES_AT_MOST, SOUND_REFUSALS['too-large'])
const TRIP_FILE = upload(TRIP_FILE_BYTES_AT_MOST, TRIP_FILE_REFUSALS['too-large'])
/** Up to three photographs of a traveler, one in memory at a time. */
const REVIEW: BodyKind = {
  ...upload(REVIEW_PHOTOS_AT_MOST * REVIEW_PHOTO_BYTES_AT_MOST, REVIEW_PHOTO_REFUSALS['too-large']),
  only: 'reviewer',
  streamed: true,
}
const LIST: BodyKind = {
  bytes: LIST_BYTES_AT_MOST,
  ms: 300_000,
  only: 'staff',
  tooLarge: { page: `${LIST_PATH}?${LIST_TOO_LARGE_PARAMETER}` },
}

/** What a body may be, by where it goes (rules 8.4); anywhere else it is a form. */
const BODY_KINDS: Record<string, BodyKind> = {
  '/api/stripe/webhook': WEBHOOK,
  [UPLOAD_PATH]: PHOTO,
  [`${UPLOAD_PATH}.data`]: PHOTO,
  [FILM_UPLOAD_PATH]: FILM,
  [LIST_PATH]: LIST,
  [`${LIST_PATH}.data`]: LIST,
}

function kindOf(request: { url?: string }): BodyKind {
  const path = pathOf(request)
  if (REVIEW_PATH.test(path)) return REVIEW
  if (OTHER_FILE_PATH.test(path)) return PHOTO
  if (SOUND_PATH.test(path)) return SOUND
  return BODY_KINDS[path] ?? (TRIP_FILES_PATH.test(path) ? TRIP_FILE : FORM)
}

/** Connection time-outs (rules 9.7). A proxy keeps its connections a minute: ours outlive them. */
export const SERVER_OPTIONS: ServerOptions = {
  // Node's own answer to a request without a Host has none of our headers: `overLimits` refuses it.
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: Math.max(...Object.values(BODY_KINDS).map(({ ms }) => ms)),
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export class BodyTooLarge extends Error {}

/**
 * Refuses an unknown method, no host or several, an address that is not a path, and a body announced as too
 * large. True when it has answered.
 */
export function overLimits(request: IncomingMessage, response: ServerResponse): boolean {
  if (!METHODS.includes(request.method ?? '')) {
    answerPlainly(request, response, 405, 'This method is not allowed here.', { Allow: METHODS.join(', ') })
    return true
  }
  const hosts = hostsIn(request)
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    const sentence = 'Your program must send exactly one Host.'
    answerPlainly(request, response, 400, sentence, { Connection: 'close' })
    return true
  }
  if (!readable(request.url)) {
    answerPlainly(request, response, 400, 'This address cannot be read.')
    return true
  }
  if (Number(request.headers['content-length'] ?? 0) > kindOf(request).bytes) {
    refuseBody(request, response)
    return true
  }
  if (hasBody(request)) {
    hangUpAfterAnswer(request, response)
    limitTime(request, response)
  }
  return false
}

/** Of several Node takes the first, and a proxy before it may have taken the last (RFC 9112 refuses them). */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/** Of whom alone a body is read. */
export const senderOf = (request: { url?: string }) => kindOf(request).only ?? 'everybody'

/** Whether a body is handed on as it arrives. */
export const isStreamed = (request: { url?: string }): boolean => kindOf(request).streamed === true

const TOO_SLOW = 'Your connection was too slow, and nothing was saved. Please go back and try again.'

/** Node has one time-out for all requests, the longest: each is held to its own here. */
function limitTime(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (request.complete) return
    if (response.headersSent) request.destroy()
    else answerPlainly(request, response, 408, TOO_SLOW, { Connection: 'close' })
  }, kindOf(request).ms).unref()
  request.once('close', () => clearTimeout(timer))
}

/** How long a client that was answered early has to end; Node would wait as long as for an upload. */
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

/** A body as it arrives; throws BodyTooLarge beyond the limit, whatever was announced. */
export async function* bodyOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  const limit = kindOf(request).bytes
  let size = 0
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += part.length
    if (size > limit) throw new BodyTooLarge()
    yield part
  }
}

/** Reads a whole body within its limit. */
export async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = []
  for await (const part of bodyOf(request)) parts.push(part)
  return Buffer.concat(parts)
}

/** Answers 413. A client that is still sending does not read: the rest is thrown away first, for a second. */
export async function refuseBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume()
  await Promise.race([finished(request, { cleanup: true }), wait(1_000)]).catch(() => undefined)
  const { tooLarge } = kindOf(request)
  // A page can say best what to do about it; to scripts it is a failure like others.
  if (typeof tooLarge === 'object' && !pathOf(request).endsWith('.data')) {
    const headers = { Location: tooLarge.page, 'Cache-Control': 'no-store', Connection: 'close' }
    response.writeHead(303, { ...everyHeader(response), ...headers }).end()
    return
  }
  const sentence = typeof tooLarge === 'string' ? tooLarge : TOO_LARGE
  answerPlainly(request, response, 413, sentence, { Connection: 'close' })
}
