import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site, startSite } from '#tests/fixtures/site'
import { visitor } from '#tests/fixtures/visitor'

// Whoever books through a leader's link, or with their code, is theirs, and takes a seat that was kept for
// them: on Stripe's page without scripts, and by the call. A card on our own page: tests/browser.

const LINK = '/texascountrysafari?departure=2025-10-16&leader=AMANI'
const KEY = 'leader'.padEnd(32, 'x')

let site: Site
beforeAll(async () => {
  site = await startSite()
  const now = Date.parse('2025-06-01T12:00:00Z')
  site.change(
    `insert into leaders (name, email, state, code, page_key, created_at, updated_at)
     values ('Amani Njoroge', 'amani@example.com', 'approved', 'AMANI', ?, ?, ?)`,
    ...[KEY, now, now],
  )
  site.change(
    `insert into leader_terms (leader_id, departure_id, seats, release_on, created_at, updated_at)
     values (1, 1, 2, '2025-07-15', ?, ?)`,
    ...[now, now],
  )
  // All that there are.
  site.change('update departures set seats = 2')
})
afterAll(() => site.close())

const { read, post, send } = visitor(() => site)
const leaderOf = (email: string) =>
  site.rows(
    'select leader_id as leader, payment_status as status from bookings where customer_email = ?',
    email,
  )
const left = async () => /(\d) of 2 seats left/.exec((await read(`/leader/${KEY}`)).html)?.[1]

const order = (name: string, code?: string) => ({
  ...{ customerInfo: customerInfo(`${name}@example.com`, name), departure: '2025-10-16', amount: 500 },
  ...(code && { code }),
})

test('the hosted page sells a seat that is kept for a leader, without scripts', async () => {
  expect((await read('/texascountrysafari')).html).toContain('This departure is sold out')
  expect(await createPaymentIntent(site.url, order('stranger'))).toMatchObject({ status: 409 })
  expect(await left()).toBe('2')

  const page = await read(LINK)
  expect(page.html).not.toContain('This departure is sold out')
  const [, to = ''] = /href="(\/checkout\?roomType=double[^"]*)"/.exec(page.html) ?? []
  const checkout = to.replaceAll('&amp;', '&')
  const { html } = await read(checkout)
  expect(html).toContain('You travel with the group of Amani.')
  const fields: Record<string, string> = {
    ...customerInfo('wanjiru@example.com', 'Wanjiru'),
    ...{ paymentType: 'deposit', travelers: '1', departure: '2025-10-16', code: 'AMANI' },
  }
  // The first post of a browser only mints its key.
  const first = await send(checkout, fields)
  const paying = await post(first.to, fields, first.cookie)
  expect(paying.status, await paying.text()).toBe(303)
  expect(leaderOf('wanjiru@example.com')).toEqual([{ leader: 1, status: 'pending' }])
  expect(await left()).toBe('1')
  site.stripe.paySession(site.stripe.sessions()[0]?.id ?? '', '4242424242424242')
  await eventually(() => leaderOf('wanjiru@example.com')[0]?.status === 'deposit_paid')
  expect(leaderOf('wanjiru@example.com')).toEqual([{ leader: 1, status: 'deposit_paid' }])
  expect(await left()).toBe('1')
})

test('the call sells the last one with the code, and then none', async () => {
  const { status, body } = await createPaymentIntent(site.url, order('barasa', ' amani '), {
    address: '127.0.8.1',
  })
  expect(status).toBe(200)
  expect(leaderOf('barasa@example.com')).toEqual([{ leader: 1, status: 'pending' }])
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  await eventually(() => leaderOf('barasa@example.com')[0]?.status === 'deposit_paid')
  expect(await left()).toBe('0')
  const late = { address: '127.0.8.2' }
  expect(await createPaymentIntent(site.url, order('late', 'AMANI'), late)).toMatchObject({ status: 409 })
  expect(leaderOf('late@example.com')).toEqual([])
  expect((await read(LINK)).html).toContain('This departure is sold out')
})

test('a code that is nobody’s sells nothing, and says so', async () => {
  site.change('update departures set seats = 3')
  const answer = await createPaymentIntent(site.url, order('other', 'AMANII'), { address: '127.0.8.3' })
  expect(answer.status).toBe(400)
  expect(leaderOf('other@example.com')).toEqual([])
})
