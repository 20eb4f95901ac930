import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Figure } from './figure'
import { freshDatabase, type Server, startBare, startOurs, startStock } from './servers'
import { percentile } from './timing'

const SECONDS = 2
const ROUNDS = 5
const CONNECTIONS = 10
/** Long enough for the front to have packed the page as tightly as it goes. */
const PACKED_AFTER = 1_500

type Load = { rate: number; workedMs: number }

/** Public pages and the checkout from the front's memory, beside a bare Node server and remix-serve, by turns. */
export async function benchFront(): Promise<Figure[]> {
  const database = freshDatabase('front')
  const ours = await startOurs(database)
  const stock = await startStock(database)
  const page = await packedPage(ours.url)
  const bare = await startBare(page)
  try {
    const loads = await loadInTurn([
      [ours, '/'],
      [bare, '/'],
      [stock, '/'],
      [ours, '/checkout?roomType=double'],
      [stock, '/checkout?roomType=double'],
    ])
    const [home, least, framework, checkout, stockCheckout] = loads as [Load, Load, Load, Load, Load]
    return [
      { name: 'home page, requests a second', value: home.rate, unit: '/s' },
      { name: 'the same of a bare server', value: least.rate, unit: '/s' },
      { name: 'home page, processor time', value: 1_000 * home.workedMs, unit: 'µs' },
      { name: 'the same of a bare server', value: 1_000 * least.workedMs, unit: 'µs' },
      {
        name: 'home page, what a bare server could do in its time',
        value: least.workedMs / home.workedMs,
        limit: 0.45,
        unit: '×',
        atLeast: true,
      },
      {
        name: 'home page, rate of a bare server',
        value: home.rate / least.rate,
        limit: 0.45,
        unit: '×',
        atLeast: true,
      },
      {
        name: 'home page, processor time above a bare server',
        value: 1_000 * (home.workedMs - least.workedMs),
        limit: 55,
        unit: 'µs',
      },
      {
        name: 'home page, requests a second against remix-serve',
        value: home.rate / framework.rate,
        limit: 20,
        unit: '×',
        atLeast: true,
      },
      {
        name: 'checkout of a new guest, processor time of remix-serve',
        value: checkout.workedMs / stockCheckout.workedMs,
        limit: 0.85,
        unit: '×',
      },
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
    get(
      url,
      { headers: { 'Accept-Encoding': 'br' } },
      (answer) => void buffer(answer).then(resolve, reject),
    ).once('error', reject)
  })
}

/** The median of each, after a round that only warms up. */
async function loadInTurn(asked: readonly (readonly [Server, string])[]): Promise<Load[]> {
  const loads = asked.map((): Load[] => [])
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, [server, path]] of asked.entries()) {
      const load = await loadOf(server, path)
      if (round >= 0) loads[index]?.push(load)
    }
  }
  return loads.map((all) => ({
    rate: percentile(
      all.map(({ rate }) => rate),
      0.5,
    ),
    workedMs: percentile(
      all.map(({ workedMs }) => workedMs),
      0.5,
    ),
  }))
}

async function loadOf(server: Server, path: string): Promise<Load> {
  const before = server.worked()
  const { requests, non2xx, errors } = await autocannon({
    url: server.url + path,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
  })
  if (non2xx + errors > 0) throw new Error(`${path} failed ${non2xx + errors} times`)
  return { rate: requests.average, workedMs: (server.worked() - before) / requests.total }
}
