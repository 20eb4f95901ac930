import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

const BODY_LIMIT = 1024 * 1024

export interface Listening {
  port: number
  /** Refuses new connections and cuts the open ones, so that a test or Ctrl-C never waits. */
  close(): Promise<void>
}

/** Listens on `port` (0: any free one); rejects with the system's error when it is taken. */
export async function listen(listener: RequestListener, port: number, host: string): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 30_000 }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** The request's body as text, at most a megabyte. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new Error('The request is larger than a megabyte')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function sendHtml(response: ServerResponse, document: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(document)
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body, null, 2))
}

/** Sends the browser on by GET, also after a post. */
export function sendOn(response: ServerResponse, to: string): void {
  response.writeHead(303, { Location: to, 'Cache-Control': 'no-store' })
  response.end()
}

/** A post that another site's page made: the sandbox's own forms never look like that. */
export function isFromElsewhere(request: IncomingMessage): boolean {
  return request.headers['sec-fetch-site'] === 'cross-site'
}
