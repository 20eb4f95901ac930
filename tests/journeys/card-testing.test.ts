import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'

// Decision 017: whoever tries stolen cards has Stripe's publishable key and the secrets that our calls hand out.

let site: Site
beforeAll(async () => {
  site = await startSite()
})
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
  'the intent that shows the card form takes no card from a browser: %s',
  async (card) => {
    const shown = await opened({})
    expect(await tryCard(shown, card)).toMatchObject({
      code: 400,
      message: expect.stringContaining('cannot be confirmed using your publishable key'),
    })
    expect(chargesOf(shown)).toEqual([])
  },
)

test('each switch of the payment option makes a new one, and none of them takes a card', async () => {
  const checkoutKey = randomUUID()
  const first = await opened({ checkoutKey })
  const second = await opened({ checkoutKey, paymentType: 'full', amount: 4_500 }, first.cookie)
  const third = await opened({ checkoutKey }, first.cookie)

  const all = [first, second, third]
  expect(new Set(all.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(3)
  for (const shown of all) expect((await tryCard(shown, '4242424242424242')).code).toBe(400)
  expect(all.flatMap(chargesOf)).toEqual([])
})

test('once a booking stands behind it, the same page pays with an intent of the booking', async () => {
  const checkoutKey = randomUUID()
  const shown = await opened({ checkoutKey })
  const booked = await opened({ checkoutKey, customerInfo: customerInfo() }, shown.cookie)

  expect(booked.bookingReference).toMatch(/^TS-/)
  expect(booked.paymentIntentId).not.toBe(shown.paymentIntentId)
  expect(await tryCard(booked, '4242424242424242')).toMatchObject({ code: 200, status: 'succeeded' })
  expect((await tryCard(shown, '4242424242424242')).code).toBe(400)
})
