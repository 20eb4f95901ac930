// npm run siege: the built site under everything hostile at once while guests go on reading: first each assault by
// itself, then all of them, 300 requests a second, for an hour. -- --minutes 5 --rate 300 --seed 1 are the choices.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SITE_LINKS } from '#app/site/site-pages'
import { chance, seedChance } from './chance'
import { ASSAULTS } from './siege/assaults'
import { send, visit } from './siege/send'
import { startSite } from './siege/site'

const PAGES = [...SITE_LINKS.map(({ to }) => to), '/checkout']
const VISITS_A_SECOND = 10
const TICK_MS = 10
/** How many requests of one kind come at once, before a guest asks for the next page. */
const BURST = 100
const LIMITS = { nextAnswerMs: 100, guestP99Ms: 150, diskMb: 10, memoryGrowth: 0.15 }

const text = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({ options: { minutes: text('60'), rate: text('300'), seed: text('1') } })
seedChance(Number(values.seed))
const site = await startSite()
try {
  for (const path of PAGES) await visit(site.url, path)
  await oneByOne()
  await allTogether(Number(values.minutes), Number(values.rate))
} finally {
  await site.close()
}

/** Prints a line with its verdict; one that was missed fails the siege. */
function judge(isMet: boolean, words: string): void {
  console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${words}`)
  if (!isMet) process.exitCode = 1
}

async function oneByOne(): Promise<void> {
  console.log(`\nEach by itself, ${BURST} at once; then the next guest`)
  for (const [name, assault] of Object.entries(ASSAULTS)) {
    const sent = Array.from({ length: BURST }, () => send(site.url, assault()))
    const isHeld = 'raw' in assault()
    const statuses = isHeld ? [] : await Promise.all(sent)
    const { status, ms } = await visit(site.url, '/')
    const isMet = status === 200 && ms <= LIMITS.nextAnswerMs && !statuses.some(isFailure)
    const answers = isHeld ? 'held open' : counted(statuses)
    judge(isMet, `${name.padEnd(34)} ${ms.toFixed(1).padStart(6)} ms  ${answers}`)
  }
}

/** All for `minutes` at `rate` a second: guests are served, quickly, memory is flat, the disk grows by little, nothing fails. */
async function allTogether(minutes: number, rate: number): Promise<void> {
  console.log(`\nAll together, ${rate} a second for ${minutes} minutes`)
  const kinds = Object.values(ASSAULTS)
  const statuses: number[] = []
  const visits: { status: number; ms: number }[] = []
  const memory: number[] = []
  const [diskBefore, callsBefore] = [site.diskMb(), site.stripeCalls()]
  let underWay = 0
  const assail = async () => {
    const kind = kinds[Math.floor(chance() * kinds.length)] as (typeof kinds)[number]
    underWay += 1
    statuses.push(await send(site.url, kind()))
    underWay -= 1
  }
  const pace = setInterval(() => {
    for (let owed = (rate * TICK_MS) / 1_000; owed > 0; owed -= 1)
      if (owed >= 1 || chance() <= owed) void assail()
  }, TICK_MS)
  const guests = setInterval(() => {
    void visit(site.url, PAGES[Math.floor(chance() * PAGES.length)] ?? '/').then((seen) => visits.push(seen))
  }, 1_000 / VISITS_A_SECOND)

  const end = Date.now() + minutes * 60_000
  for (let minute = 1; Date.now() < end; minute += 1) {
    await wait(Math.min(60_000, end - Date.now()))
    memory.push(site.memoryMb())
    const latest = visits.slice(-60 * VISITS_A_SECOND).map(({ ms }) => ms)
    const seen = [
      `${statuses.length} sent, ${underWay} under way`,
      `guests p50 ${quantile(latest, 0.5).toFixed(1)} p99 ${quantile(latest, 0.99).toFixed(1)} ms`,
      `${site.memoryMb().toFixed(0)} MB of memory`,
      `${(site.diskMb() - diskBefore).toFixed(1)} MB of disk`,
      `${site.stripeCalls() - callsBefore} calls of Stripe`,
      `${site.mailsSent()} mails`,
    ]
    console.log(`  ${String(minute).padStart(3)}  ${seen.join(' · ')}`)
  }
  clearInterval(pace)
  clearInterval(guests)

  // The first minutes fill caches and compile.
  const fifth = Math.floor(memory.length / 5)
  const last = quantile(memory.slice(-Math.max(1, fifth)), 0.5)
  const waits = visits.map(({ ms }) => ms)
  console.log(`\n  ${statuses.length} requests: ${counted(statuses)}`)
  const figures: [name: string, value: number, limit: number][] = [
    ['guests, 99th percentile, ms', quantile(waits, 0.99), LIMITS.guestP99Ms],
    ['guests who got no page', visits.filter(({ status }) => status !== 200).length, 0],
    ['answers that are a failure of ours', statuses.filter(isFailure).length, 0],
    ['growth of memory, as a share', last / (memory[fifth] ?? last) - 1, LIMITS.memoryGrowth],
    ['growth of the disk, MB', site.diskMb() - diskBefore, LIMITS.diskMb],
  ]
  for (const [name, value, limit] of figures)
    judge(value <= limit, `${name.padEnd(40)} ${value.toFixed(2).padStart(8)}  at most ${limit}`)
}

/** 502 and 503 say that Stripe or the database is asked too much of, and to come again: that is no failure. */
function isFailure(status: number): boolean {
  return status >= 500 && status !== 502 && status !== 503
}

function counted(statuses: number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  const sorted = [...counts].sort(([one], [other]) => one - other)
  return sorted.map(([status, count]) => `${count} × ${status || 'cut off'}`).join(', ')
}

function quantile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0
}
