import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Sandbox } from '#scripts/sandbox/stripe/sandbox'

/** A browser at one of the sandbox's own pages. */
export interface Visit {
  sandbox: Sandbox
  request: IncomingMessage
  response: ServerResponse
  url: URL
}
