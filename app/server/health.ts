import type { IncomingMessage, ServerResponse } from 'node:http'
import type Database from 'better-sqlite3'
import { answerPlainly, pathOf } from './answer'

/** GET /healthz: 200 only if the database answers, 503 with the reason otherwise. True when it has answered. */
export function createHealth(sqlite: Database.Database) {
  return function health(request: IncomingMessage, response: ServerResponse): boolean {
    if (pathOf(request) !== '/healthz') return false
    try {
      sqlite.prepare('select 1').get()
      answerPlainly(request, response, 200, 'ok')
    } catch (error) {
      answerPlainly(request, response, 503, `The database does not answer: ${(error as Error).message}`)
    }
    return true
  }
}
