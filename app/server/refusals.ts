import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerPlainly } from './answer'
import { SECURITY_HEADERS } from './guards/headers'

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

type Connection = Duplex & { _httpMessage?: ServerResponse | null }

/** What Node would answer by itself, with the headers that every answer has: no HTTP, headers without end, a strange Expect. */
export function refuseAsWeDo(server: Server): Server {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Connection) => {
    // An answer that is under way must not have another one in it.
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent)
      return void socket.destroy()
    const status = STATUSES[error.code ?? ''] ?? 400
    const headers = {
      ...SECURITY_HEADERS,
      'Cache-Control': 'no-store',
      'Content-Length': '0',
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n`
    socket.end(answer, () => socket.destroy())
  })
  server.on('checkExpectation', (request: IncomingMessage, response) => {
    answerPlainly(request, response, 417, 'We cannot do what your program expects.', { Connection: 'close' })
  })
  return server
}
