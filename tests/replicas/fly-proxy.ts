import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

// Plays Fly's proxy: sends a request to the machine nearest to whoever asks, and replays it where that machine's answer says
// so, with the body it kept (https://fly.io/docs/networking/dynamic-request-routing/). Where a guest is, a test says in
// Fly-Client-IP.

const KEPT_BYTES = 1_000_000

type Answered = { by: string; answer: IncomingMessage; body: Buffer }

export async function startFlyProxy(portOf: (machine: string) => number) {
  const replays: { from: string; to: string; method: string; path: string }[] = []
  let nearest = ''

  async function send(
    machine: string,
    asked: IncomingMessage,
    body: Buffer,
    more: object,
  ): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const sent = request({
        port: portOf(machine),
        host: '127.0.0.1',
        path: asked.url,
        method: asked.method,
        headers: {
          ...asked.headers,
          'fly-client-ip': asked.headers['fly-client-ip'] ?? asked.socket.remoteAddress ?? '',
          ...more,
        },
        agent: false,
      })
      sent.once('error', reject)
      sent.once('response', async (answer) => resolve({ by: machine, answer, body: await buffer(answer) }))
      sent.end(body)
    })
  }

  async function routed(asked: IncomingMessage, body: Buffer): Promise<Answered> {
    const first = await send(nearest, asked, body, {})
    const replay = first.answer.headers['fly-replay']
    if (typeof replay !== 'string') return first
    if (body.length > KEPT_BYTES) throw new Error('This is too long to be replayed')
    const fields = Object.fromEntries(replay.split(';').map((field) => field.split('=') as [string, string]))
    const to = fields.instance ?? ''
    replays.push({ from: nearest, to, method: asked.method ?? '', path: asked.url ?? '' })
    try {
      return await send(to, asked, body, { 'fly-replay-src': `instance=${nearest};t=1` })
    } catch (error) {
      if (fields.fallback !== 'force_self') throw error
      return send(nearest, asked, body, { 'fly-replay-failed': `instance=${to}` })
    }
  }

  const server: Server = createServer(async (asked, response) => {
    try {
      const { by, answer, body } = await routed(asked, await buffer(asked))
      const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers
      response.writeHead(answer.statusCode ?? 0, { ...headers, 'x-answered-by': by })
      response.end(asked.method === 'HEAD' ? undefined : body)
    } catch (error) {
      response.writeHead(502).end((error as Error).message)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://localhost:${port}`,
    replays,
    /** From now on everybody is nearest to this machine. */
    sendTo(machine: string): void {
      nearest = machine
      replays.length = 0
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
