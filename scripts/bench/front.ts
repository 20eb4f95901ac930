import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figure'
import { loadInTurn } from './load'
import { freshDatabase, startBare, startOurs, startStock } from './servers'

const ROUNDS = 5
const TWO_SECONDS = { connections: 10, duration: 2 }
/** Long enough for the front to have packed the page as tightly as it goes. */
const PACKED_AFTER = 1_500
const CHECKOUT = '/checkout?roomType=double'

/** Public pages and the checkout from the front's memory, beside a bare Node server and remix-serve, by turns. */
export async function benchFront(scale: number): Promise<Figure[]> {
  const database = freshDatabase('front')
  const [ours, stock] = [await startOurs(database), await startStock(database)]
  const bare = await startBare(await packedPage(ours.url))
  try {
    const asked = [
      [ours, '/'],
      [bare, '/'],
      [stock, '/'],
      [ours, CHECKOUT],
      [stock, CHECKOUT],
    ] as const
    const loads = await loadInTurn(asked, Math.max(1, Math.round(ROUNDS * scale)), TWO_SECONDS)
    const [rate = 0, rateOfBare = 0] = loads.map((load) => load.rate)
    const micros = loads.map(({ workedMs }) => 1_000 * workedMs)
    const [home = 0, least = 0, stockHome = 0, checkout = 0, stockCheckout = 0] = micros
    return [
      ['home page, requests a second', rate, '/s'],
      ['the same of a bare server', rateOfBare, '/s'],
      ['home page, processor time', home, 'µs'],
      ['the same of a bare server', least, 'µs'],
      ['home page, what a bare server could do in its time', least / home, '×', 'at least', 0.45],
      ['home page, rate of a bare server', rate / rateOfBare, '×', 'at least', 0.45],
      ['home page, processor time above a bare server', home - least, 'µs', 'at most', 55],
      // Not by rate: whoever asks shares the machine, and reaches 60 × of it even from the bare server.
      ['home page, what it could do in remix-serve’s time', stockHome / home, '×', 'at least', 100],
      [
        'checkout of a new guest, of remix-serve’s processor time',
        checkout / stockCheckout,
        '×',
        'at most',
        0.85,
      ],
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
