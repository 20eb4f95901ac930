import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Figure, median, percentile } from './measure'
import { guestOf, people, WHOLE_BOOKINGS } from './rows'
import { forkRun, freshDatabase, startOurs, startWithStripe } from './servers'

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

/**
 * Whole bookings a second, held, paid and with their letters written: by the domain's functions, and by
 * browsers' calls.
 */
export async function benchBookings(scale: number): Promise<Figure[]> {
  const count = Math.max(200, BOOKINGS * scale)
  const [times] = await once(forkRun(freshDatabase('bookings'), ['bookings', count]), 'message')
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

/** Guests book in waves, from addresses of their own, with pauses for their share of Stripe. */
async function inWaves(waves: number, warmUp: number) {
  const database = freshDatabase('bookings')
  const site = await startWithStripe(database)
  const file = new Database(database)
  try {
    file.prepare('update departures set seats = ?').run(SEATS)
    const tookMs: number[] = []
    let workedMs = 0
    for (let wave = 0; wave < warmUp + waves; wave += 1) {
      const [start, before] = [performance.now(), site.worked()]
      const guests = Array.from({ length: GUESTS }, (_, guest) => wave * GUESTS + guest)
      await Promise.all(
        guests.map((guest) => booksAndPays(site.url, guest, (id) => site.stripe.payIntent(id, CARD))),
      )
      const took = performance.now() - start
      await site.stripe.webhooksSettled()
      if (wave >= warmUp) {
        tookMs.push(took)
        workedMs += site.worked() - before
      }
      await pause(SHARE_IS_BACK)
    }
    const booked = file.prepare(WHOLE_BOOKINGS).pluck().get()
    if (booked !== GUESTS * (warmUp + waves)) throw new Error(`Only ${booked} bookings are whole`)
    return { tookMs, workedMs }
  } finally {
    file.close()
    await site.close()
  }
}

/**
 * What a guest's browser asks for: the checkout, the card form's intent, the seat with its own, and what
 * became of it.
 */
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

/**
 * A reminder run over a hundred thousand installments, a thousand of which need a mail. This process asks for
 * the write lock all the while: the longest it is refused is the longest that the run holds it.
 */
export async function benchReminders(scale: number): Promise<Figure[]> {
  const path = freshDatabase('reminders')
  const child = forkRun(path, ['reminders', 100_000 * scale, 1_000 * scale])
  const [decidedMs] = (await once(child, 'message')) as [number]
  const ended = once(child, 'message')
  const [[sent], longestMs] = await Promise.all([ended as Promise<[number]>, longestRefusal(path, ended)])
  return [
    ['reminders decided', decidedMs, 'ms', 'at most', 1_000],
    ['reminders written', sent, 'mails', 'at least', 1_000 * scale],
    ['longest write lock', longestMs, 'ms', 'at most', 50],
  ]
}

async function longestRefusal(path: string, ended: Promise<unknown>): Promise<number> {
  const file = new Database(path, { timeout: 0 })
  let longest = 0
  let firstRefused: number | null = null
  const over = new AbortController()
  void ended.finally(() => over.abort())
  for (; !over.signal.aborted; await pause(0)) {
    // Not since the last success: in between this process may have had no processor, and nobody the lock.
    firstRefused = gotLock(file) ? null : (firstRefused ?? performance.now())
    if (firstRefused !== null) longest = Math.max(longest, performance.now() - firstRefused)
  }
  file.close()
  return longest
}

function gotLock(file: Database.Database): boolean {
  try {
    file.exec('begin immediate; commit')
    return true
  } catch {
    return false
  }
}

const MAILS = 1_000
const IDLE_REQUESTS = 400

/** A thousand mails leave for a mail server of another process, while guests open the home page. */
export async function benchMail(scale: number): Promise<Figure[]> {
  const path = freshDatabase('mail')
  const server = forkRun(path, ['mailbox'])
  const [smtpUrl] = (await once(server, 'message')) as [string]
  const site = await startOurs(path, { SMTP_URL: smtpUrl })
  const file = new Database(path, { timeout: 10_000 })
  const mails = Math.max(100, MAILS * scale)
  try {
    await openHome(site.url, 50)
    const idle = percentile(await openHome(site.url, IDLE_REQUESTS), 0.99)
    file.exec(`begin; ${people(mails)} ${MAILS_WAITING} commit`)
    const start = performance.now()
    const waits: number[] = []
    const left = file.prepare(`select count(*) from outbox where state <> 'sent'`).pluck()
    while (left.get() !== 0) waits.push(...(await openHome(site.url, 20)), ...(await pause(50, [])))
    const seconds = (performance.now() - start) / 1_000
    return [
      ['mails a second', mails / seconds, '/s', 'at least', 50],
      ['p99 of / while mail goes out, against idle', percentile(waits, 0.99) / idle, '×', 'at most', 2],
    ]
  } finally {
    file.close()
    await site.close()
    server.kill()
  }
}

async function openHome(url: string, requests: number): Promise<number[]> {
  const waits: number[] = []
  for (let request = 0; request < requests; request += 1) {
    const start = performance.now()
    await (await fetch(url)).arrayBuffer()
    waits.push(performance.now() - start)
  }
  return waits
}

const MAILS_WAITING = `
  insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id, next_attempt_at,
      created_at)
    select 'bench', reference, name, email, 'Coming up', 'Coming up',
      '<p>' || replace(printf('%100c', ' '), ' ', 'Your place is waiting for you. ') || '</p>',
      '<' || reference || '@bench>', 0, 0 from people;`
