import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline } from 'node:stream'

/** Longer than anything that the primary takes its time for. */
const PATIENCE_MS = 60_000
const MARK = '1.1 savanna-soul-replica'

export const wasHandedOn = ({ headers }: http.IncomingMessage): boolean =>
  headers.via?.includes(MARK) ?? false

/** What is about one connection, and not about the request (RFC 9110, 7.6.1). */
const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * Sends a request to another machine as it came, and its answer back. The visitor's address is added to X-Forwarded-For,
 * which that machine believes where its TRUST_PROXY names this one. `unreachable` answers where it cannot be asked.
 */
export function handOn(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  to: URL,
  unreachable: () => void,
): void {
  const asked = (to.protocol === 'https:' ? https : http).request({
    hostname: to.hostname,
    port: to.port,
    // As it stands: a path that begins with two slashes is not read as a host.
    path: request.url,
    method: request.method,
    headers: forwarded(request),
    setHost: false,
    timeout: PATIENCE_MS,
  })
  asked.once('response', (answer) => {
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
    pipeline(answer, response, () => undefined)
  })
  asked.once('timeout', () => asked.destroy(new Error('It took too long')))
  asked.once('error', () => (response.headersSent ? response.destroy() : unreachable()))
  response.once('close', () => asked.destroy())
  pipeline(request, asked, () => undefined)
}

function forwarded(request: http.IncomingMessage): http.OutgoingHttpHeaders {
  const { headers, socket } = request
  return {
    ...withoutConnection(headers),
    // A body of unknown length comes in pieces, and goes on in pieces.
    ...(headers['transfer-encoding'] && { 'transfer-encoding': 'chunked' }),
    via: [headers.via ?? [], MARK].flat().join(', '),
    'x-forwarded-for': [headers['x-forwarded-for'] ?? [], socket.remoteAddress ?? []].flat().join(', '),
  }
}

const withoutConnection = (headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)))
