import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'
import { visitor } from '#tests/fixtures/visitor'

// Staff change the price or the due dates while a traveler is at checkout: what is shown, charged and written
// agree.

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
afterEach(() =>
  site.change(
    "update departures set double_price_cents = 450000, deposit_cents = 50000, first_installment_due_on = '2025-08-15'",
  ),
)

let guests = 0
const someone = () => {
  guests += 1
  return customerInfo(`terms${guests}@example.com`, `Guest ${guests}`)
}

const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

/** A browser's first use of the form, which brings it a cookie and the page a key: it asks for the price. */
async function openCheckout(cookie = '') {
  const page = await postCheckout(cookie, { reprice: 'yes' })
  const html = (await page.text()).replaceAll('<!-- -->', '')
  return {
    html,
    cookie: page.headers.get('Set-Cookie')?.split(';')[0] ?? cookie,
    hidden: { checkoutKey: field(html, 'checkoutKey'), shown: field(html, 'shown') },
  }
}

const { post } = visitor(() => site)
const postCheckout = (cookie: string, fields: Record<string, string>) =>
  post('/checkout?roomType=double', fields, cookie)

const bookingOf = (email: string) =>
  site.rows('select total_cents, payment_status from bookings where customer_email = ?', email)

const termsOf = (email: string) =>
  site.rows<{ refund_terms: string }>('select refund_terms from bookings where customer_email = ?', email)[0]
    ?.refund_terms

test('without scripts, a changed price is shown before any hold', async () => {
  const traveler = someone()
  const { cookie, hidden } = await openCheckout()
  site.change('update departures set double_price_cents = 510000')

  const answer = await postCheckout(cookie, { ...traveler, ...hidden, paymentType: 'full' })
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  expect(answer.status).toBe(409)
  expect(html).toContain(
    'The price, the due dates or the terms of this departure have changed since this page was opened.',
  )
  expect(html).toContain('$5,100')
  expect(html).not.toContain('$4,500')
  expect(html).toContain(`value="${traveler.email}"`)
  expect(bookingOf(traveler.email)).toEqual([])

  const fields = { ...traveler, paymentType: 'full' }
  const again = await postCheckout(cookie, { ...fields, ...hidden, shown: field(html, 'shown') })
  expect(again.status).toBe(303)
  expect(bookingOf(traveler.email)).toEqual([{ total_cents: 510_000, payment_status: 'pending' }])
})

test('without scripts, the chosen payment option survives a refusal', async () => {
  const { cookie, hidden } = await openCheckout()
  const fields = { ...someone(), city: ' ', ...hidden, paymentType: 'full' }
  const html = await (await postCheckout(cookie, fields)).text()
  expect(/<input[^>]*value="full"[^>]*>/.exec(html)?.[0]).toContain('checked=""')
})

test('a held seat is sold at its own price', async () => {
  const traveler = someone()
  const from = { address: '127.0.6.1', cookie: (await openCheckout()).cookie }
  await createPaymentIntent(site.url, { customerInfo: traveler }, from)
  site.change("update departures set double_price_cents = 500000, first_installment_due_on = '2025-07-15'")

  const { html } = await openCheckout(from.cookie)
  expect(html).toContain('$4,500')
  expect(html).toContain('Aug 15, 2025')
  // The prices of larger parties, which scripts show, are today's.
  expect(html.split('__remixContext')[0]).not.toContain('$5,000')
  const call = { paymentType: 'full', customerInfo: traveler }
  expect(await createPaymentIntent(site.url, { ...call, amount: 4_500 }, from)).toMatchObject({
    status: 200,
    body: { amount: 4_500 },
  })
  expect(await createPaymentIntent(site.url, { ...call, amount: 5_000 }, from)).toMatchObject({
    status: 400,
    body: { errors: { amount: ['The amount due now is $4,500'] } },
  })
})

test('a call with outdated terms is told today’s terms', async () => {
  const { hidden } = await openCheckout()
  site.change("update departures set double_price_cents = 500000, first_installment_due_on = '2025-07-15'")
  const call = { customerInfo: someone(), ...hidden }
  expect(await createPaymentIntent(site.url, call, { address: '127.0.6.2' })).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining('have changed'),
      terms: { totalAmount: 5_000, installments: [{ dueDate: '2025-07-15', amount: 2_250 }, { number: 2 }] },
    },
  })
})

test('the refund sentence names the deposit of the day', async () => {
  const before = await openCheckout()
  site.change('update departures set deposit_cents = 75000')
  const sentence = (deposit: string) =>
    `Fully refundable for 30 days after booking; after that the ${deposit} deposit is non-refundable. From September 16, 2025 (30 days before departure) nothing is refundable.`

  for (const path of ['/texascountrysafari', '/checkout']) {
    const html = await (await fetch(site.url + path)).text()
    expect(html).toContain(sentence('$750'))
    expect(html).not.toContain(sentence('$500'))
  }

  const traveler = someone()
  const typed = { ...traveler, paymentType: 'full' }
  const refused = await postCheckout(before.cookie, { ...typed, ...before.hidden })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toContain(sentence('$750'))

  const shown = field(html, 'shown')
  expect((await postCheckout(before.cookie, { ...typed, ...before.hidden, shown })).status).toBe(303)
  expect(termsOf(traveler.email)).toContain(sentence('$750'))
})

test('a held seat keeps its deposit in the refund sentence', async () => {
  const traveler = someone()
  const from = { address: '127.0.6.3', cookie: (await openCheckout()).cookie }
  await createPaymentIntent(site.url, { customerInfo: traveler }, from)
  site.change('update departures set deposit_cents = 75000')
  expect((await openCheckout(from.cookie)).html).toContain('the $500 deposit is non-refundable')

  await createPaymentIntent(site.url, { customerInfo: traveler }, from)
  expect(termsOf(traveler.email)).toContain('$500')
  const single = { roomType: 'single', amount: 750, customerInfo: traveler }
  expect(await createPaymentIntent(site.url, single, from)).toMatchObject({ status: 200 })
  expect(termsOf(traveler.email)).toContain('$750')
})
