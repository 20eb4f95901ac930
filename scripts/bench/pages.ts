import Database from 'better-sqlite3'
import { type Asked, type Figure, inTurn, median, percentile } from './measure'
import { fewRows, filledDatabase, TODAY } from './rows'
import { FOLDER, LISTENS, signIn, startOurs } from './servers'

const ROUNDS = 150
/** The first answers of a process are slow: its code is compiled as it runs. */
const WARM_UP = 40
const HELD_AT_MOST_MS = 20
/** A whole departure of five hundred on one page, for the guide. */
const MANIFEST_AT_MOST_MS = 100

/**
 * The staff's lists with very many rows against the same with a thousand, and searches against the list they
 * search.
 */
export async function benchPages(scale: number): Promise<Figure[]> {
  const sizes = { contacts: 1_000_000 * scale, bookings: 100_000 * scale, views: 5_000_000 * scale }
  const files = [await filledDatabase(`${FOLDER}/many-${scale}.db`, sizes), await fewRows()] as const
  const start = (file: string) => startOurs(file, { CLOCK_START: new Date(TODAY).toISOString() }, LISTENS)
  const sites = [await start(files[0]), await start(files[1])] as const
  const rounds = Math.max(1, Math.round(ROUNDS * Math.min(1, 10 * scale)))
  try {
    const cookies = await Promise.all(sites.map(({ url }) => signIn(url)))
    const askedOf = (site: 0 | 1, path = ''): Asked => [sites[site], path, cookies[site]]
    const figures: Figure[] = []
    const [manyPaths, fewPaths] = [listPaths(files[0]), listPaths(files[1])]
    for (const [name, path] of Object.entries(manyPaths)) {
      const [many, few] = await timeInTurn([askedOf(0, path), askedOf(1, fewPaths[name])], rounds)
      const most = name.startsWith('analytics') ? 2 : 1.3
      figures.push(
        [`${name}: processor time`, worked(many) / worked(few), '×', 'at most', most],
        [`${name}: p99`, p99(many, 'waited') / p99(few, 'waited'), '×', 'at most', 2],
        ...held(name, many, name.startsWith('manifest') ? MANIFEST_AT_MOST_MS : HELD_AT_MOST_MS),
      )
    }
    for (const [name, path] of searchPaths()) {
      const [search, list] = await timeInTurn([askedOf(0, path), askedOf(0, path.split('?')[0])], rounds)
      figures.push(
        [`${name}: processor time`, worked(search) / worked(list), '×', 'at most', 3],
        ...held(name, search, HELD_AT_MOST_MS),
      )
    }
    return figures
  } finally {
    await Promise.all(sites.map((site) => site.close()))
  }
}

/**
 * Of one request, in milliseconds: how long a visitor waited, the main thread worked, and its longest turn
 * took, during which nobody else is answered.
 */
type Seen = { waited: number; worked: number; held: number }

const p99 = (seen: Seen[], part: keyof Seen) =>
  percentile(
    seen.map((one) => one[part]),
    0.99,
  )
export const worked = (seen: Seen[]) => median(seen.map((one) => one.worked))
/** The longest of all is shown without a limit: the machine's own pauses are in it. */
const held = (name: string, seen: Seen[], most: number): Figure[] => [
  [`${name}: thread held, p99`, p99(seen, 'held'), 'ms', 'at most', most],
  [`${name}: thread held, longest`, Math.max(...seen.map((one) => one.held)), 'ms'],
]

/** Asks two pages by turns, one request at a time. */
export async function timeInTurn(asked: [Asked, Asked], rounds: number): Promise<[Seen[], Seen[]]> {
  const [one = [], other = []] = await inTurn(asked, rounds, WARM_UP, async ([site, path, cookie = '']) => {
    await site.longestTurn()
    const [before, start] = [site.mainWorked(), performance.now()]
    const answer = await fetch(site.url + path, { headers: { Cookie: cookie }, redirect: 'error' })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    const [waited, worked] = [performance.now() - start, site.mainWorked() - before]
    return { waited, worked, held: await site.longestTurn() }
  })
  return [one, other]
}

function listPaths(path: string): Record<string, string> {
  const file = new Database(path, { readonly: true })
  const one = (query: string) => file.prepare(query).pluck().get()
  const middle = (table: string) =>
    one(`select created_at || '.' || id from ${table} where id = (select max(id) / 2 from ${table})`)
  const fullest = one('select departure_id from bookings group by 1 order by count(*) desc limit 1')
  const paths = {
    'contacts, first page': '/admin/contacts',
    'contacts, middle page': `/admin/contacts?after=${middle('contact_inquiries')}`,
    'contacts, last page': '/admin/contacts?end=1',
    'contacts without an answer': '/admin/contacts?answer=waiting',
    'bookings, first page': '/admin/bookings',
    'bookings, middle page': `/admin/bookings?after=${middle('bookings')}`,
    'bookings, last page': '/admin/bookings?end=1',
    'bookings, one payment': '/admin/bookings?money=balance-open',
    'analytics of 30 days': '/admin/analytics',
    dashboard: '/admin/dashboard',
    'manifest of 500': `/admin/manifest?departure=${fullest}`,
  }
  file.close()
  return paths
}

function searchPaths(): [name: string, path: string][] {
  const kinds = { 'one hit': '.4242@', none: 'xqzwvk', 'one letter': 'a', 'two letters': 'ka' }
  return Object.entries({ contacts: 'safari', bookings: 'kamau' }).flatMap(([list, common]) =>
    Object.entries({ common, ...kinds }).map(([kind, term]): [string, string] => [
      `${list}, search: ${kind}`,
      `/admin/${list}?q=${encodeURIComponent(term)}`,
    ]),
  )
}
