import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { HEARD_EVENTS } from '#app/stripe/heard-events'
import { startStripeSandbox } from '../sandbox/stripe/start'
import type { Figure } from './figure'
import { freshDatabase, type Server, startOurs } from './servers'
import { profiledParts, shownParts } from './slowest'
import { percentile } from './timing'

const BOOKINGS = 2_000
const SEATS = 500
/** Guests who book at once. More of them would wait for their share of the calls to Stripe (decision 017). */
const GUESTS = 10
const WAVES = 12
/** Waves before those that count: V8 compiles what is asked for often. */
const WARM_UP = 20
/** After so long a wave has its whole share of calls again. */
const SHARE_IS_BACK = 2_500
const WEBHOOK_SECRET = 'whsec_bench'
const CARD = '4242424242424242'

/** Whole bookings a second, held, paid and with their letters written: by the domain's functions, and by browsers' calls. */
export async function benchBookings(scale: number): Promise<Figure[]> {
  return [...(await throughDomain(Math.max(200, BOOKINGS * scale))), ...(await throughHttp())]
}

type DomainTimes = { beganAt: number; tookMs: number; workedMs: number; spentMs: Record<string, number> }

async function throughDomain(count: number): Promise<Figure[]> {
  const { tookMs, workedMs, spentMs } = await bookInChild(count)
  const parts = await withProfiles(async (flags, shares) => {
    const { beganAt } = await bookInChild(count, flags)
    return shares(beganAt)
  })
  return [
    { name: 'through the domain', value: (1_000 * count) / tookMs, limit: 300, unit: '/s', atLeast: true },
    { name: 'through the domain: processor time', value: workedMs / count, unit: 'ms' },
    ...Object.entries(spentMs).map(([part, ms]) => ({
      name: `through the domain: ${part}`,
      value: ms / count,
      unit: 'ms',
    })),
    ...shownParts('through the domain', parts),
  ]
}

async function bookInChild(count: number, flags: string[] = []): Promise<DomainTimes> {
  const child = fork('scripts/bench/booking-run.ts', [String(count)], {
    execArgv: [...flags, '--import', 'tsx'],
    env: {
      ...process.env,
      DATABASE_PATH: freshDatabase('bookings'),
      CLOCK_START: '2025-08-08T14:00:00Z',
      LOG_LEVEL: 'silent',
    },
  })
  const [[times]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  return times as DomainTimes
}

/** Runs with profiles in a folder of their own; `shares` tells who had the time in them. */
async function withProfiles<T>(
  run: (flags: string[], shares: (sinceMs: number) => [string, number][]) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'savanna-bench-'))
  try {
    return await run(['--cpu-prof', `--cpu-prof-dir=${folder}`], (sinceMs) => profiledParts(folder, sinceMs))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function throughHttp(): Promise<Figure[]> {
  const plain = await inWaves([], WAVES)
  const parts = await withProfiles(async (flags, shares) => {
    const { firstAnswerMs } = await inWaves(flags, 2)
    return shares(firstAnswerMs)
  })
  const rate = (1_000 * GUESTS) / percentile(plain.tookMs, 0.5)
  return [
    { name: `through HTTP, ${GUESTS} guests at once`, value: rate, limit: 60, unit: '/s', atLeast: true },
    { name: 'through HTTP: processor time', value: plain.workedMs / (GUESTS * WAVES), unit: 'ms' },
    ...shownParts('through HTTP', parts),
  ]
}

/** Guests book in waves, from addresses of their own, as behind Fly's proxy, with pauses for their share of Stripe. */
async function inWaves(flags: string[], waves: number) {
  const sandbox = await startStripeSandbox({ port: 0 })
  const database = freshDatabase('bookings')
  const site = await startOurs(database, flags, {
    FLY_APP_NAME: 'bench',
    STRIPE_SECRET_KEY: sandbox.keys.secret,
    STRIPE_PUBLISHABLE_KEY: sandbox.keys.publishable,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: sandbox.apiBase,
    STRIPE_JS_URL: sandbox.jsUrl,
  })
  const pays = (intentId: string) => sandbox.payIntent(intentId, CARD)
  const file = new Database(database)
  try {
    sandbox.setWebhook({
      url: `${site.url}/api/stripe/webhook`,
      secret: WEBHOOK_SECRET,
      events: Object.keys(HEARD_EVENTS),
    })
    file.prepare('update departures set seats = ?').run(SEATS)
    const tookMs: number[] = []
    let workedMs = 0
    for (let wave = -WARM_UP; wave < waves; wave += 1) {
      const [start, before] = [performance.now(), site.worked()]
      await Promise.all(
        Array.from({ length: GUESTS }, (_, guest) =>
          booksAndPays(site, (wave + WARM_UP) * GUESTS + guest, pays),
        ),
      )
      const took = performance.now() - start
      await sandbox.webhooksSettled()
      if (wave >= 0) {
        tookMs.push(took)
        workedMs += site.worked() - before
      }
      await pause(SHARE_IS_BACK)
    }
    const whole = `select count(*) from bookings where payment_status = 'deposit_paid'
      and (select count(*) from outbox where booking_id = bookings.id) = 2`
    const booked = file.prepare(whole).pluck().get()
    if (booked !== GUESTS * (WARM_UP + waves)) throw new Error(`Only ${booked} bookings are whole`)
    return { tookMs, workedMs, firstAnswerMs: site.firstAnswerMs }
  } finally {
    file.close()
    await site.close()
    await sandbox.close()
  }
}

/** What a guest's browser asks for: the checkout, the card form's intent, the seat with its own, and what became of it. */
async function booksAndPays(
  { url }: Server,
  guest: number,
  pays: (intentId: string) => unknown,
): Promise<void> {
  const headers: Record<string, string> = {
    'Fly-Client-IP': `10.0.${guest >> 8}.${guest & 255}`,
    'Accept-Encoding': 'gzip, br',
  }
  const order = {
    roomType: 'double',
    paymentType: 'deposit',
    amount: 500,
    checkoutKey: `page-of-guest-${guest}`,
  }
  const asks = async (path: string, body?: object) => {
    const answer = await fetch(url + path, {
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    headers.Cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? headers.Cookie ?? ''
    return answer
  }
  await (await asks('/checkout?roomType=double')).arrayBuffer()
  await (await asks('/api/create-payment-intent', order)).json()
  const customerInfo = {
    name: `Wanjiru Kamau ${guest}`,
    email: `wanjiru${guest}@example.com`,
    address: '12 Congress Avenue',
    city: 'Austin',
    state: 'Texas',
    zipCode: '78701',
    country: 'United States',
  }
  const { paymentIntentId } = await (
    await asks('/api/create-payment-intent', { ...order, customerInfo })
  ).json()
  pays(paymentIntentId)
  const paid = await asks(
    `/payment-success?roomType=double&paymentType=deposit&payment_intent=${paymentIntentId}`,
  )
  await paid.arrayBuffer()
}
