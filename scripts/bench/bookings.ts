import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { HEARD_EVENTS } from '#app/money/stripe/events.server'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite, WEBHOOK_SECRET } from '#tests/fixtures/site'
import { type Figure, inTurn, median, workedMs } from './measure'
import { WHOLE_BOOKINGS } from './rows'
import { freshDatabase } from './servers'

const SEATS = 500
/** Guests who book at once. More of them would wait for their share of the calls to Stripe (decision 017). */
const GUESTS = 10
/** The first waves do not count: V8 compiles what is asked for often. */
const WAVES = { rounds: 12, warmUp: 20 }
/** After so long a wave has its whole share of calls again. */
const SHARE_IS_BACK = 2_500
const OPENED = '2025-06-01T17:00:00Z'
const CARD = '4242424242424242'

/** How many a second, and the processor time of one, in milliseconds. */
type Speed = { rate: number; workedMs: number }

/** Whole bookings, held, paid and with their letters written: in the domain, and by HTTP. */
export async function benchBookings(): Promise<Figure[]> {
  const own = { DATABASE_PATH: freshDatabase('bookings'), CLOCK_START: OPENED, LOG_LEVEL: 'silent' }
  const how = { execArgv: ['--import', 'tsx'], env: { ...process.env, ...own } }
  const [domain] = (await once(fork('scripts/bench/run-bookings.ts', how), 'message')) as [Speed]
  const http = await inWaves()
  return [
    ['through the domain', domain.rate, '/s', 'at least', 300],
    ['through the domain: processor time', domain.workedMs, 'ms'],
    [`through HTTP, ${GUESTS} guests at once`, http.rate, '/s', 'at least', 40],
    ['through HTTP: processor time', http.workedMs, 'ms'],
  ]
}

/** Guests book in waves, with pauses for their share of Stripe: the medians of the waves. */
async function inWaves(): Promise<Speed> {
  const site = await startSite({ SMTP_URL: undefined })
  const worked = () => workedMs(site.process().pid)
  let guests = 0
  try {
    const heard = { secret: WEBHOOK_SECRET, events: Object.keys(HEARD_EVENTS) }
    site.stripe.setWebhook({ url: `${site.url}/api/stripe/webhook`, ...heard })
    site.change('update departures set seats = ?', SEATS)
    const [waves = []] = await inTurn([site], WAVES, async () => {
      const [start, before] = [performance.now(), worked()]
      await Promise.all(Array.from({ length: GUESTS }, () => booksAndPays(site, ++guests)))
      const seconds = (performance.now() - start) / 1_000
      await site.stripe.webhooksSettled()
      const speed = { rate: GUESTS / seconds, workedMs: (worked() - before) / GUESTS }
      await pause(SHARE_IS_BACK)
      return speed
    })
    const [booked] = site.rows<{ whole: number }>(WHOLE_BOOKINGS)
    if (booked?.whole !== guests) throw new Error(`Only ${booked?.whole} bookings are whole`)
    const middle = (part: keyof Speed) => median(waves.map((wave) => wave[part]))
    return { rate: middle('rate'), workedMs: middle('workedMs') }
  } finally {
    await site.close()
  }
}

/** What a guest's browser asks for: the checkout, the card form, the seat, and what became of the payment. */
async function booksAndPays({ url, stripe }: Site, guest: number): Promise<void> {
  const from = { address: `127.4.${guest >> 7}.${(guest & 127) + 1}` }
  const checkoutKey = `page-of-guest-${guest}`
  await (await fetch(`${url}/checkout?roomType=double`)).text()
  const { cookie } = await createPaymentIntent(url, { checkoutKey }, from)
  const held = { checkoutKey, customerInfo: customerInfo(`guest${guest}@example.com`) }
  const { body } = await createPaymentIntent(url, held, { ...from, cookie: cookie ?? '' })
  const intentId = String(body.paymentIntentId)
  stripe.payIntent(intentId, CARD)
  const query = new URLSearchParams({ roomType: 'double', paymentType: 'deposit', payment_intent: intentId })
  const { ok } = await fetch(`${url}/payment-success?${query}`, { headers: { Cookie: cookie ?? '' } })
  if (!ok) throw new Error('Nobody could see what was paid')
}
