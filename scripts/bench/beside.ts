import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Asked, type Figure, inTurn, loadInTurn, median } from './measure'
import { fewRows } from './rows'
import { freshDatabase, signIn, startBare, startMinimal, startOurs, startStock } from './servers'

const FRONT_ROUNDS = 5
const TWO_SECONDS = { connections: 10, duration: 2 }
/** Long enough for the front to have packed the page as tightly as it goes. */
const PACKED_AFTER = 1_500
const CHECKOUT = '/checkout?roomType=double'

/**
 * Public pages and the checkout from the front's memory, beside a bare Node server and remix-serve, by turns.
 */
export async function benchFront(scale: number): Promise<Figure[]> {
  const database = freshDatabase('front')
  const [ours, stock] = [await startOurs(database), await startStock(database)]
  const bare = await startBare(await packedPage(ours.url))
  const asked: Asked[] = [
    ...[ours, bare, stock].map((server): Asked => [server, '/']),
    ...[ours, stock].map((server): Asked => [server, CHECKOUT]),
  ]
  try {
    const loads = await loadInTurn(asked, Math.max(1, Math.round(FRONT_ROUNDS * scale)), TWO_SECONDS)
    const [rate = 0, rateOfBare = 0] = loads.map((load) => load.rate)
    const micros = loads.map(({ workedMs }) => 1_000 * workedMs)
    const [home = 0, least = 0, stockHome = 0, checkout = 0, stockCheckout = 0] = micros
    const ofCheckout = checkout / stockCheckout
    return [
      ['home page, requests a second', rate, '/s'],
      ['the same of a bare server', rateOfBare, '/s'],
      ['home page, processor time', home, 'µs'],
      ['the same of a bare server', least, 'µs'],
      ['home page, what a bare server could do in its time', least / home, '×', 'at least', 0.45],
      ['home page, rate of a bare server', rate / rateOfBare, '×', 'at least', 0.45],
      ['home page, processor time above a bare server', home - least, 'µs', 'at most', 55],
      // Not by rate: the client shares the machine, and has 60 × of it even from the bare server.
      ['home page, what it could do in remix-serve’s time', stockHome / home, '×', 'at least', 100],
      ['checkout of a new guest, of remix-serve’s processor time', ofCheckout, '×', 'at most', 0.85],
    ]
  } finally {
    await Promise.all([ours, stock, bare].map((server) => server.close()))
  }
}

/** As it comes over the line, once the front has packed it tightly: `fetch` would unpack it. */
async function packedPage(url: string): Promise<Buffer> {
  await fetch(url)
  await wait(PACKED_AFTER)
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      buffer(answer).then(resolve, reject)
    })
    asked.once('error', reject)
  })
}

const STARTS = 5
const ROUNDS = 8
const ONE_BY_ONE = { connections: 1, amount: 40 }
/**
 * By then V8 has compiled what a page runs, of both alike: a site is not asked for the first time all day.
 */
const WARM_UP = { connections: 1, amount: 400 }
/** What a start leaves behind has gone by then. */
const IDLE_AFTER = 3_000
const PLAIN_BYTES = 40_000

/**
 * What is made for one visitor beside the same build behind remix-serve and beside a plain page of its size;
 * the start and the idle process beside those of the plain page. All by turns.
 */
export async function benchBeside(scale: number): Promise<Figure[]> {
  const database = await fewRows()
  const times = (count: number) => Math.max(1, Math.round(count * scale))
  return [...(await pagesInTurn(database, times(ROUNDS))), ...(await startsInTurn(database, times(STARTS)))]
}

async function pagesInTurn(database: string, rounds: number): Promise<Figure[]> {
  const sites = [await startOurs(database), await startStock(database)] as const
  const [{ url }] = sites
  try {
    const staff = await signIn(url)
    const token = aLinkToken(database)
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
      const answer = await fetch(url + path, { headers: { Cookie: cookie }, redirect: 'error' })
      const plain = await startMinimal((await answer.arrayBuffer()).byteLength)
      const asked: Asked[] = [...sites.map((site): Asked => [site, path, cookie]), [plain, '/']]
      const loads = await loadInTurn(asked, rounds, ONE_BY_ONE, WARM_UP).finally(plain.close)
      const [ours = 0, stock = 0, page = 0] = loads.map(({ workedMs }) => workedMs)
      figures.push(
        [`${name}: processor time`, ours, 'ms'],
        [`${name}: of remix-serve’s`, ours / stock, '×', 'at most', 0.85],
        [`${name}: of a plain page’s of its size`, ours / page, '×', 'at most', 1.1],
      )
    }
    return figures
  } finally {
    await Promise.all(sites.map((site) => site.close()))
  }
}

async function startsInTurn(database: string, starts: number): Promise<Figure[]> {
  const both = [() => startOurs(database), () => startMinimal(PLAIN_BYTES)]
  const [ours = [], plain = []] = await inTurn(both, starts, 0, async (start) => {
    const server = await start()
    const workedMs = server.worked()
    await wait(IDLE_AFTER)
    const residentMb = server.residentMb()
    await server.close()
    return { answeredMs: server.firstAnswerMs, workedMs, residentMb }
  })
  type Part = 'answeredMs' | 'workedMs' | 'residentMb'
  const middle = (all: Record<Part, number>[], part: Part) => median(all.map((start) => start[part]))
  const ratio = (part: Part) => middle(ours, part) / middle(plain, part)
  return [
    ['first answer after', middle(ours, 'answeredMs'), 'ms'],
    ['first answer, of the plain page’s time', ratio('answeredMs'), '×', 'at most', 2],
    ['processor time until then, of the plain page’s', ratio('workedMs'), '×'],
    ['idle memory', middle(ours, 'residentMb'), 'MB'],
    ['idle memory, of the plain page’s', ratio('residentMb'), '×', 'at most', 1.8],
  ]
}

function aLinkToken(database: string): string {
  const file = new Database(database, { readonly: true })
  const deposits = "select link_token from bookings where payment_status = 'deposit_paid' order by id desc"
  const token = file.prepare(deposits).pluck().get()
  file.close()
  return String(token)
}
