import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Figure, median } from './figure'
import { fewRows } from './fill'
import { inTurn, loadInTurn } from './load'
import { type Server, signIn, startMinimal, startOurs, startStock } from './servers'

const STARTS = 5
const ROUNDS = 8
const ONE_BY_ONE = { connections: 1, amount: 40 }
/** By then V8 has compiled what a page runs, of both alike: a site is not asked for the first time all day. */
const WARM_UP = { connections: 1, amount: 400 }
/** What a start leaves behind has gone by then. */
const IDLE_AFTER = 3_000
const PLAIN_BYTES = 40_000

/**
 * What is made for one visitor beside the same build behind remix-serve and beside a plain page of its size; the start and
 * the idle process beside those of the plain page. All by turns.
 */
export async function benchBeside(scale: number): Promise<Figure[]> {
  const database = await fewRows()
  const times = (count: number) => Math.max(1, Math.round(count * scale))
  return [...(await pagesInTurn(database, times(ROUNDS))), ...(await startsInTurn(database, times(STARTS)))]
}

async function pagesInTurn(database: string, rounds: number): Promise<Figure[]> {
  const sites = [await startOurs(database), await startStock(database)] as const
  try {
    const staff = await signIn(sites[0].url)
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
      const answer = await fetch(sites[0].url + path, { headers: { Cookie: cookie }, redirect: 'error' })
      const plain = await startMinimal((await answer.arrayBuffer()).byteLength)
      const asked = [...sites.map((site) => [site, path, cookie] as const), [plain, '/'] as const]
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

type Start = { answeredMs: number; workedMs: number; residentMb: number }

async function startsInTurn(database: string, starts: number): Promise<Figure[]> {
  const both = [() => startOurs(database), () => startMinimal(PLAIN_BYTES)]
  const [ours = [], plain = []] = await inTurn(both, starts, 0, startAndIdle)
  const middle = (all: Start[], part: keyof Start) => median(all.map((start) => start[part]))
  const ratio = (part: keyof Start) => middle(ours, part) / middle(plain, part)
  return [
    ['first answer after', middle(ours, 'answeredMs'), 'ms'],
    ['first answer, of the plain page’s time', ratio('answeredMs'), '×', 'at most', 2],
    ['processor time until then, of the plain page’s', ratio('workedMs'), '×'],
    ['idle memory', middle(ours, 'residentMb'), 'MB'],
    ['idle memory, of the plain page’s', ratio('residentMb'), '×', 'at most', 1.8],
  ]
}

async function startAndIdle(start: () => Promise<Server>): Promise<Start> {
  const server = await start()
  const workedMs = server.worked()
  await wait(IDLE_AFTER)
  const residentMb = server.residentMb()
  await server.close()
  return { answeredMs: server.firstAnswerMs, workedMs, residentMb }
}

function aLinkToken(database: string): string {
  const file = new Database(database, { readonly: true })
  const deposits = "select link_token from bookings where payment_status = 'deposit_paid' order by id desc"
  const token = file.prepare(deposits).pluck().get()
  file.close()
  return String(token)
}
