import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Request } from 'express'
import { env } from '#app/env.server'

const own = new URL(env.BASE_URL)

/**
 * A request as Remix sees it: at the site's own address, whatever name it came in under (rules 8.8), with a
 * body that has been read within the limit. The cast holds because Remix reads only these parts of it.
 */
export function asRemixSeesIt({ originalUrl, headers }: Request, method: string, body: Buffer): Request {
  const seen: IncomingHttpHeaders = { ...headers, host: own.host }
  delete seen['x-forwarded-host']
  // The guards have compared the origin already; Remix would compare it again with another host.
  if (seen.origin !== undefined) seen.origin = own.origin
  return Object.assign(Readable.from(body.length > 0 ? [body] : [], { objectMode: false }), {
    method,
    originalUrl,
    headers: seen,
    protocol: own.protocol.slice(0, -1),
    hostname: own.hostname,
    get: (name: string) => seen[name.toLowerCase()],
  }) as unknown as Request
}
