import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { HEARD_EVENTS } from '#app/money/stripe/heard-events'
import { startStripeSandbox } from '#scripts/sandbox/stripe/start'
import { type Figure, median } from './figure'
import { guestOf } from './rows'
import { forkRun, freshDatabase, startOurs } from './servers'

const BOOKINGS = 2_000
const SEATS = 500
/** Guests who book at once. More of them would wait for their share of the calls to Stripe (decision 017). */
const GUESTS = 10
const WAVES = 12
/** Waves before those that count: V8 compiles what is asked for often. */
const WARM_UP = 20
/** After so long a wave has its whole share of calls again. */
const SHARE_IS_BACK = 2_500
const CARD = '4242424242424242'

/** Whole bookings a second, held, paid and with their letters written: by the domain's functions, and by browsers' calls. */
export async function benchBookings(scale: number): Promise<Figure[]> {
  const count = Math.max(200, BOOKINGS * scale)
  const [times] = await once(forkRun('booking-run.ts', freshDatabase('bookings'), [count]), 'message')
  const domain = times as { tookMs: number; workedMs: number }
  const waves = Math.max(2, Math.round(WAVES * scale))
  const http = await inWaves(waves, Math.round(WARM_UP * Math.min(1, scale)))
  return [
    ['through the domain', (1_000 * count) / domain.tookMs, '/s', 'at least', 300],
    ['through the domain: processor time', domain.workedMs / count, 'ms'],
    [`through HTTP, ${GUESTS} guests at once`, (1_000 * GUESTS) / median(http.tookMs), '/s', 'at least', 40],
    ['through HTTP: processor time', http.workedMs / (GUESTS * waves), 'ms'],
  ]
}

/** Guests book in waves, from addresses of their own, as behind Fly's proxy, with pauses for their share of Stripe. */
async function inWaves(waves: number, warmUp: number) {
  const sandbox = await startStripeSandbox({ port: 0 })
  const database = freshDatabase('bookings')
  const secret = 'whsec_bench'
  const site = await startOurs(database, {
    FLY_APP_NAME: 'bench',
    STRIPE_SECRET_KEY: sandbox.keys.secret,
    STRIPE_PUBLISHABLE_KEY: sandbox.keys.publishable,
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_BASE: sandbox.apiBase,
    STRIPE_JS_URL: sandbox.jsUrl,
  })
  const file = new Database(database)
  try {
    const events = Object.keys(HEARD_EVENTS)
    sandbox.setWebhook({ url: `${site.url}/api/stripe/webhook`, secret, events })
    file.prepare('update departures set seats = ?').run(SEATS)
    const tookMs: number[] = []
    let workedMs = 0
    for (let wave = 0; wave < warmUp + waves; wave += 1) {
      const [start, before] = [performance.now(), site.worked()]
      const guests = Array.from({ length: GUESTS }, (_, guest) => wave * GUESTS + guest)
      await Promise.all(
        guests.map((guest) => booksAndPays(site.url, guest, (id) => sandbox.payIntent(id, CARD))),
      )
      const took = performance.now() - start
      await sandbox.webhooksSettled()
      if (wave >= warmUp) {
        tookMs.push(took)
        workedMs += site.worked() - before
      }
      await pause(SHARE_IS_BACK)
    }
    const whole = `select count(*) from bookings where payment_status = 'deposit_paid'
      and (select count(*) from outbox where booking_id = bookings.id) = 2`
    const booked = file.prepare(whole).pluck().get()
    if (booked !== GUESTS * (warmUp + waves)) throw new Error(`Only ${booked} bookings are whole`)
    return { tookMs, workedMs }
  } finally {
    file.close()
    await site.close()
    await sandbox.close()
  }
}

/** What a guest's browser asks for: the checkout, the card form's intent, the seat with its own, and what became of it. */
async function booksAndPays(url: string, guest: number, pays: (intentId: string) => unknown): Promise<void> {
  const headers: Record<string, string> = {
    'Fly-Client-IP': `10.0.${guest >> 8}.${guest & 255}`,
    'Accept-Encoding': 'gzip, br',
  }
  const asks = async (path: string, body?: object) => {
    const answer = await fetch(url + path, {
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${said}`)
    headers.Cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? headers.Cookie ?? ''
    return said
  }
  const terms = { roomType: 'double', paymentType: 'deposit' }
  const order = { ...terms, amount: 500, checkoutKey: `page-of-guest-${guest}` }
  await asks('/checkout?roomType=double')
  await asks('/api/create-payment-intent', order)
  const held = await asks('/api/create-payment-intent', { ...order, customerInfo: guestOf(guest) })
  const { paymentIntentId } = JSON.parse(held)
  pays(paymentIntentId)
  await asks(`/payment-success?${new URLSearchParams({ ...terms, payment_intent: paymentIntentId })}`)
}
