import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'

let site: Site
beforeAll(async () => {
  site = await startSite(WAMBUI)
})
afterAll(() => site.close())

const FORM = 'application/x-www-form-urlencoded'

test.each([
  ['/checkout', FORM, 'x[60000000]=1', 400],
  ['/checkout', FORM, 'name[60000000]=1&email[a][b][c]=1', 400],
  ['/checkout', FORM, '__intent__=xx', 400],
  ['/checkout', FORM, '__proto__=1&constructor=2', 400],
  ['/checkout', FORM, '', 400],
  ['/checkout', 'application/json', '{"name":1}', 415],
  ['/checkout', 'text/plain', 'name', 415],
  ['/checkout', 'multipart/form-data', 'broken', 400],
  ['/my-booking', FORM, 'email[60000000]=1', 400],
  ['/my-booking', 'application/json', '{}', 415],
  ['/admin/login', FORM, 'x[60000000]=1', 400],
  ['/admin/login', 'application/json', '{}', 415],
])('%s takes %s “%s” for what it is', async (path, contentType, body, status) => {
  const answer = await fetch(site.url + path, {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body,
  })
  expect(answer.status).toBe(status)
  expect((await answer.text()).length).toBeLessThan(200_000)
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
})

test('a page is not deleted', async () => {
  expect((await fetch(`${site.url}/checkout`, { method: 'DELETE' })).status).toBe(405)
})

test.each([
  ['an object with no words', { name: { toString: 1 } }],
  ['an array', [1, 2]],
  ['a number', 7],
])('customerInfo that is %s is told in JSON', async (_, customerInfo) => {
  const answer = await fetch(`${site.url}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ roomType: 'double', paymentType: 'deposit', amount: 500, customerInfo }),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toHaveProperty('message')
})

test.each([
  ['later/1', 'dueOn=2025-09-01'],
  ['spread?day1=2025-09-01', 'day1=2025-09-01&formKey=a'],
])('a dialog of money without what it had shown (%s) says to reload it', async (dialog, body) => {
  const { body: booked } = await createPaymentIntent(site.url, { customerInfo: customerInfo() })
  site.stripe.payIntent(String(booked.paymentIntentId), '4242424242424242')
  await site.stripe.webhooksSettled()
  const answer = await fetch(`${site.url}/admin/bookings/${booked.bookingReference}/${dialog}`, {
    method: 'POST',
    headers: { 'Content-Type': FORM, Cookie: await staffCookie(site) },
    body,
  })
  expect(answer.status).toBe(400)
  const [, alert = ''] = (await answer.text()).split('role="alert"')
  expect(alert.slice(0, 1_000)).toContain('Please reload the page and try again')
})

test('twenty-five guesses at once are ten guesses', async () => {
  const guess = () =>
    fetch(`${site.url}/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': FORM },
      body: 'username=wambui&password=wrong',
    })
  const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await guess()).status))

  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})
