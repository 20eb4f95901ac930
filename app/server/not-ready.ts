import type { RequestListener } from 'node:http'
import { answerPlainly } from './answer'

/** Of a start or a stop; a migration of a large database may take longer. */
const RETRY_AFTER_SECONDS = 5

export const NOT_READY = 'The site is being restarted. Please try again in a few seconds.'

/** Stopping: what a connection from before still asks is answered, and whoever hands out requests is told to stop. */
export const readiness = { isStopping: false }

/** Answers everything with 503, while the site starts and while it stops. */
export const notReady: RequestListener = (request, response) => {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS), Connection: 'close' }
  answerPlainly(request, response, 503, NOT_READY, headers)
}
