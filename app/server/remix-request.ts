import type { IncomingMessage } from 'node:http'
import { env } from '#app/env.server'

const own = new URL(env.BASE_URL)

type Asked = Pick<IncomingMessage, 'headers'> & { originalUrl: string }

/**
 * A request as Remix sees it: at the site's own address, whatever name it came in under (rules 8.8), with a
 * body that has been read within the limit.
 */
export function asRemixSeesIt(
  { originalUrl, headers }: Asked,
  { method, body, signal }: { method: string; body: Buffer<ArrayBuffer>; signal: AbortSignal },
): Request {
  const seen: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) if (value) seen[name] = String(value)
  seen.host = own.host
  delete seen['x-forwarded-host']
  // The guards have compared the origin already; Remix would compare it again with another host.
  if (seen.origin !== undefined) seen.origin = own.origin
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(own.origin + originalUrl, { method, headers: seen, signal, ...(hasBody && { body }) })
}
