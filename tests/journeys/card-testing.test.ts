import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'

// Decision 017: somebody who tries stolen cards has Stripe's publishable key and the secrets that our calls
// hand out.

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterEach(() => site.allWell())
afterAll(() => site.close())

type Opened = { paymentIntentId: string; clientSecret: string; bookingReference: string | null }

async function opened(call: Parameters<typeof createPaymentIntent>[1], cookie?: string) {
  const answer = await createPaymentIntent(site.url, call, cookie ? { cookie } : {})
  expect(answer.status).toBe(200)
  return { ...(answer.body as Opened), cookie: answer.cookie ?? cookie ?? '' }
}

/** Straight at Stripe, past our site, with the card of somebody else. */
async function tryCard({ paymentIntentId, clientSecret }: Opened, number: string) {
  const response = await fetch(`${site.stripe.apiBase}/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: site.stripe.keys.publishable,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  })
  const { error, status } = (await response.json()) as { error?: { message: string }; status?: string }
  return { code: response.status, status, message: error?.message }
}

const chargesOf = ({ paymentIntentId }: Opened) =>
  site.stripe.charges().filter((charge) => charge.payment_intent === paymentIntentId)

test.each(['4242424242424242', '4000000000000002', '4000002500003155'])(
  'the card form’s payment intent takes no card: %s',
  async (card) => {
    const shown = await opened({})
    expect(await tryCard(shown, card)).toMatchObject({
      code: 400,
      message: expect.stringContaining('cannot be confirmed using your publishable key'),
    })
    expect(chargesOf(shown)).toEqual([])
  },
)

test('switching the payment option makes intents that take no card', async () => {
  const checkoutKey = randomUUID()
  const first = await opened({ checkoutKey })
  const second = await opened({ checkoutKey, paymentType: 'full', amount: 4_500 }, first.cookie)
  const third = await opened({ checkoutKey }, first.cookie)

  const all = [first, second, third]
  expect(new Set(all.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(3)
  for (const shown of all) expect((await tryCard(shown, '4242424242424242')).code).toBe(400)
  expect(all.flatMap(chargesOf)).toEqual([])
})

test('a booked page pays with its booking’s payment intent', async () => {
  const checkoutKey = randomUUID()
  const shown = await opened({ checkoutKey })
  const booked = await opened({ checkoutKey, customerInfo: customerInfo() }, shown.cookie)

  expect(booked.bookingReference).toMatch(/^TS-/)
  expect(booked.paymentIntentId).not.toBe(shown.paymentIntentId)
  expect(await tryCard(booked, '4242424242424242')).toMatchObject({ code: 200, status: 'succeeded' })
  expect((await tryCard(shown, '4242424242424242')).code).toBe(400)
})

test.each([
  { news: 'at once', delayMs: 0, atMost: 10 },
  { news: 'after the switch', delayMs: 1_000, atMost: 16 },
])('switching payment options allows no more cards: news comes $news', async ({ news, delayMs, atMost }) => {
  const wish = {
    checkoutKey: randomUUID(),
    customerInfo: customerInfo(`${news.replaceAll(' ', '-')}@example.com`),
  }
  const options = [
    { paymentType: 'deposit', amount: 500 },
    { paymentType: 'full', amount: 4_500 },
  ]
  site.stripe.switches.delayMs = delayMs
  let cookie = ''
  let declined = 0
  let refused = null
  for (let switches = 0; refused === null && switches < 10; switches += 1) {
    const begun = await createPaymentIntent(site.url, { ...wish, ...options[switches % 2] }, { cookie })
    await site.stripe.webhooksSettled()
    if (begun.status !== 200) refused = begun
    cookie ||= begun.cookie ?? ''
    for (let card = 0; card < 4 && refused === null; card += 1) {
      const { code } = await tryCard(begun.body as Opened, '4000000000000002')
      if (code === 402) declined += 1
      if (delayMs === 0) await site.stripe.webhooksSettled()
    }
  }
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('declined too many times') },
  })
  expect(declined).toBeGreaterThanOrEqual(10)
  expect(declined).toBeLessThanOrEqual(atMost)
})
