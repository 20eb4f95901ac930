import type { IncomingMessage, ServerResponse } from 'node:http'
import type Database from 'better-sqlite3'
import { log, reasonOf } from '#app/platform/log.server'
import { answerPlainly, NOT_READY, pathOf, readiness } from './answer'

/**
 * GET /healthz: 200 only if the database answers, 503 otherwise. It is everybody's: the reason is in the log,
 * and staff read the rest on Site health. GET /readyz: 200 while requests are taken, 503 while the site
 * stops; while it starts, not-ready.ts answers. True when it has answered.
 */
export function createHealth(sqlite: Database.Database) {
  return function health(request: IncomingMessage, response: ServerResponse): boolean {
    const path = pathOf(request)
    if (path === '/readyz') {
      if (readiness.isStopping) answerPlainly(request, response, 503, NOT_READY)
      else answerPlainly(request, response, 200, 'ok')
      return true
    }
    if (path !== '/healthz') return false
    try {
      sqlite.prepare('select 1').get()
      answerPlainly(request, response, 200, 'ok')
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'The database does not answer')
      answerPlainly(request, response, 503, 'The site is down.')
    }
    return true
  }
}
