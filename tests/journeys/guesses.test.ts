import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booked } from '#tests/fixtures/booked'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'

// A network that guesses at bookings has to wait; a guest with a link of their own does not (decision 006).

let site: Site
beforeAll(async () => {
  site = await startSite({ FLY_APP_NAME: 'for-tests' })
})
afterAll(() => site.close())

const get = (path: string, network: string, accept = 'text/html,*/*') =>
  fetch(site.url + path, { headers: { 'Fly-Client-IP': network, Accept: accept }, redirect: 'manual' })

test('after thirty wrong guesses the next one must wait', async () => {
  const ways = [
    '/booking/aaaaaaaaaaaaaaaaaaaaaaaa',
    '/booking/aaaaaaaaaaaaaaaaaaaaaaaa.data',
    '/booking/aaaaaaaaaaaaaaaaaaaaaaaa/calendar.ics',
    '/booking/aaaaaaaaaaaaaaaaaaaaaaaa/receipts/1',
    '/pay/aaaaaaaaaaaaaaaaaaaaaaaa',
    '/traveler/aaaaaaaaaaaaaaaaaaaaaaaa',
    '/booking/aaaaaaaaaaaaaaaaaaaaaaaa/travelers/1',
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
  expect(await page.text()).toContain('Too many wrong links')

  const call = await get('/api/bookings/2', '10.5.0.1', 'application/json')
  expect(call.status).toBe(429)
  expect(await call.json()).toEqual({ message: expect.stringContaining('Please wait 10 minutes') })
  expect((await get('/', '10.5.0.1')).status).toBe(200)
  expect((await get('/booking/aaaaaaaaaaaaaaaaaaaaaaab', '10.5.0.2')).status).toBe(404)
})

test('another site’s page cannot shut a visitor out of their links', async () => {
  const mine = await booked(site)
  // Node's fetch says its own mode.
  const fetched = (path: string, kind: string, more: Record<string, string> = {}) =>
    rawStatus(path, '', {
      'Fly-Client-IP': '10.5.0.6',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'no-cors',
      'Sec-Fetch-Dest': kind,
      ...more,
    })
  const frame = { 'Sec-Fetch-Mode': 'navigate' }
  const ahead = { ...frame, 'Sec-Purpose': 'prefetch' }
  for (let guess = 0; guess < 12; guess += 1)
    for (const path of [`/booking/${guess}`, `/pay/${guess}.data`, `/departures/confirm/${guess}`]) {
      expect(await fetched(path, 'image'), path).toBe(403)
      expect(await fetched(path, 'iframe', frame), path).toBe(403)
      expect(await fetched(path, 'document', ahead), path).toBe(403)
    }
  expect(await fetched(`/booking/${mine.token}`, 'image')).toBe(403)
  // A link in a letter that is read in the browser.
  expect(await fetched(`/booking/${mine.token}`, 'document', frame)).toBe(200)
  expect(await fetched('/booking/guess', 'document', frame)).toBe(404)
})

test('a traveler opens their own link without limit', async () => {
  const { body } = await createPaymentIntent(site.url, {
    customerInfo: customerInfo('w@example.com', 'Wanjiru'),
  })
  const [row] = site.rows<{ link_token: string }>('select link_token from bookings')
  for (let look = 0; look < 40; look += 1)
    expect((await get(`/booking/${row?.link_token}`, '10.5.0.3')).status).toBe(200)
  const confirmation = `/api/bookings/${body.bookingReference}?payment_intent_client_secret=${body.clientSecret}`
  expect((await get(confirmation, '10.5.0.3')).status).toBe(200)
})

test('an opened link opens again while others guess', async () => {
  const mine = await booked(site)
  const others = await booked(site)
  const own = `/booking/${mine.token}`
  const cookie = (await get(own, '10.5.0.5')).headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const again = (path: string, cookies = cookie) =>
    fetch(site.url + path, {
      headers: { 'Fly-Client-IP': '10.5.0.4', Accept: 'text/html,*/*', Cookie: cookies },
      redirect: 'manual',
    })
  for (let guess = 0; guess < 30; guess += 1) await get(`/booking/${'b'.repeat(24)}`, '10.5.0.4')

  for (const path of [own, `${own}.data`, `${own}/calendar.ics`, `/pay/${mine.token}`])
    expect((await again(path)).status, path).toBe(200)
  for (const path of [
    `/booking/${others.token}`,
    `/pay/${others.token}`,
    `/booking/${'b'.repeat(24)}`,
    `/booking/${mine.token}/calendar.ics%2f..%2f..%2f..%2f${others.token}`,
    '/api/bookings/1',
  ])
    expect((await again(path)).status, path).toBe(429)
  // As fetch would shorten it: the dots are sent as they stand.
  expect(await rawStatus(`/booking/${mine.token}/../${others.token}`, cookie)).toBe(429)
  expect((await again(own, '')).status).toBe(429)
  expect((await again(own, `${cookie.slice(0, -8)}AAAAAAAA`)).status).toBe(429)
})

const rawStatus = (path: string, cookie: string, more: Record<string, string> = {}) =>
  new Promise((resolve, reject) => {
    const headers = { 'Fly-Client-IP': '10.5.0.4', Cookie: cookie, ...more }
    const { hostname, port } = new URL(site.url)
    request({ hostname, port, path, headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end()
  })
