import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const ID = Symbol('request id')

type Answer = ServerResponse & { [ID]?: string }

/** The id of the request that this answers; stands on the answer and in every line about it. */
export function requestIdOf(response: Answer): string {
  response[ID] ??= randomUUID()
  return response[ID]
}
