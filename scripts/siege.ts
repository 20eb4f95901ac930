// npm run siege: the built site under everything hostile at once while guests go on reading: first each
// assault by itself, then all of them, 300 requests a second, for an hour. -- --minutes 5 --rate 300 --seed 1
// are the choices.
import { statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'
import { median, percentile, residentMb } from './bench/measure'
import { chance, seedChance } from './chance'
import { PAGES_TO_A_SEAT } from './pages-to-a-seat'
import { ASSAULTS, type Assault, networkAddress, pick } from './siege/assaults'

const VISITS_A_SECOND = 10
const TICK_MS = 10
/** How many requests of one kind come at once, before a guest asks for the next page. */
const BURST = 100
const LIMITS = { nextAnswerMs: 100, guestP99Ms: 150, diskMb: 10, memoryGrowth: 0.15 }
/** As in the Dockerfile. */
const HEAP = '--max-old-space-size=256 --max-semi-space-size=8'
const PATIENCE_MS = 20_000
/** Connections held open at once: more would be a matter of the machine's limits, not of the site's. */
const MOST_HELD = 100
let held = 0
const assailants = new Agent({ keepAlive: true, maxSockets: 200 })
const guests = new Agent({ keepAlive: true, maxSockets: 20 })
const text = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({ options: { minutes: text('60'), rate: text('300'), seed: text('1') } })
seedChance(Number(values.seed))
const site = await startSite({ ...WAMBUI_ON_FLY, NODE_OPTIONS: HEAP })
try {
  for (const path of PAGES_TO_A_SEAT) await visit(path)
  await oneByOne()
  await allTogether(Number(values.minutes), Number(values.rate))
} finally {
  await site.close()
}

/** What the database and its log take on the disk, in megabytes. */
function diskMb(): number {
  const files = ['', '-wal'].map((end) => site.settings.DATABASE_PATH + end)
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1e6, 0)
}

/** Prints a line with its verdict; one that was missed fails the siege. */
function judge(isMet: boolean, words: string): void {
  console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${words}`)
  if (!isMet) process.exitCode = 1
}

async function oneByOne(): Promise<void> {
  console.log(`\nEach by itself, ${BURST} at once; then the next guest`)
  for (const [name, assault] of Object.entries(ASSAULTS)) {
    const sent = Array.from({ length: BURST }, () => send(assault()))
    const isHeld = 'raw' in assault()
    const statuses = isHeld ? [] : await Promise.all(sent)
    const { status, ms } = await visit('/')
    const isMet = status === 200 && ms <= LIMITS.nextAnswerMs && !statuses.some(isFailure)
    const answers = isHeld ? 'held open' : counted(statuses)
    judge(isMet, `${name.padEnd(34)} ${ms.toFixed(1).padStart(6)} ms  ${answers}`)
  }
}

/** Guests are served quickly all the while, memory is flat, the disk grows by little, nothing fails. */
async function allTogether(minutes: number, rate: number): Promise<void> {
  console.log(`\nAll together, ${rate} a second for ${minutes} minutes`)
  const kinds = Object.values(ASSAULTS)
  const statuses: number[] = []
  const visits: { status: number; ms: number }[] = []
  const memory: number[] = []
  const [diskBefore, callsBefore] = [diskMb(), site.stripe.requestCount()]
  let underWay = 0
  const assail = async () => {
    underWay += 1
    statuses.push(await send(pick(kinds)()))
    underWay -= 1
  }
  const pace = setInterval(() => {
    for (let owed = (rate * TICK_MS) / 1_000; owed > 0; owed -= 1)
      if (owed >= 1 || chance() <= owed) void assail()
  }, TICK_MS)
  const guests = setInterval(() => {
    void visit(pick(PAGES_TO_A_SEAT)).then((seen) => visits.push(seen))
  }, 1_000 / VISITS_A_SECOND)

  const end = Date.now() + minutes * 60_000
  for (let minute = 1; Date.now() < end; minute += 1) {
    await wait(Math.min(60_000, end - Date.now()))
    const megabytes = residentMb(site.process().pid)
    memory.push(megabytes)
    const latest = visits.slice(-60 * VISITS_A_SECOND).map(({ ms }) => ms)
    const seen = [
      `${statuses.length} sent, ${underWay} under way`,
      `guests p50 ${median(latest).toFixed(1)} p99 ${percentile(latest, 0.99).toFixed(1)} ms`,
      `${megabytes.toFixed(0)} MB of memory`,
      `${(diskMb() - diskBefore).toFixed(1)} MB of disk`,
      `${site.stripe.requestCount() - callsBefore} calls of Stripe`,
      `${site.mailbox.messages().length} mails`,
    ]
    console.log(`  ${String(minute).padStart(3)}  ${seen.join(' · ')}`)
  }
  clearInterval(pace)
  clearInterval(guests)

  // The first minutes fill caches and compile.
  const fifth = Math.floor(memory.length / 5)
  const last = median(memory.slice(-Math.max(1, fifth)))
  const waits = visits.map(({ ms }) => ms)
  console.log(`\n  ${statuses.length} requests: ${counted(statuses)}`)
  const limit = (name: string, value: number, most: number) =>
    judge(value <= most, `${name.padEnd(40)} ${value.toFixed(2).padStart(8)}  at most ${most}`)
  limit('guests, 99th percentile, ms', percentile(waits, 0.99), LIMITS.guestP99Ms)
  limit('guests who got no page', visits.filter(({ status }) => status !== 200).length, 0)
  limit('answers that are a failure of ours', statuses.filter(isFailure).length, 0)
  limit('growth of memory, as a share', last / (memory[fifth] ?? last) - 1, LIMITS.memoryGrowth)
  limit('growth of the disk, MB', diskMb() - diskBefore, LIMITS.diskMb)
}

/** 502 and 503 say that Stripe or the database is asked too much of: that is no failure. */
function isFailure(status: number): boolean {
  return status >= 500 && status !== 502 && status !== 503
}

function counted(statuses: number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  const sorted = [...counts].sort(([one], [other]) => one - other)
  return sorted.map(([status, count]) => `${count} × ${status || 'cut off'}`).join(', ')
}

/** Sends one assault; answers the status, 0 where the connection ended without one. */
function send(assault: Assault): Promise<number> {
  return 'raw' in assault ? hold(assault.raw) : ask(assault, networkAddress(), assailants)
}

/** Asks as a guest does, over a connection of the usual kind; answers how long it took, in milliseconds. */
async function visit(path: string): Promise<{ status: number; ms: number }> {
  const before = performance.now()
  const status = await ask({ path }, '203.0.113.7', guests)
  return { status, ms: performance.now() - before }
}

type Asked = Exclude<Assault, { raw: string }>

function ask({ path, method = 'GET', headers, body }: Asked, from: string, agent: Agent): Promise<number> {
  const { hostname, port } = new URL(site.url)
  const length = body !== undefined && { 'Content-Length': Buffer.byteLength(body) }
  const all = { 'Fly-Client-IP': from, 'Accept-Encoding': 'br', ...headers, ...length }
  return new Promise((resolve) => {
    const asked = request({ hostname, port, path, method, agent, timeout: PATIENCE_MS, headers: all })
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
function hold(raw: string): Promise<number> {
  if (held >= MOST_HELD) return Promise.resolve(0)
  held += 1
  const { hostname, port } = new URL(site.url)
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
