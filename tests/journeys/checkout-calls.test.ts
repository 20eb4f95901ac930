import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { callJson } from '#tests/fixtures/json-call'
import { type Site, startSite, WEBHOOK_SECRET } from '#tests/fixtures/site'

// The calls for bookings: what each answers, and what it refuses in which words.

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

let guests = 0
const fromSomewhere = () => {
  guests += 1
  return { address: `127.0.2.${guests}` }
}
const someone = () => customerInfo(`guest${guests}@example.com`, `Guest ${guests}`)
const begin = (call: Parameters<typeof createPaymentIntent>[1]) =>
  createPaymentIntent(site.url, call, fromSomewhere())
const bookingCount = () => site.rows<{ count: number }>('select count(*) count from bookings')[0]?.count

describe('POST /api/calculate-installments', () => {
  test.each([
    ['double', 4_500, 2_000],
    ['single', 6_500, 3_000],
    ['penthouse', 4_500, 2_000],
    [undefined, 4_500, 2_000],
  ])('for %s', async (roomType, totalAmount, installmentAmount) => {
    expect(await callJson(site.url, 'POST', '/api/calculate-installments', { roomType })).toMatchObject({
      status: 200,
      body: {
        totalAmount,
        depositAmount: 500,
        installmentAmount,
        remaining: 2 * installmentAmount,
        installments: [
          { number: 1, amount: installmentAmount, dueDate: '2025-08-15' },
          { number: 2, amount: installmentAmount, dueDate: '2025-09-15' },
        ],
        refundTerms: expect.stringContaining('From September 16, 2025 (30 days before departure) nothing'),
        nothingRefundableFrom: '2025-09-16',
      },
    })
  })
})

describe('POST /api/create-payment-intent', () => {
  test('without customerInfo gives a payment intent and no booking', async () => {
    const before = bookingCount()
    const { status, body } = await begin({})

    expect(status).toBe(200)
    expect(body).toMatchObject({ amount: 500, bookingReference: null })
    expect(body.clientSecret).toMatch(/^pi_.+_secret_/)
    expect(bookingCount()).toBe(before)
  })

  test('blank customerInfo with a default country counts as none', async () => {
    const blank = { name: ' ', email: '', address: '', city: '', state: '', zipCode: '' }
    const { body } = await begin({ customerInfo: { ...blank, country: 'United States' } })
    expect(body.bookingReference).toBeNull()
  })

  test('with a whole customer holds a seat', async () => {
    const { status, body } = await begin({
      roomType: 'single',
      paymentType: 'full',
      amount: 6_500,
      customerInfo: someone(),
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ amount: 6_500, bookingReference: expect.stringMatching(/^TS-/) })
  })

  test.each([
    ['a negative amount', { amount: -500 }, 'amount'],
    ['a huge amount', { amount: 1e21 }, 'amount'],
    ['a changed amount', { amount: 1 }, 'amount'],
    ['cents for dollars', { amount: 50_000 }, 'amount'],
    ['an amount in words', { amount: '500' }, 'amount'],
    ['no amount', { amount: null }, 'amount'],
    ['an unknown payment type', { paymentType: 'later' }, 'paymentType'],
    ['half a customer', { customerInfo: { name: 'Wanjiru' } }, 'address'],
    ['an e-mail without @', { customerInfo: { ...customerInfo(), email: 'wanjiru.example.com' } }, 'email'],
    ['two e-mail addresses', { customerInfo: { ...customerInfo(), email: 'a@x.com, b@y.com' } }, 'email'],
    ['a name of 10,000 letters', { customerInfo: { ...customerInfo(), name: 'W'.repeat(10_000) } }, 'name'],
    ['a name that is a number', { customerInfo: { ...customerInfo(), name: 7 } }, 'name'],
  ])('refuses %s in a sentence under its field', async (_, call, field) => {
    const before = bookingCount()
    const { status, body } = await begin(call)

    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: expect.stringMatching(/\w+ \w+/),
      errors: { [field]: [expect.any(String)] },
    })
    expect(bookingCount()).toBe(before)
  })

  test('no line break and no address in a name reaches a mail', async () => {
    const named = (name: string) => begin({ customerInfo: { ...someone(), name } })
    const { body } = await named('Wanjiru\r\nKamau')
    expect(
      site.rows('select customer_name from bookings where booking_reference = ?', body.bookingReference),
    ).toEqual([{ customer_name: 'Wanjiru Kamau' }])
    for (const name of ['Wanjiru\r\nBcc: x@y.com', 'Win at evil.example', 'Ann http://evil.example'])
      expect(await named(name)).toMatchObject({
        status: 400,
        body: { errors: { name: [expect.stringContaining('only a name')] } },
      })
  })

  test('the third hold for one e-mail address must wait', async () => {
    const customer = someone()
    await begin({ customerInfo: customer })
    await begin({ customerInfo: customer })
    const third = await begin({ customerInfo: customer })

    expect(third.status).toBe(429)
    expect(Number(third.retryAfter)).toBeGreaterThan(1_500)
    expect(Number(third.retryAfter)).toBeLessThanOrEqual(1_800)
  })
})

describe('a body that is not a JSON object', () => {
  test.each([
    ['{"roomType":', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['null', 'application/json', 400],
    ['roomType=double', 'application/x-www-form-urlencoded', 415],
    ['{}', 'text/plain', 415],
  ])('%s as %s', async (body, contentType, status) => {
    const answer = await callJson(site.url, 'POST', '/api/create-payment-intent', body, {
      'Content-Type': contentType,
    })
    expect(answer).toMatchObject({ status, body: { message: expect.any(String) } })
  })
})

test.each([
  ['GET', '/api/create-payment-intent', 'POST'],
  ['PUT', '/api/calculate-installments', 'POST'],
  ['DELETE', '/api/bookings/1', 'GET'],
  ['POST', '/api/bookings/1/status', 'PUT'],
  ['GET', '/api/stripe/webhook', 'POST'],
])('%s %s is not allowed, %s is', async (method, path, allowed) => {
  const { status, headers } = await callJson(site.url, method, path)
  expect(status).toBe(405)
  expect(headers.get('Allow')).toBe(allowed)
})

test('an unknown call is a JSON 404', async () => {
  expect(await callJson(site.url, 'GET', '/api/nothing')).toMatchObject({
    status: 404,
    body: { message: 'Not found' },
  })
})

describe('a booking', () => {
  async function booked(pays = true) {
    const { body, cookie } = await begin({ customerInfo: someone() })
    const intent = String(body.paymentIntentId)
    if (pays) site.stripe.payIntent(intent, '4242424242424242')
    await site.stripe.webhooksSettled()
    const secret = String(body.clientSecret)
    return { reference: String(body.bookingReference), intent, secret, cookie: String(cookie) }
  }
  const get = (path: string, cookie?: string) =>
    callJson(site.url, 'GET', path, undefined, cookie ? { Cookie: cookie } : {})
  const complete = (reference: string, stripePaymentIntentId: unknown, status = 'completed') =>
    callJson(site.url, 'PUT', `/api/bookings/${reference}/status`, { status, stripePaymentIntentId })

  test('is seen by its browser or with the secret of its payment', async () => {
    const { reference, intent, secret, cookie } = await booked()
    const seen = await get(`/api/bookings/${reference}`, cookie)

    expect(seen).toMatchObject({
      status: 200,
      body: {
        bookingReference: reference,
        paymentStatus: 'deposit_paid',
        totalAmount: 4_500,
        depositAmount: 500,
        remainingAmount: 4_000,
        stripePaymentIntentId: intent,
        customerCity: 'Austin',
      },
    })
    const returned = `payment_intent=${intent}&payment_intent_client_secret=${secret}`
    expect((await get(`/api/bookings/${seen.body.id}?${returned}`)).status).toBe(200)
    expect((await get(`/api/bookings/${reference.toLowerCase()}`, cookie)).status).toBe(200)
  })

  test('does not exist for anybody else', async () => {
    const { reference, intent } = await booked()
    const stranger = await booked()
    for (const [path, cookie] of [
      [`/api/bookings/${reference}`],
      [`/api/bookings/${reference}`, stranger.cookie],
      [`/api/bookings/${reference}?payment_intent=${intent}`],
      [`/api/bookings/${reference}?payment_intent_client_secret=${stranger.secret}`],
      [`/api/bookings/${reference}?payment_intent_client_secret=${intent}`],
      [`/api/bookings/${reference}`, 'traveler=made-up'],
      ['/api/bookings/TS-ZZZZZZ'],
      ['/api/bookings/999999'],
    ])
      expect(await get(String(path), cookie)).toMatchObject({
        status: 404,
        body: { message: 'Booking not found' },
      })
  })

  test('comes back to another browser by the secret, and to nobody by the id', async () => {
    const { reference, intent, secret, cookie } = await booked()
    const page = (path: string, Cookie = '') =>
      fetch(site.url + path, { headers: { Cookie }, redirect: 'manual' })
    const success = `/payment-success?roomType=double&paymentType=deposit&payment_intent=${intent}`
    const back = `${success}&payment_intent_client_secret=${secret}&redirect_status=succeeded`
    const to = (await page(back)).headers.get('Location') ?? ''
    expect(await (await page(to)).text()).toContain('Booking Confirmed')
    const own = (await page(back, cookie)).headers.get('Location') ?? ''
    expect(own).not.toContain('secret')
    expect((await page(own, cookie)).status).toBe(200)
    for (const path of [own, success, `${success}&redirect_status=succeeded`]) {
      const answer = await page(path)
      expect(answer.status, path).toBe(404)
      expect(await answer.text()).not.toContain(reference)
    }
  })

  test('is completed once Stripe says that its own intent succeeded', async () => {
    const { reference, intent, cookie } = await booked()
    // Staff screens show an intent's id: it tells no one whose booking it is.
    expect(await complete(reference, intent)).toMatchObject({
      status: 200,
      body: { paymentStatus: 'completed', customerName: '', customerEmail: '', customerCity: '' },
    })
    const own = { status: 'completed', stripePaymentIntentId: intent }
    const theirs = callJson(site.url, 'PUT', `/api/bookings/${reference}/status`, own, { Cookie: cookie })
    expect((await theirs).body).toMatchObject({ customerCity: 'Austin' })
  })

  test.each([
    ['an intent that is not paid', 409, async () => booked(false)],
    [
      'the paid intent of another booking',
      404,
      async () => ({ ...(await booked(false)), intent: (await booked()).intent }),
    ],
    ['an intent that does not exist', 404, async () => ({ ...(await booked(false)), intent: 'pi_made_up' })],
    ['no intent', 400, async () => ({ ...(await booked(false)), intent: undefined })],
  ])('is not completed by %s', async (_, status, given) => {
    const { reference, intent } = await given()
    expect((await complete(reference, intent)).status).toBe(status)
    expect(site.rows('select payment_status from bookings where booking_reference = ?', reference)).toEqual([
      { payment_status: 'pending' },
    ])
  })

  test('takes no other status', async () => {
    const { reference, intent } = await booked()
    expect((await complete(reference, intent, 'refunded')).status).toBe(400)
  })
})

describe('the webhook', () => {
  afterEach(() => site.allWell())

  test.each([
    ['without a signature', {}],
    ['with a signature of somebody else', { 'Stripe-Signature': `t=${Math.floor(Date.now() / 1000)},v1=00` }],
  ])('%s is refused', async (_, headers) => {
    const answer = await callJson(site.url, 'POST', '/api/stripe/webhook', { id: 'evt_1' }, headers)
    expect(answer.status).toBe(400)
  })

  const signatureOf = (payload: string) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  const said = (event: object) => ({ id: `evt_${randomUUID()}`, type: 'payment_intent.succeeded', ...event })

  test.each([
    ['no JSON', '{"id":'],
    ['nothing to read', ' '],
    ['null', 'null'],
    ['a list', []],
    ['a word', '"succeeded"'],
    ['no fields', {}],
    ['no type', { id: 'evt_1', data: { object: { id: 'pi_1' } } }],
    ['no id', { type: 'customer.created', data: { object: { id: 'cus_1' } } }],
    ['no data', said({})],
    ['nobody’s object', said({ data: { object: null } })],
    ['an intent without an amount', said({ data: { object: { id: 'pi_1', status: 'succeeded' } } })],
    ['a refund of nothing', said({ type: 'refund.updated', data: { object: { id: 're_1' } } })],
    ['a dispute of nothing', said({ type: 'charge.dispute.closed', data: { object: { id: 'dp_1' } } })],
    ['a page of nothing', said({ type: 'checkout.session.completed', data: { object: {} } })],
  ])('that is signed and says %s is refused as unreadable', async (_, sent) => {
    const body = typeof sent === 'string' ? sent : JSON.stringify(sent)
    const headers = { 'Stripe-Signature': signatureOf(body) }
    const answer = await callJson(site.url, 'POST', '/api/stripe/webhook', body, headers)
    expect(answer).toMatchObject({ status: 400, body: { message: 'This is not an event that we can read' } })
  })

  const tell = (event: object) => {
    const body = JSON.stringify(event)
    const headers = { 'Stripe-Signature': signatureOf(body) }
    return callJson(site.url, 'POST', '/api/stripe/webhook', body, headers)
  }

  test('about something we do not listen to writes nothing', async () => {
    const event = said({ type: 'balance.available', data: { object: { object: 'balance' } } })
    expect(await tell(event)).toMatchObject({ status: 200, body: { received: 'heard' } })
    expect(site.rows('select * from stripe_events where id = ?', event.id)).toEqual([])
  })

  test('about a payment is heard once, and known then', async () => {
    const { body } = await begin({ customerInfo: someone() })
    site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
    await site.stripe.webhooksSettled()
    const event = site.stripe.events().find(({ type }) => type === 'payment_intent.succeeded')
    expect(await tell({ ...event })).toMatchObject({ status: 200, body: { received: 'known' } })
  })

  test('events out of order and doubled make one payment', async () => {
    site.stripe.switches.shuffled = true
    site.stripe.switches.doubled = true
    const { body } = await begin({ customerInfo: someone() })
    site.stripe.payIntent(String(body.paymentIntentId), '4000000000000002')
    site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
    await site.stripe.webhooksSettled()

    expect(
      site.rows(
        'select kind, amount_cents from payments join bookings on bookings.id = booking_id where booking_reference = ?',
        body.bookingReference,
      ),
    ).toEqual([{ kind: 'payment', amount_cents: 50_000 }])
  })

  test('a disputed payment leaves the ledger when it is lost', async () => {
    const guest = someone()
    const { body } = await begin({ customerInfo: guest })
    site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
    await site.stripe.webhooksSettled()
    const dispute = site.stripe.openDispute(String(body.paymentIntentId))
    await site.stripe.webhooksSettled()
    const movements = () =>
      site.rows(
        'select kind, amount_cents from payments join bookings on bookings.id = booking_id where booking_reference = ?',
        body.bookingReference,
      )
    expect(movements()).toHaveLength(1)
    expect(
      site.rows('select subject from outbox where occasion = ?', `staff-dispute-opened:${dispute.id}`),
    ).toEqual([{ subject: `Payment disputed: ${body.bookingReference}, ${guest.name}` }])

    site.stripe.closeDispute(dispute.id, 'lost')
    await site.stripe.webhooksSettled()
    expect(movements()).toEqual([
      { kind: 'payment', amount_cents: 50_000 },
      { kind: 'adjustment', amount_cents: -50_000 },
    ])
  })
})

test('an unconfigured payment system says so to page and calls', async () => {
  const bare = await startSite({ STRIPE_SECRET_KEY: undefined })
  try {
    expect(await createPaymentIntent(bare.url, {})).toMatchObject({
      status: 503,
      body: { message: 'Stripe payment system is not configured. Please contact support.' },
    })
    const page = await (await fetch(`${bare.url}/checkout`)).text()
    expect(page).toContain('Payment System Unavailable')
    expect(page).toContain('Stripe payment system is not configured. Please contact support.')
  } finally {
    await bare.close()
  }
})
