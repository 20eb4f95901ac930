import { staffCookie } from '#tests/fixtures/staff-cookie'
import { type Asked, type Figure, inTurn, median, percentile, workedMs } from './measure'
import { AT_TODAY, bookingsToSearch, COMPANION, fewRows, manyRows, oneOf, THIS_ONE } from './rows'
import { startOurs } from './servers'

/** The first answers of a process are slow: its code is compiled as it runs. */
const TURNS = { rounds: 150, warmUp: 40 }
/** How long a page may hold the thread; a manifest is a whole departure of five hundred, for the guide. */
const heldAtMost = (path: string) => (path.endsWith('/manifest') ? 100 : 20)
/** What is searched for: a common name, one address, nothing, one letter, two. */
const TERMS = ['kamau', '.4242@', 'xqzwvk', 'a', 'ka']

/** The staff's lists with very many rows beside the same with few; searches beside the list they search. */
export async function benchLists(scale: number): Promise<Figure[]> {
  const [manyFile, fewFile] = [await manyRows(scale), await fewRows()]
  return besideFew(manyFile, fewFile, async (many, few) => {
    const figures: Figure[] = []
    const compare = async (path: string, other: Asked, most: number) => {
      const [ofMany, ofOther] = await timeInTurn(many(path), other)
      figures.push(
        [`${path}: processor time`, ofMany.worked / ofOther.worked, '×', 'at most', most],
        [`${path}: thread held, p99`, ofMany.held, 'ms', 'at most', heldAtMost(path)],
      )
    }
    const fewPaths = listPaths(fewFile)
    for (const [index, path] of listPaths(manyFile).entries())
      await compare(path, few(fewPaths[index] ?? path), path === '/admin/analytics' ? 2 : 1.3)
    for (const list of ['/admin/contacts', '/admin/bookings'])
      for (const term of TERMS) await compare(`${list}?q=${encodeURIComponent(term)}`, many(list), 3)
    return figures
  })
}

function listPaths(file: string): string[] {
  const middle = (table: string) =>
    oneOf(file, `select created_at || '.' || id from ${table} where id = (select max(id) / 2 from ${table})`)
  const fullest = oneOf(file, 'select departure_id from bookings group by 1 order by count(*) desc limit 1')
  return [
    '/admin/contacts',
    `/admin/contacts?after=${middle('contact_inquiries')}`,
    '/admin/contacts?end=1',
    '/admin/contacts?answer=waiting',
    '/admin/bookings',
    `/admin/bookings?after=${middle('bookings')}`,
    '/admin/bookings?end=1',
    '/admin/bookings?money=balance-open',
    '/admin/analytics',
    '/admin/dashboard',
    `/admin/departures/${fullest}/manifest`,
  ]
}

/** A booking found among a million by a telephone, or by the name of somebody who travels along. */
export async function benchSearch(scale: number): Promise<Figure[]> {
  const [manyFile, fewFile] = [await bookingsToSearch(1_000_000 * scale), await bookingsToSearch(1_000)]
  const query = `select customer_phone from bookings where booking_reference = '${THIS_ONE}'`
  return besideFew(manyFile, fewFile, async (many, few) => {
    const figures: Figure[] = []
    for (const [name, term] of Object.entries({ telephone: oneOf(fewFile, query), companion: COMPANION })) {
      const path = `/admin/bookings?q=${encodeURIComponent(term)}`
      const [ofMany, ofFew] = await timeInTurn(many(path), few(path), THIS_ONE)
      figures.push([`search by ${name}: processor time`, ofMany.worked / ofFew.worked, '×', 'at most', 1.3])
    }
    return figures
  })
}

type Asks = (path: string) => Asked

type Compares = (many: Asks, few: Asks) => Promise<Figure[]>

/** The site with many rows and the one with few, as a member of staff asks them. */
async function besideFew(manyFile: string, fewFile: string, compare: Compares): Promise<Figure[]> {
  await using many = await startOurs(manyFile, AT_TODAY)
  await using few = await startOurs(fewFile, AT_TODAY)
  const [cookieOfMany, cookieOfFew] = [await staffCookie(many), await staffCookie(few)]
  return await compare(
    (path) => [many, path, cookieOfMany],
    (path) => [few, path, cookieOfFew],
  )
}

/**
 * Of many requests, in milliseconds: how long the site worked (the median), and how long its longest
 * turn took, during which nobody else is answered (the 99th percentile: beyond are the machine's own pauses).
 */
type Seen = { worked: number; held: number }

/** Asks two pages by turns, one request at a time; throws where an answer has not the words in it. */
async function timeInTurn(one: Asked, other: Asked, words = ''): Promise<[Seen, Seen]> {
  const all = await inTurn([one, other], TURNS, async ([site, path, cookie = '']) => {
    await site.longestTurn()
    const before = workedMs(site.pid)
    const answer = await fetch(site.url + path, { headers: { Cookie: cookie }, redirect: 'error' })
    const page = await answer.text()
    const worked = workedMs(site.pid) - before
    if (!answer.ok || !page.includes(words)) throw new Error(`${path} answered ${answer.status}`)
    return { worked, held: await site.longestTurn() }
  })
  return all.map((seen) => ({
    worked: median(seen.map(({ worked }) => worked)),
    held: percentile(
      seen.map(({ held }) => held),
      0.99,
    ),
  })) as [Seen, Seen]
}
