import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { type Assault, networkAddress } from './assaults'

const MOST_CONNECTIONS = 200
const PATIENCE_MS = 20_000
/** Connections that are held open at once: more would be a matter of the machine's limits, not of the site's. */
const MOST_HELD = 100

const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS })
let held = 0

/** Sends one assault; answers the status, 0 where the connection ended without one. */
export function send(url: string, assault: Assault): Promise<number> {
  return 'raw' in assault ? hold(url, assault.raw) : ask(url, assault, networkAddress(), agent)
}

/** Asks as a guest does, over a connection of the usual kind; answers how long it took, in milliseconds. */
export async function visit(url: string, path: string): Promise<{ status: number; ms: number }> {
  const before = performance.now()
  const status = await ask(url, { path }, '203.0.113.7', guests)
  return { status, ms: performance.now() - before }
}

const guests = new Agent({ keepAlive: true, maxSockets: 20 })

type Asked = Exclude<Assault, { raw: string }>

function ask(
  url: string,
  { path, method = 'GET', headers, body }: Asked,
  from: string,
  by: Agent,
): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const asked = request({
      hostname,
      port,
      path,
      method,
      agent: by,
      timeout: PATIENCE_MS,
      headers: {
        'Fly-Client-IP': from,
        'Accept-Encoding': 'br',
        ...headers,
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
      },
    })
    asked.once('response', (response) => {
      response.once('close', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(0))
    asked.end(body)
  })
}

/** Writes what it may and waits for the site to lose patience; at once 0 where enough are held already. */
function hold(url: string, raw: string): Promise<number> {
  if (held >= MOST_HELD) return Promise.resolve(0)
  held += 1
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let status = 0
    const socket = connect(Number(port), hostname, () => socket.write(raw))
    socket.on('data', (answer) => {
      status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1] ?? 0)
    })
    socket.once('error', () => socket.destroy())
    socket.once('close', () => {
      held -= 1
      resolve(status)
    })
  })
}
