import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { env } from '#app/env.server'
import { primaryNow } from '#db/connection.server'
import { position } from '#db/litefs.server'
import { answerPlainly, isUnsafe } from './answer'
import { publicAddress } from './front/public-pages'
import { handOn, wasHandedOn } from './hand-on'
import { writtenAt } from './written-position.server'

/** What Fly's proxy keeps of a request to replay it: a longer one cannot be replayed. */
const REPLAYED_BYTES_AT_MOST = 1_000_000
/** Fly tries the primary this long, and then hands the request back, marked as failed. */
const REPLAY_FIELDS = 'timeout=5s;fallback=force_self'

const SECONDS_UNTIL_CHANGED = 5

/**
 * Sends what only the primary may answer there: everything but what the front keeps. Fly's proxy replays the request
 * (https://fly.io/docs/networking/dynamic-request-routing/); elsewhere, and where a body is too long for that, it is handed on to
 * PRIMARY_URL. True when it has taken the request; false on the primary itself.
 */
export function toPrimary(request: IncomingMessage, response: ServerResponse): boolean {
  const primary = primaryNow()
  if (primary === null) return false
  if (wasSentHere(request)) tryLater(request, response)
  else if (env.PRIMARY_URL && !(env.FLY_APP_NAME && canBeReplayed(request))) {
    const address = new URL(env.PRIMARY_URL.replace('{primary}', primary))
    handOn(request, response, address, () => tryLater(request, response))
  } else {
    const replay = { 'fly-replay': `instance=${primary};${REPLAY_FIELDS}` }
    answerPlainly(request, response, 409, 'Another machine answers this.', replay)
  }
  return true
}

/** Whoever was sent here, where nobody may write either, comes while the primary changes: it is not sent round and round. */
const wasSentHere = (request: IncomingMessage) =>
  request.headers['fly-replay-src'] !== undefined ||
  request.headers['fly-replay-failed'] !== undefined ||
  wasHandedOn(request)

const canBeReplayed = ({ method, headers }: IncomingMessage) =>
  !isUnsafe(method) || Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= REPLAYED_BYTES_AT_MOST

function tryLater(request: IncomingMessage, response: ServerResponse): void {
  const sentence =
    'The site is moving to another machine. Please try again in a few seconds. If you have just paid, your payment is safe.'
  answerPlainly(request, response, 503, sentence, { 'Retry-After': String(SECONDS_UNTIL_CHANGED) })
}

const PATIENCE_MS = 500
const LOOK_MS = 10

/**
 * Keeps a guest who wrote something from seeing a page of before it: waits until this copy has it, and asks the primary
 * where that takes longer than half a second. True when it has taken the request, and will go on with it.
 */
export function catchUp(request: IncomingMessage, response: ServerResponse, goOn: () => void): boolean {
  const cookies = request.headers.cookie
  if (!cookies?.includes('position=') || publicAddress(request) === null || primaryNow() === null)
    return false
  void reached(cookies).then(
    (isReached) => (isReached ? goOn() : toPrimary(request, response) || goOn()),
    () => toPrimary(request, response) || goOn(),
  )
  return true
}

async function reached(cookies: string): Promise<boolean> {
  const wanted = await writtenAt(cookies)
  if (wanted === null) return true
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(LOOK_MS)) {
    if ((position() ?? '') >= wanted) return true
  }
  return false
}
