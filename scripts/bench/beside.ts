import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Figure, FOLDER } from './figure'
import { filledDatabase } from './fill'
import { type Server, startMinimal, startOurs, startStock } from './servers'
import { signIn } from './site'
import { slowestParts } from './slowest'
import { percentile } from './timing'

const STARTS = 5
const ROUNDS = 8
const REQUESTS = 40
/** By then V8 has compiled what a page runs, of both alike: a site is not asked for the first time all day. */
const WARM_UP = 400
/** What a start leaves behind has gone by then. */
const IDLE_AFTER = 3_000
/** Its place among those asked: it has one page only. */
const PLAIN = 2
const PLAIN_BYTES = 40_000

/**
 * What is made for one visitor beside the same build behind remix-serve and beside a plain page of its size; the start and
 * the idle process beside those of the plain page. All by turns.
 */
export async function benchBeside(): Promise<Figure[]> {
  const database = await filledDatabase(`${FOLDER}/few.db`, {
    contacts: 1_000,
    bookings: 1_000,
    views: 1_000,
  })
  const pages = await pagesInTurn(database)
  const slowest = [
    ...(await slowestParts('home page', '/', database)),
    ...(await slowestParts('checkout of one guest', '/checkout', database)),
  ]
  return [...pages, ...slowest, ...(await startsInTurn(database))]
}

async function pagesInTurn(database: string): Promise<Figure[]> {
  const sites = [await startOurs(database), await startStock(database)] as const
  try {
    const staff = await signIn(sites[0].url)
    const token = aLinkToken(database)
    const pages: [name: string, path: string, cookie: string][] = [
      ['checkout of a guest who came before', '/checkout', 'traveler=x'],
      ['find my booking', '/my-booking', ''],
      ['booking', `/booking/${token}`, ''],
      ['pay', `/pay/${token}`, ''],
      ['desk, bookings', '/admin/bookings', staff],
      ['desk, contacts', '/admin/contacts', staff],
    ]
    const figures: Figure[] = []
    for (const [name, path, cookie] of pages) {
      const plain = await startMinimal(await bytesOf(sites[0], path, cookie))
      const [ours, stock, page] = await workInTurn([...sites, plain], path, cookie).finally(plain.close)
      figures.push({ name: `${name}: processor time`, value: ours, unit: 'ms' })
      figures.push({ name: `${name}: of remix-serve’s`, value: ours / stock, limit: 0.85, unit: '×' })
      figures.push({
        name: `${name}: of a plain page’s of its size`,
        value: ours / page,
        limit: 0.85,
        unit: '×',
      })
    }
    return figures
  } finally {
    await Promise.all(sites.map((site) => site.close()))
  }
}

/** The medians of processor time for a request, in milliseconds, after a round that only warms up. */
async function workInTurn(
  sites: readonly Server[],
  path: string,
  cookie: string,
): Promise<[ours: number, stock: number, plain: number]> {
  const worked = sites.map((): number[] => [])
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, site] of sites.entries()) {
      const before = site.worked()
      for (let request = 0; request < (round < 0 ? WARM_UP : REQUESTS); request += 1)
        await read(site, index === PLAIN ? '/' : path, cookie)
      if (round >= 0) worked[index]?.push((site.worked() - before) / REQUESTS)
    }
  }
  const [ours = [], stock = [], plain = []] = worked
  return [percentile(ours, 0.5), percentile(stock, 0.5), percentile(plain, 0.5)]
}

async function bytesOf(site: Server, path: string, cookie: string): Promise<number> {
  const answer = await fetch(site.url + path, { headers: cookie ? { Cookie: cookie } : {} })
  return (await answer.arrayBuffer()).byteLength
}

async function read(site: Server, path: string, cookie: string): Promise<void> {
  const answer = await fetch(site.url + path, {
    headers: { 'Accept-Encoding': 'gzip, br', ...(cookie && { Cookie: cookie }) },
  })
  await answer.arrayBuffer()
  if (!answer.ok || answer.redirected) throw new Error(`${path} answered ${answer.status}`)
}

async function startsInTurn(database: string): Promise<Figure[]> {
  const ours: Start[] = []
  const plain: Start[] = []
  for (let start = 0; start < STARTS; start += 1) {
    ours.push(await startAndIdle(() => startOurs(database)))
    plain.push(await startAndIdle(() => startMinimal(PLAIN_BYTES)))
  }
  const middle = (starts: Start[], part: keyof Start) =>
    percentile(
      starts.map((start) => start[part]),
      0.5,
    )
  const both = (part: keyof Start) => middle(ours, part) / middle(plain, part)
  return [
    { name: 'first answer after', value: middle(ours, 'firstAnswerMs'), unit: 'ms' },
    { name: 'first answer, of the plain page’s time', value: both('firstAnswerMs'), limit: 1.5, unit: '×' },
    { name: 'processor time until then, of the plain page’s', value: both('workedMs'), unit: '×' },
    { name: 'idle memory', value: middle(ours, 'residentMb'), unit: 'MB' },
    { name: 'idle memory, of the plain page’s', value: both('residentMb'), limit: 1.5, unit: '×' },
  ]
}

type Start = { firstAnswerMs: number; workedMs: number; residentMb: number }

async function startAndIdle(start: () => Promise<Server>): Promise<Start> {
  const server = await start()
  const workedMs = server.worked()
  await wait(IDLE_AFTER)
  const { firstAnswerMs } = server
  const residentMb = server.residentMb()
  await server.close()
  return { firstAnswerMs, workedMs, residentMb }
}

function aLinkToken(database: string): string {
  const file = new Database(database, { readonly: true })
  const token = file
    .prepare("select link_token from bookings where payment_status = 'deposit_paid' order by id desc limit 1")
    .pluck()
    .get() as string
  file.close()
  return token
}
