import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { staffCookie } from '#tests/fixtures/staff-cookie'
import { type Asked, type Figure, inTurn, loadInTurn, median, residentMb, workedMs } from './measure'
import { fewRows, oneOf } from './rows'
import { freshDatabase, startBare, startOurs, startPlain, startStock } from './servers'

const FRONT_ROUNDS = 5
const TWO_SECONDS = { connections: 10, duration: 2 }

/** The home page from the front's memory, beside a bare Node server and remix-serve. */
export async function benchFront(): Promise<Figure[]> {
  const database = freshDatabase('front')
  await using ours = await startOurs(database)
  await using stock = await startStock(database)
  const page = await (await fetch(ours.url)).text()
  await using bare = await startBare(brotliCompressSync(page))
  const asked = [ours, bare, stock].map((server): Asked => [server, '/'])
  const loads = await loadInTurn(asked, FRONT_ROUNDS, TWO_SECONDS)
  const [rate = 0, rateOfBare = 0] = loads.map((load) => load.rate)
  const [worked = 0, ofBare = 0, ofStock = 0] = loads.map((load) => load.workedMs)
  return [
    ['home page, requests a second', rate, '/s'],
    ['home page, rate of a bare server', rate / rateOfBare, '×', 'at least', 0.45],
    ['home page, processor time', 1_000 * worked, 'µs'],
    ['home page, what a bare server could do in its time', ofBare / worked, '×', 'at least', 0.45],
    // Not by rate: the client shares the machine, and has 60 × of it even from the bare server.
    ['home page, what it could do in remix-serve’s time', ofStock / worked, '×', 'at least', 100],
  ]
}

const PAGE_ROUNDS = 8
const ONE_BY_ONE = { connections: 1, amount: 40 }
/** By then V8 has compiled what a page runs: a site is not asked for the first time all day. */
const WARM_UP = { connections: 1, amount: 400 }
const DEPOSITS = "select link_token from bookings where payment_status = 'deposit_paid' order by id desc"

/** Pages made for one visitor, beside the same build behind remix-serve and a plain page of its size. */
export async function benchBeside(): Promise<Figure[]> {
  const database = await fewRows()
  await using ours = await startOurs(database)
  await using stock = await startStock(database)
  const token = oneOf(database, DEPOSITS)
  const staff = await staffCookie(ours)
  const pages: [name: string, path: string, cookie: string][] = [
    ['checkout of a guest who came before', '/checkout', 'traveler=x'],
    ['find my booking', '/my-booking', ''],
    ['booking', `/booking/${token}`, ''],
    ['pay', `/pay/${token}`, ''],
    ['admin, bookings', '/admin/bookings', staff],
    ['admin, contacts', '/admin/contacts', staff],
  ]

  const figures: Figure[] = []
  for (const [name, path, cookie] of pages) {
    const answer = await fetch(ours.url + path, { headers: { Cookie: cookie }, redirect: 'error' })
    await using plain = await startPlain((await answer.arrayBuffer()).byteLength)
    const sites = [ours, stock].map((site): Asked => [site, path, cookie])
    const loads = await loadInTurn([...sites, [plain, '/']], PAGE_ROUNDS, ONE_BY_ONE, WARM_UP)
    const [worked = 0, ofStock = 0, ofPlain = 0] = loads.map((load) => load.workedMs)
    figures.push(
      [`${name}: processor time`, worked, 'ms'],
      [`${name}: of remix-serve’s`, worked / ofStock, '×', 'at most', 0.85],
      [`${name}: of a plain page’s of its size`, worked / ofPlain, '×', 'at most', 1.1],
    )
  }
  return figures
}

const STARTS = { rounds: 5, warmUp: 0 }
/** What a start leaves behind has gone by then. */
const IDLE_AFTER = 3_000

/** The start and the idle process, beside those of a plain page behind remix-serve. */
export async function benchStart(): Promise<Figure[]> {
  const database = await fewRows()
  const both = [() => startOurs(database), () => startPlain()]
  const [ours = [], plain = []] = await inTurn(both, STARTS, async (start) => {
    await using server = await start()
    const worked = workedMs(server.pid)
    await wait(IDLE_AFTER)
    return { answered: server.firstAnswerMs, worked, idleMb: residentMb(server.pid) }
  })
  type Part = 'answered' | 'worked' | 'idleMb'
  const middle = (part: Part, starts = ours) => median(starts.map((start) => start[part]))
  const ofPlain = (part: Part) => middle(part) / middle(part, plain)
  return [
    ['first answer after', middle('answered'), 'ms'],
    ['first answer, of the plain page’s time', ofPlain('answered'), '×', 'at most', 2],
    ['processor time until then, of the plain page’s', ofPlain('worked'), '×'],
    ['idle memory', middle('idleMb'), 'MB'],
    ['idle memory, of the plain page’s', ofPlain('idleMb'), '×', 'at most', 1.8],
  ]
}
