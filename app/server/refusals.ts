import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerPlainly } from './answer'
import { SECURITY_HEADERS } from './guards/headers'

const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** What Node would answer by itself, with the headers that every answer has: no HTTP, headers without end, a strange Expect. */
export function refuseAsWeDo(server: Server): Server {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: unknown }) => {
    // An answer that is under way must not have another one in it.
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage) return void socket.destroy()
    const status = STATUSES[error.code ?? ''] ?? 400
    const headers = { ...SECURITY_HEADERS, 'Content-Length': '0', Connection: 'close' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n`)
  })
  server.on('checkExpectation', (request: IncomingMessage, response) => {
    answerPlainly(request, response, 417, 'We cannot do what your program expects.', { Connection: 'close' })
  })
  return server
}
