import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { callJson } from '#tests/fixtures/json-call'
import { eventually, type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

// The calls and pages of a booking for several travelers: each sum is that of all of them.

let site: Site
beforeAll(async () => {
  site = await startSite(WAMBUI)
})
afterAll(() => site.close())

const calculate = (call: object) => callJson(site.url, 'POST', '/api/calculate-installments', call)

let guests = 0
function begin(call: Parameters<typeof createPaymentIntent>[1]) {
  guests += 1
  const from = { address: `127.0.4.${guests}` }
  return createPaymentIntent(
    site.url,
    { customerInfo: customerInfo(`party${guests}@example.com`), ...call },
    from,
  )
}

describe('a plan for several', () => {
  test('has every amount as many times', async () => {
    expect(await calculate({ roomType: 'single', numberOfGuests: 3 })).toMatchObject({
      status: 200,
      body: {
        numberOfGuests: 3,
        pricePerTraveler: 6_500,
        totalAmount: 19_500,
        depositAmount: 1_500,
        installmentAmount: 9_000,
        remaining: 18_000,
      },
    })
  })

  test('of one is word for word as without', async () => {
    const { body } = await calculate({ roomType: 'double' })
    expect((await calculate({ roomType: 'double', numberOfGuests: 1 })).body).toEqual(body)
    expect(Object.keys(body as object)).toEqual([
      'totalAmount',
      'depositAmount',
      'installmentAmount',
      'remaining',
      'installments',
      'refundTerms',
      'refundDates',
      'refundSteps',
      'nothingRefundableFrom',
    ])
  })

  test.each([0, 7, 1.5, -1, '2', null])('of %s travelers is refused', async (numberOfGuests) => {
    expect(await calculate({ numberOfGuests })).toMatchObject({
      status: 400,
      body: { errors: { numberOfGuests: [expect.any(String)] } },
    })
    expect((await begin({ numberOfGuests })).status).toBe(400)
  })
})

test('the amount of one is refused for two', async () => {
  const { status, body } = await begin({ numberOfGuests: 2, amount: 500 })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    message: 'The amount due now is $1,000',
    terms: { numberOfGuests: 2, pricePerTraveler: 4_500, totalAmount: 9_000 },
  })
})

test('a booking for two says so wherever it is read', async () => {
  const { status, body, cookie } = await begin({ numberOfGuests: 2, amount: 1_000 })
  expect({ status, amount: body.amount }).toEqual({ status: 200, amount: 1_000 })
  const reference = String(body.bookingReference)
  expect(site.stripe.paymentIntents().at(-1)?.description).toMatch(
    /double room, 2 travelers: \$1,000 deposit \(2 × \$500\)$/,
  )
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  await eventually(
    () => site.rows("select id from bookings where payment_status = 'deposit_paid'").length === 1,
  )

  const own = await fetch(`${site.url}/api/bookings/${reference}`, { headers: { Cookie: cookie ?? '' } })
  expect(await own.json()).toMatchObject({ numberOfGuests: 2, totalAmount: 9_000, remainingAmount: 8_000 })
  const admin = { headers: { Cookie: await staffCookie(site) } }
  const listed = await (await fetch(`${site.url}/api/admin/bookings`, admin)).json()
  expect(JSON.stringify(listed)).toContain('"numberOfGuests":2')

  const [{ token } = { token: '' }] = site.rows<{ token: string }>('select link_token as token from bookings')
  for (const page of [`/booking/${token}`, `/pay/${token}`]) {
    const html = await (await fetch(site.url + page)).text()
    expect(html).toContain('2 × $4,500')
    expect(html.toLowerCase()).toContain('double room, 2 travelers')
  }
})
