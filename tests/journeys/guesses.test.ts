import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'

// Whoever guesses at bookings is told to wait; whoever has a link of their own is not (decision 006).

let site: Site
beforeAll(async () => {
  site = await startSite({ FLY_APP_NAME: 'for-tests' })
})
afterAll(() => site.close())

const get = (path: string, network: string, accept = 'text/html,*/*') =>
  fetch(site.url + path, { headers: { 'Fly-Client-IP': network, Accept: accept }, redirect: 'manual' })

test('thirty guesses are not found, in whatever way they are made, and the next one has to wait', async () => {
  const ways = [
    '/booking/aaaaaaaaaaaaaaaaaaaaaaaa',
    '/booking/aaaaaaaaaaaaaaaaaaaaaaaa.data',
    '/booking/aaaaaaaaaaaaaaaaaaaaaaaa/calendar.ics',
    '/booking/aaaaaaaaaaaaaaaaaaaaaaaa/receipts/1',
    '/pay/aaaaaaaaaaaaaaaaaaaaaaaa',
    '/booking-confirmation?booking_id=TS-AAAAAA',
    '/booking-confirmation.data?booking_id=1',
    '/payment-success?payment_intent=pi_guess',
    '/api/bookings/1',
    '/api/bookings/TS-AAAAAA?payment_intent=pi_guess',
  ]
  for (let guess = 0; guess < 30; guess += 1) {
    const way = ways[guess % ways.length] ?? ''
    expect((await get(way, '10.5.0.1')).status, way).toBe(404)
  }
  const page = await get('/booking/aaaaaaaaaaaaaaaaaaaaaaab', '10.5.0.1')
  expect(page.status).toBe(429)
  expect(page.headers.get('Content-Type')).toContain('text/html')
  expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(500)
  expect(await page.text()).toContain('Too many addresses that we do not know')

  const call = await get('/api/bookings/2', '10.5.0.1', 'application/json')
  expect(call.status).toBe(429)
  expect(await call.json()).toEqual({ message: expect.stringContaining('Please wait 10 minutes') })
  expect((await get('/', '10.5.0.1')).status).toBe(200)
  expect((await get('/booking/aaaaaaaaaaaaaaaaaaaaaaab', '10.5.0.2')).status).toBe(404)
})

test('a traveler opens a link of theirs as often as they like', async () => {
  const { body } = await createPaymentIntent(site.url, {
    customerInfo: customerInfo('w@example.com', 'Wanjiru'),
  })
  const [row] = site.rows<{ link_token: string }>('select link_token from bookings')
  for (let look = 0; look < 40; look += 1)
    expect((await get(`/booking/${row?.link_token}`, '10.5.0.3')).status).toBe(200)
  const confirmation = `/api/bookings/${body.bookingReference}?payment_intent=${body.paymentIntentId}`
  expect((await get(confirmation, '10.5.0.3')).status).toBe(200)
})
