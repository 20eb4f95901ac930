import {
  type Agent,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { freshness } from '#app/server/front/public-pages'
import { answerClientErrors } from '#app/server/guards/answer'
import { SERVER_OPTIONS } from '#app/server/guards/limits'
import { createSite } from '#app/server/site'
import { sqlite } from '#db/connection.server'
import { smallBuild } from './a-small-build'

type Question = {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: Buffer | string
  /** Sends the body without saying how long it is. */
  chunked?: boolean
  /** Keeps connections; without one each request has its own. */
  agent?: Agent
}
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

const open = new Set<Server>()
afterAll(() => {
  for (const server of open) {
    server.close()
    server.closeAllConnections()
  }
})

/** The site's server around a small build, on loopback. */
export async function aSite(assets: Parameters<typeof createSite>[0]['assets'] = () => false) {
  const listener = createSite({ build: smallBuild, sqlite, assets, freshness })
  const server = answerClientErrors(createServer(SERVER_OPTIONS, listener))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.add(server)
  const { port } = server.address() as AddressInfo
  return { port, ask: (path: string, question?: Question) => ask(port, path, question) }
}

/** Asks as it is written: no header is added that a test does not name. */
export function ask(port: number, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, chunked, agent = false } = question
  const length = body !== undefined && !chunked ? { 'Content-Length': Buffer.byteLength(body) } : {}
  return new Promise((resolve, reject) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path,
      method,
      headers: { ...length, ...headers },
      agent,
    })
    asked.once('error', reject)
    asked.once('response', async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      const all = Buffer.concat(parts)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: all,
        text: all.toString(),
      })
    })
    asked.end(body)
  })
}
