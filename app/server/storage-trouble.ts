import type { IncomingMessage, ServerResponse } from 'node:http'
import { primaryNow } from '#db/connection.server'
import type { StorageTrouble } from '#db/trouble.server'
import { answerPlainly } from './guards/answer'

const SAFE = 'If you have just paid, your payment is safe: we record it as soon as we can.'

const ANSWERS: Record<Exclude<StorageTrouble, 'copy'>, { sentence: string; seconds: number }> = {
  locked: {
    sentence: `The site is very busy at this moment. Please try again in a few seconds. ${SAFE}`,
    seconds: 5,
  },
  'no-room': {
    sentence: `We cannot save anything at this moment. Please try again in a few minutes. ${SAFE}`,
    seconds: 120,
  },
}

/** 503, in place of any other answer; a replica passes the request to the primary. */
export function answerTrouble(
  request: IncomingMessage,
  response: ServerResponse,
  trouble: StorageTrouble,
): void {
  if (trouble === 'copy') {
    sendToPrimary(request, response)
    return
  }
  const { sentence, seconds } = ANSWERS[trouble]
  answerPlainly(request, response, 503, sentence, { 'Retry-After': String(seconds) })
}

/** Fly tries the primary this long, and then hands the request back, marked as failed. */
const REPLAY_FIELDS = 'timeout=5s;fallback=force_self'

const SECONDS_UNTIL_CHANGED = 5

/**
 * Has Fly's proxy ask the primary what this machine cannot answer: a GET that writes, or a photograph that is
 * not here. The proxy of LiteFS has sent all other writes there (https://fly.io/docs/litefs/proxy/).
 */
export function sendToPrimary(request: IncomingMessage, response: ServerResponse): void {
  const primary = primaryNow()
  if (primary !== null && !wasReplayed(request)) {
    const replay = { 'fly-replay': `instance=${primary};${REPLAY_FIELDS}` }
    answerPlainly(request, response, 409, 'Another machine answers this.', replay)
    return
  }
  const sentence =
    'The site is moving to another machine. Please try again in a few seconds. If you have just paid, your payment is safe.'
  answerPlainly(request, response, 503, sentence, { 'Retry-After': String(SECONDS_UNTIL_CHANGED) })
}

/** What was sent here once comes while the primary changes: it is not sent round and round. */
const wasReplayed = ({ headers }: IncomingMessage) =>
  headers['fly-replay-src'] !== undefined || headers['fly-replay-failed'] !== undefined

/** What writes is run where the database is written. Throws a sentence that says where that is. */
export function onPrimaryOnly(): void {
  const primary = primaryNow()
  if (primary !== null)
    throw new Error(`This machine only has a copy of the database: run this on ${primary}.`)
}
