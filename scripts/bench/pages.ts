import Database from 'better-sqlite3'
import { type Figure, FOLDER } from './figure'
import { filledDatabase } from './fill'
import { type BenchSite, signIn, startSite } from './site'
import { type Timing, timeInTurn } from './timing'

const ROUNDS = 150
const HELD_AT_MOST_MS = 20
/** A whole departure of five hundred on one page, for the guide. */
const MANIFEST_AT_MOST_MS = 100

type Cases = Record<string, { path: string; listPath?: string; work: number; p99: number; heldMs?: number }>

/** The staff's lists with very many rows against the same with a thousand. */
export async function benchPages(scale: number): Promise<Figure[]> {
  const sizes = { contacts: 1_000_000 * scale, bookings: 100_000 * scale, views: 5_000_000 * scale }
  const many = await filledDatabase(`${FOLDER}/many-${scale}.db`, sizes)
  const few = await filledDatabase(`${FOLDER}/few.db`, { contacts: 1_000, bookings: 1_000, views: 1_000 })
  const sites = [await startSite(many), await startSite(few)] as const
  try {
    const cookies = [await signIn(sites[0].url), await signIn(sites[1].url)] as const
    const figures: Figure[] = []
    const cases = [casesFor(many), casesFor(few)] as const
    for (const [name, { work, p99, heldMs }] of Object.entries(cases[0])) {
      const asked = sites.map((site, index) => ({
        site,
        cookie: cookies[index] ?? '',
        path: cases[index]?.[name]?.path ?? '/',
      }))
      const [large, small] = (await timeInTurn(asked, ROUNDS)) as [Timing, Timing]
      figures.push(
        { name: `${name}: processor time`, value: large.workedMs / small.workedMs, limit: work, unit: '×' },
        { name: `${name}: p99`, value: large.p99Ms / small.p99Ms, limit: p99, unit: '×' },
        ...held(name, large, heldMs),
      )
    }
    return [...figures, ...(await benchSearch(sites[0], cookies[0]))]
  } finally {
    await Promise.all(sites.map((site) => site.close()))
  }
}

/** The longest of all is shown without a limit: the machine's own pauses are in it. */
const held = (name: string, { heldMs, longestHeldMs }: Timing, limit = HELD_AT_MOST_MS): Figure[] => [
  { name: `${name}: thread held, p99`, value: heldMs, limit, unit: 'ms' },
  { name: `${name}: thread held, longest`, value: longestHeldMs, unit: 'ms' },
]

function casesFor(path: string): Cases {
  const middle = middlesOf(path)
  return {
    'contacts, first page': { path: '/admin/contacts', work: 1.3, p99: 2 },
    'contacts, middle page': { path: `/admin/contacts?after=${middle.contacts}`, work: 1.3, p99: 2 },
    'contacts, last page': { path: '/admin/contacts?end=1', work: 1.3, p99: 2 },
    'contacts without an answer': { path: '/admin/contacts?answer=waiting', work: 1.3, p99: 2 },
    'bookings, first page': { path: '/admin/bookings', work: 1.3, p99: 2 },
    'bookings, middle page': { path: `/admin/bookings?after=${middle.bookings}`, work: 1.3, p99: 2 },
    'bookings, last page': { path: '/admin/bookings?end=1', work: 1.3, p99: 2 },
    'bookings, one payment': { path: '/admin/bookings?money=balance-open', work: 1.3, p99: 2 },
    'analytics of 30 days': { path: '/admin/analytics', work: 2, p99: 2 },
    dashboard: { path: '/admin/dashboard', work: 1.3, p99: 2 },
    'manifest of 500': {
      path: `/admin/manifest?departure=${fullestDeparture(path)}`,
      work: 1.3,
      p99: 2,
      heldMs: MANIFEST_AT_MOST_MS,
    },
  }
}

function fullestDeparture(path: string): number {
  const file = new Database(path, { readonly: true })
  const id = file
    .prepare('select departure_id from bookings group by departure_id order by count(*) desc limit 1')
    .pluck()
    .get() as number
  file.close()
  return id
}

function middlesOf(path: string) {
  const file = new Database(path, { readonly: true })
  const middle = (table: string) =>
    file
      .prepare(`select created_at || '.' || id from ${table} where id = (select max(id) / 2 from ${table})`)
      .pluck()
      .get() as string
  const middles = { contacts: middle('contact_inquiries'), bookings: middle('bookings') }
  file.close()
  return middles
}

const TERMS = {
  contacts: { common: 'safari', 'one hit': '.4242@', none: 'xqzwvk', 'one letter': 'a', 'two letters': 'ka' },
  bookings: { common: 'kamau', 'one hit': '.4242@', none: 'xqzwvk', 'one letter': 'a', 'two letters': 'ka' },
}

/** A search against the list that it searches, on the large site. */
async function benchSearch(site: BenchSite, cookie: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [list, terms] of Object.entries(TERMS)) {
    for (const [kind, term] of Object.entries(terms)) {
      const paths = [`/admin/${list}?q=${encodeURIComponent(term)}`, `/admin/${list}`]
      const asked = paths.map((path) => ({ site, cookie, path }))
      const [search, plain] = (await timeInTurn(asked, ROUNDS)) as [Timing, Timing]
      const name = `${list}, search: ${kind}`
      figures.push(
        { name: `${name}: processor time`, value: search.workedMs / plain.workedMs, limit: 3, unit: '×' },
        ...held(name, search),
      )
    }
  }
  return figures
}
