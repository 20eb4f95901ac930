import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StorageTrouble } from '#db/trouble.server'
import { answerPlainly } from './answer'
import { sendToPrimary } from './replica'

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

/**
 * 503, in place of whatever was made of the request: JSON for a call, a plain page for a visitor. What a
 * replica cannot write goes to the primary.
 */
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
