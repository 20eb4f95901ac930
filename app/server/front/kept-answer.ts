import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { bestEncoding, type Encoding } from './encodings'

/** An answer held in memory, with the encodings of its body that are ready, best first. */
export type KeptAnswer = {
  headers: OutgoingHttpHeaders
  digest: string
  bodies: Map<Encoding, Buffer>
}

export function keptAnswer(headers: OutgoingHttpHeaders, identity: Buffer): KeptAnswer {
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { headers, digest, bodies: new Map([['identity', identity]]) }
}

/** Adds a packed body; kept only where it is smaller, and always ahead of the larger ones. */
export function addEncoding(kept: KeptAnswer, encoding: Encoding, body: Buffer): void {
  kept.bodies.set(encoding, body)
  kept.bodies = new Map([...kept.bodies].sort(([, one], [, other]) => one.length - other.length))
}

/** Sends a kept answer: 304 where the visitor has it, the headers alone for HEAD. */
export function sendKept(request: IncomingMessage, response: ServerResponse, kept: KeptAnswer): void {
  const encoding = bestEncoding(request.headers['accept-encoding'], [...kept.bodies.keys()])
  const body = kept.bodies.get(encoding) ?? Buffer.alloc(0)
  // Strong tags differ by encoding. A 304 repeats the page's policy: browsers take over what it says.
  const headers: OutgoingHttpHeaders = {
    Vary: 'Accept-Encoding',
    ...kept.headers,
    ETag: `"${kept.digest}-${encoding}"`,
  }
  if (holds(request.headers['if-none-match'], kept.digest)) {
    response.writeHead(304, headers).end()
    return
  }
  headers['Content-Length'] = body.length
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
}

/** Any encoding of the same content will do: the visitor asks whether the content has changed. */
const holds = (tags: string | undefined, digest: string) =>
  tags !== undefined && (tags.trim() === '*' || tags.includes(`"${digest}-`))
