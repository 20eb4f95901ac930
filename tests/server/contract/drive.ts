import { expect } from 'vitest'
import { OPERATIONS } from '#app/server/contract/document.server'
import type { Operation } from '#app/server/contract/operation'
import type { Site } from '#tests/fixtures/site'
import { undeclared } from './undeclared'

export type Details = {
  /** What varies in the path. */
  id?: string | number
  query?: string
  /** A text is sent as it is; without one the call's example is sent. */
  body?: unknown
  cookies?: string
  headers?: Record<string, string>
}

export const named = (id: string) => OPERATIONS.find((operation) => operation.id === id) as Operation

/** Sends declared calls, each from a network of its own, and holds every answer to its declaration. */
export function drive(site: Site) {
  let networks = 0
  const driven = new Map<string, Set<number>>()

  async function send(
    operationId: string,
    { id = 1, query = '', body, cookies = '', headers = {} }: Details = {},
  ) {
    const operation = named(operationId)
    networks += 1
    const sent = body ?? operation.example
    const answer = await fetch(site.url + operation.path.replace(/\{\w+\}/, String(id)) + query, {
      method: operation.method,
      headers: {
        'Fly-Client-IP': `10.9.${networks >> 8}.${networks & 255}`,
        Cookie: cookies,
        ...(operation.body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(operation.body && { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    })
    const given = { status: answer.status, headers: answer.headers, text: await answer.text() }
    expect(undeclared(operation, given), operationId).toBeNull()
    driven.set(operationId, (driven.get(operationId) ?? new Set()).add(answer.status))
    return given
  }

  return { send, statusesOf: (operationId: string) => driven.get(operationId) ?? new Set<number>() }
}
