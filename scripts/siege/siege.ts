import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SITE_LINKS } from '#app/site-pages'
import { chance, seedChance } from '../chance'
import { ASSAULTS } from './assaults'
import { send, visit } from './send'
import { type BesiegedSite, startSite } from './site'

const PAGES = [...SITE_LINKS.map(({ to }) => to), '/checkout']
const VISITS_A_SECOND = 10
const TICK_MS = 10
/** How many requests of one kind come at once, before a guest asks for the next page. */
const BURST = 100
const LIMITS = { nextAnswerMs: 100, guestP99Ms: 150, diskMb: 10, memoryGrowth: 0.15 }

/**
 * Each assault by itself, and then all together for `minutes` at `rate` requests a second; prints the figures and
 * answers whether all limits were kept: guests are served, quickly, memory is flat, the disk grows by little, and
 * nothing fails.
 */
export async function siege(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: {
      minutes: { type: 'string', default: '60' },
      rate: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
    },
  })
  seedChance(Number(values.seed))
  const site = await startSite()
  try {
    for (const path of PAGES) await visit(site.url, path)
    const isEachRefused = await oneByOne(site.url)
    const areAllRefused = await allTogether(site, Number(values.minutes), Number(values.rate))
    return isEachRefused && areAllRefused
  } finally {
    await site.close()
  }
}

async function oneByOne(url: string): Promise<boolean> {
  console.log(`\nEach by itself, ${BURST} at once; then the next guest`)
  let isGood = true
  for (const [name, assault] of Object.entries(ASSAULTS)) {
    const sent = Array.from({ length: BURST }, () => send(url, assault()))
    const isHeld = 'raw' in assault()
    const statuses = isHeld ? [] : await Promise.all(sent)
    const { status, ms } = await visit(url, '/')
    const failures = statuses.filter(isFailure).length
    const isMet = status === 200 && ms <= LIMITS.nextAnswerMs && failures === 0
    isGood &&= isMet
    const answers = isHeld ? 'held open' : counted(statuses)
    console.log(
      `  ${isMet ? 'met   ' : 'MISSED'} ${name.padEnd(34)} ${ms.toFixed(1).padStart(6)} ms  ${answers}`,
    )
  }
  return isGood
}

async function allTogether(site: BesiegedSite, minutes: number, rate: number): Promise<boolean> {
  console.log(`\nAll together, ${rate} a second for ${minutes} minutes`)
  const kinds = Object.values(ASSAULTS)
  const statuses: number[] = []
  const visits: { status: number; ms: number }[] = []
  const memory: number[] = []
  const diskBefore = site.diskMb()
  const callsBefore = site.stripeCalls()
  let underWay = 0
  const end = Date.now() + minutes * 60_000
  const pace = setInterval(() => {
    for (let owed = (rate * TICK_MS) / 1_000; owed > 0; owed -= 1) {
      if (owed < 1 && chance() > owed) break
      underWay += 1
      const kind = kinds[Math.floor(chance() * kinds.length)] as (typeof kinds)[number]
      void send(site.url, kind()).then((status) => {
        statuses.push(status)
        underWay -= 1
      })
    }
  }, TICK_MS)
  const guests = setInterval(() => {
    void visit(site.url, PAGES[Math.floor(chance() * PAGES.length)] ?? '/').then((seen) => visits.push(seen))
  }, 1_000 / VISITS_A_SECOND)

  for (let minute = 1; Date.now() < end; minute += 1) {
    await wait(Math.min(60_000, end - Date.now()))
    memory.push(site.memoryMb())
    const latest = visits.slice(-60 * VISITS_A_SECOND).map(({ ms }) => ms)
    console.log(
      `  ${String(minute).padStart(3)}  ${statuses.length} sent, ${underWay} under way · guests p50 ${quantile(latest, 0.5).toFixed(1)} p99 ${quantile(latest, 0.99).toFixed(1)} ms · ${site.memoryMb().toFixed(0)} MB of memory · ${(site.diskMb() - diskBefore).toFixed(1)} MB of disk · ${site.stripeCalls() - callsBefore} calls of Stripe · ${site.mailsSent()} mails`,
    )
  }
  clearInterval(pace)
  clearInterval(guests)

  // The first minutes fill caches and compile.
  const settled = memory.slice(Math.floor(memory.length / 5))
  const last = memory.slice(-Math.max(1, Math.floor(memory.length / 5)))
  const figures = [
    {
      name: 'guests, 99th percentile, ms',
      value: quantile(
        visits.map(({ ms }) => ms),
        0.99,
      ),
      limit: LIMITS.guestP99Ms,
    },
    { name: 'guests who got no page', value: visits.filter(({ status }) => status !== 200).length, limit: 0 },
    { name: 'answers that are a failure of ours', value: statuses.filter(isFailure).length, limit: 0 },
    {
      name: 'growth of memory, as a share',
      value: median(last) / (settled[0] ?? median(last)) - 1,
      limit: LIMITS.memoryGrowth,
    },
    { name: 'growth of the disk, MB', value: site.diskMb() - diskBefore, limit: LIMITS.diskMb },
  ]
  console.log(`\n  ${statuses.length} requests: ${counted(statuses)}`)
  for (const { name, value, limit } of figures)
    console.log(
      `  ${value <= limit ? 'met   ' : 'MISSED'} ${name.padEnd(40)} ${value.toFixed(2).padStart(8)}  at most ${limit}`,
    )
  return figures.every(({ value, limit }) => value <= limit)
}

/** 502 and 503 say that Stripe or the database is asked too much of, and to come again: that is no failure. */
const isFailure = (status: number) => status >= 500 && status !== 502 && status !== 503

function counted(statuses: number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status || 'cut off'}`)
    .join(', ')
}

const quantile = (values: number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0

const median = (values: number[]): number => quantile(values, 0.5)
