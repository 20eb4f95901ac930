import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from '#app/server/guards/headers'
import { requestIdOf } from '#app/server/request-id'
import { noteBytes } from '#app/server/request-log'
import { bestEncoding, type Encoding } from './encodings'

/** An answer held in memory, with the encodings of its body that are ready, best first. */
export type KeptAnswer = {
  headers: OutgoingHttpHeaders
  digest: string
  bodies: Map<Encoding, Buffer>
  /** What is sent in each of them, ready for Node: names and values by turns. */
  ready: Map<Encoding, { body: Buffer; whole: string[]; unchanged: string[] }>
  encodings: Encoding[]
}

export function keptAnswer(headers: OutgoingHttpHeaders, identity: Buffer): KeptAnswer {
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const kept: KeptAnswer = { headers, digest, bodies: new Map(), ready: new Map(), encodings: [] }
  addEncoding(kept, 'identity', identity)
  return kept
}

/** Adds a packed body; kept only where it is smaller, and always ahead of the larger ones. */
export function addEncoding(kept: KeptAnswer, encoding: Encoding, body: Buffer): void {
  kept.bodies.set(encoding, body)
  kept.bodies = new Map([...kept.bodies].sort(([, one], [, other]) => one.length - other.length))
  kept.encodings = [...kept.bodies.keys()]
  kept.ready.set(encoding, { body, ...headersIn(kept, encoding, body) })
}

/** Strong tags differ by encoding. A 304 repeats the page's policy: browsers take over what it says. */
function headersIn({ headers, digest }: KeptAnswer, encoding: Encoding, body: Buffer) {
  const unchanged = {
    ...SECURITY_HEADERS,
    Vary: 'Accept-Encoding',
    ...headers,
    ETag: `"${digest}-${encoding}"`,
  }
  const whole = {
    ...unchanged,
    'Content-Length': body.length,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  }
  return { whole: byTurns(whole), unchanged: byTurns(unchanged) }
}

const byTurns = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)])

/** Sends a kept answer: 304 where the visitor has it, the headers alone for HEAD. */
export function sendKept(request: IncomingMessage, response: ServerResponse, kept: KeptAnswer): void {
  const encoding = bestEncoding(request.headers['accept-encoding'], kept.encodings)
  const ready = kept.ready.get(encoding) ?? kept.ready.get('identity')
  if (!ready) throw new Error('A kept answer without a body')
  if (holds(request.headers['if-none-match'], kept.digest)) {
    response.writeHead(304, [...ready.unchanged, 'X-Request-Id', requestIdOf(response)]).end()
    return
  }
  noteBytes(response, ready.body.length)
  response.writeHead(200, [...ready.whole, 'X-Request-Id', requestIdOf(response)])
  response.end(request.method === 'HEAD' ? undefined : ready.body)
}

/** Any encoding of the same content will do: the visitor asks whether the content has changed. */
const holds = (tags: string | undefined, digest: string) =>
  tags !== undefined && (tags.trim() === '*' || tags.includes(`"${digest}-`))
