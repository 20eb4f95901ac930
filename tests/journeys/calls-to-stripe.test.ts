import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request as send } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { askedForGuests } from '#tests/fixtures/asked-for-guests'
import { booked } from '#tests/fixtures/booked'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { callJson } from '#tests/fixtures/json-call'
import { returnQuery } from '#tests/fixtures/return-query'
import { eventually, type Site, startIsOver, startSite } from '#tests/fixtures/site'
import { visitor } from '#tests/fixtures/visitor'

// Decision 017: what strangers can make us ask of Stripe, counted where Stripe would count it.

let site: Site
beforeAll(async () => {
  site = await startSite()
  // It asks Stripe after every open intent.
  await startIsOver(site, '1970-01-01', ['reconcile'])
})
afterEach(() => site.allWell())
afterAll(() => site.close())

const { get } = visitor(() => site)
/** As Stripe sends a payer back. */
const returned = (intent: string) => returnQuery(site, intent)
const success = (intent: string) => get(`/payment-success?roomType=double&${returned(intent)}`)
const complete = (reference: string, intent: string) =>
  callJson(site.url, 'PUT', `/api/bookings/${reference}/status`, {
    status: 'completed',
    stripePaymentIntentId: intent,
  })

const asked = () => askedForGuests(site)
/** How many calls `command` made us send to Stripe. */
async function callsFor(command: () => Promise<unknown>): Promise<number> {
  const before = asked()
  await command()
  return asked() - before
}

let people = 0
async function beganToPay() {
  people += 1
  const { body, status } = await createPaymentIntent(
    site.url,
    { customerInfo: customerInfo(`p${people}@example.com`, `Njeri ${people}`) },
    { address: `127.0.9.${people}` },
  )
  expect(status).toBe(200)
  return { intent: String(body.paymentIntentId), reference: String(body.bookingReference) }
}

test('a payment intent without a booking never reaches Stripe', async () => {
  const { reference } = await beganToPay()
  const { token } = await booked(site)
  const { body } = await createPaymentIntent(site.url, {})
  const calls = await callsFor(async () => {
    for (const intent of ['pi_made_up', String(body.paymentIntentId)]) {
      expect((await success(intent)).status).toBe(404)
      expect((await get(`/payment-success?session_id=${intent}`)).status).toBe(404)
      expect((await get(`/booking-confirmation?booking_id=${reference}&${returned(intent)}`)).status).toBe(
        404,
      )
      expect((await get(`/api/bookings/${reference}?payment_intent=${intent}`)).status).toBe(404)
      expect((await get(`/pay/${token}?payment_intent=${intent}`)).status).toBe(200)
      expect((await complete(reference, intent)).status).toBe(404)
    }
  })
  expect(calls).toBe(0)
})

test('a final state is read from our own record', async () => {
  const paid = await beganToPay()
  site.stripe.payIntent(paid.intent, '4242424242424242')
  await site.stripe.webhooksSettled()
  const withdrawn = await beganToPay()
  site.change("update payment_intents set state = 'cancelled' where stripe_intent_id = ?", withdrawn.intent)

  const calls = await callsFor(async () => {
    for (let look = 0; look < 5; look += 1) {
      expect((await success(paid.intent)).status).toBe(200)
      expect((await complete(paid.reference, paid.intent)).status).toBe(200)
      expect((await success(withdrawn.intent)).status).toBe(409)
    }
  })
  expect(calls).toBe(0)
})

test('simultaneous looks at one payment intent share a call', async () => {
  const { intent, reference } = await beganToPay()
  const held = site.stripe.hold(`GET /v1/payment_intents/${intent}`)
  const calls = await callsFor(async () => {
    const body = JSON.stringify({ status: 'completed', stripePaymentIntentId: intent })
    const looks = Array.from({ length: 5 }, () => [
      aLook('GET', `/payment-success?roomType=double&${returned(intent)}`),
      aLook('PUT', `/api/bookings/${reference}/status`, body),
      aLook('GET', `/booking-confirmation?booking_id=${reference}&${returned(intent)}`),
    ]).flat()
    // What comes after the answer asks again: each of them has to be there first, and as far as it comes.
    await Promise.all(looks.map(({ arrived }) => arrived))
    await held.seen()
    for (let trip = 0; trip < 5; trip += 1) await get('/healthz')
    held.release()
    expect(new Set(await Promise.all(looks.map(({ status }) => status)))).toEqual(new Set([409]))
  })
  expect(calls).toBeLessThanOrEqual(2)
})

test('many looks right after a payment cost one call', async () => {
  site.stripe.switches.lost = true
  const { intent } = await beganToPay()
  expect((await success(intent)).status).toBe(409)
  site.stripe.payIntent(intent, '4242424242424242')
  const calls = await callsFor(async () => {
    const looks = await Promise.all(Array.from({ length: 10 }, () => success(intent)))
    expect(looks.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  })
  expect(calls).toBe(1)
})

/** A request of which one hears that it has arrived, before it is answered. */
function aLook(method: 'GET' | 'PUT', path: string, body?: string) {
  const headers: OutgoingHttpHeaders = {
    Expect: '100-continue',
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': body.length }),
  }
  const request = send(site.url + path, { method, headers, agent: false })
  const arrived = once(request, 'continue')
  const status = once(request, 'response').then(([answer]: IncomingMessage[]) => {
    answer?.resume()
    return answer?.statusCode
  })
  request.end(body)
  return { arrived, status }
}

/** Answers in the order in which they come. */
function collect<T>(asked: Promise<T>[]): T[] {
  const come: T[] = []
  for (const one of asked) void one.then((answer) => come.push(answer))
  return come
}

const statusOf = (reference: string) =>
  site.rows<{ payment_status: string }>(
    'select payment_status from bookings where booking_reference = ?',
    reference,
  )[0]?.payment_status

test(
  'slow looks at payments do not delay other bookings',
  async () => {
    const open = await Promise.all(Array.from({ length: 6 }, beganToPay))
    const held = site.stripe.hold(/^GET \/v1\/payment_intents\//)
    const looks = open.map(({ intent }) => success(intent))
    const come = collect(looks)
    await held.seen(4)

    const another = await beganToPay()
    site.stripe.payIntent(another.intent, '4242424242424242')
    await eventually(() => statusOf(another.reference) === 'deposit_paid')

    await eventually(() => come.length === 2)
    const [page] = come
    expect(come.map(({ status }) => status)).toEqual([503, 503])
    expect(page?.headers.get('Retry-After')).toBe('5')
    const text = await page?.text()
    expect(text).toContain('We are confirming your payment')
    expect(text).toContain('This page will update in a moment')
    expect(text).toContain('Please do not pay a second time')
    held.release()
    await Promise.all(looks)
  },
  patiently(60_000),
)

test(
  'opening many checkouts takes no turn from bookings',
  async () => {
    const held = site.stripe.hold('POST /v1/payment_intents')
    const shown = Array.from({ length: 6 }, (_, guest) =>
      createPaymentIntent(site.url, {}, { address: `127.0.10.${guest + 1}` }),
    )
    const come = collect(shown)
    await held.seen(4)
    const booking = beganToPay()
    await held.seen(5)

    await eventually(() => come.length === 2)
    expect(come).toEqual(
      Array(2).fill(
        expect.objectContaining({
          status: 503,
          retryAfter: '5',
          body: { message: expect.stringContaining('try again in a few seconds') },
        }),
      ),
    )
    held.release()
    expect((await booking).reference).toMatch(/^TS-/)
    await Promise.all(shown)
  },
  patiently(60_000),
)
