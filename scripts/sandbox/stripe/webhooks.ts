import { createHmac } from 'node:crypto'
import { patiently } from '#scripts/test/patience.mjs'
import type { StripeEvent } from './objects'
import type { Store } from './store'
import type { Switches } from './switches'

export interface Webhook {
  url: string
  secret: string
  /** The types that it is subscribed to, as at Stripe; without them it hears all. */
  events?: readonly string[]
}

export interface Delivery {
  id: number
  event_id: string
  due_at: number
  attempts: number
  state: 'waiting' | 'delivered' | 'failed' | 'lost'
  last_answer: string | null
}

/** Seconds between attempts; after the last one the delivery has failed. */
const BACK_OFF = [0.5, 1, 2, 4, 8, 16, 32, 60, 60]
const PATIENCE_MS = 10_000
/** Shuffled: how long events gather before they leave, the youngest first. */
const GATHERING_MS = 400

export type Postman = ReturnType<typeof startPostman>

/** Sends each event to the webhook until it answers 2xx; what is still waiting survives a restart. */
export function startPostman(store: Store, switches: Switches, webhook: () => Webhook | undefined) {
  const { database } = store
  const add = database.prepare('INSERT INTO deliveries (event_id, due_at, state) VALUES (?, ?, ?)')
  const due = database.prepare<[number], Delivery>(
    "SELECT * FROM deliveries WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, id LIMIT 50",
  )
  const next = database.prepare<[], { due_at: number }>(
    "SELECT min(due_at) AS due_at FROM deliveries WHERE state = 'waiting'",
  )
  const record = database.prepare(
    'UPDATE deliveries SET state = ?, attempts = attempts + 1, due_at = ?, last_answer = ? WHERE id = ?',
  )
  const onTheWay = new Set<number>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let line = Promise.resolve()
  let gathering = { since: 0, count: 0 }

  function post(event: StripeEvent): void {
    const to = webhook()
    if (to?.events?.includes(event.type) === false) return
    if (!to || switches.lost) {
      if (switches.lost) add.run(event.id, Date.now(), 'lost')
      return
    }
    const at = Date.now() + switches.delayMs + (switches.shuffled ? shuffledWait() : 0)
    add.run(event.id, at, 'waiting')
    if (switches.doubled) add.run(event.id, at, 'waiting')
    wake(0)
  }

  function shuffledWait(): number {
    const age = Date.now() - gathering.since
    if (age > GATHERING_MS) gathering = { since: Date.now(), count: 0 }
    gathering.count += 1
    return Math.max(0, GATHERING_MS - (Date.now() - gathering.since) + 250 - 50 * gathering.count)
  }

  function wake(inMs: number): void {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    timer = setTimeout(round, inMs)
    timer.unref()
  }

  function round(): void {
    for (const delivery of due.all(Date.now())) {
      if (onTheWay.has(delivery.id)) continue
      onTheWay.add(delivery.id)
      // Together they would arrive in any order; shuffled ones arrive in theirs.
      if (switches.shuffled) line = line.then(() => carry(delivery))
      else void carry(delivery)
    }
    const at = next.get()?.due_at
    if (at) wake(Math.min(Math.max(at - Date.now(), 100), 60_000))
  }

  async function carry(delivery: Delivery): Promise<void> {
    const event = store.find('event', delivery.event_id)
    if (!event) return
    const answer = await send(event)
    onTheWay.delete(delivery.id)
    if (stopping.signal.aborted) return

    const pause = BACK_OFF[delivery.attempts]
    const state = isFine(answer) ? 'delivered' : pause === undefined ? 'failed' : 'waiting'
    record.run(state, Date.now() + (pause ?? 0) * 1000, String(answer), delivery.id)
    if (state === 'waiting') wake(100)
  }

  async function send(event: StripeEvent): Promise<number | string> {
    const to = webhook()
    if (!to) return 'no webhook is set'
    const payload = JSON.stringify(event, null, 2)
    const patience = AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)])
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signatureOf(payload, to.secret),
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }
    return fetch(to.url, {
      method: 'POST',
      headers,
      body: payload,
      redirect: 'manual',
      signal: patience,
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
    )
  }

  return {
    post,
    /** Starts what an earlier run left waiting. */
    start: () => wake(0),
    /** Sends an event again, beside all retries; gives back what was answered each time. */
    async deliver(eventId: string, { times = 1, parallel = false } = {}): Promise<(number | string)[]> {
      const event = store.find('event', eventId)
      if (!event) throw new Error(`No such event: ${eventId}`)
      if (parallel) return Promise.all(Array.from({ length: times }, () => send(event)))
      const answers: (number | string)[] = []
      for (let sent = 0; sent < times; sent += 1) answers.push(await send(event))
      return answers
    },
    /** Resolves once nothing waits anymore, or rejects after `withinMs`. */
    async settled(withinMs = patiently(10_000)): Promise<void> {
      const end = Date.now() + withinMs
      while (next.get()?.due_at) {
        if (Date.now() > end) throw new Error('Webhooks are still waiting to be delivered')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    stop(): void {
      stopping.abort()
      clearTimeout(timer)
    },
  }
}

/** The latest deliveries, by event. */
export function deliveriesOf(store: Store, eventId: string): Delivery[] {
  return store.database
    .prepare<[string], Delivery>('SELECT * FROM deliveries WHERE event_id = ? ORDER BY id')
    .all(eventId)
}

/** `t=…,v1=…`, as Stripe signs: HMAC-SHA256 of the time and the body, on the machine's own clock. */
function signatureOf(payload: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}

function isFine(answer: number | string): boolean {
  return typeof answer === 'number' && answer >= 200 && answer < 300
}
