import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Desk } from '#scripts/sandbox/stripe/desk'

/** A browser at one of the sandbox's own pages. */
export interface Visit {
  desk: Desk
  request: IncomingMessage
  response: ServerResponse
  url: URL
}
