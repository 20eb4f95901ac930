import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerInfo } from '#tests/fixtures/checkout-calls'
import { callJson } from '#tests/fixtures/json-call'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// GET /api/admin/analytics, from a page view that a browser reports to the figures that staff read.

let site: Site
let cookie: string
beforeAll(async () => {
  site = await startSite({
    ...WAMBUI,
    FLY_APP_NAME: 'for-tests',
  })
  cookie = await staffCookie(site)
})
afterAll(() => site.close())

const figures = (query = '', method = 'GET') =>
  callJson(site.url, method, `/api/admin/analytics${query}`, undefined, { Cookie: cookie })

const view = (path: string, address: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/api/page-view`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Fly-Client-IP': address,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
      ...headers,
    },
    body: JSON.stringify({ path, referrer: 'https://www.google.com/' }),
  })

test('an empty site answers zeros and an unknown cost', async () => {
  expect(await figures()).toMatchObject({
    status: 200,
    body: {
      stats: { totalContacts: 0, totalBookings: 0, totalNewsletterSubscribers: 0 },
      overview: {
        totalPageViews: 0,
        weeklyGrowth: 0,
        totalVisitors: 0,
        todayVisitors: 0,
        conversionRate: 0,
        totalRevenue: 0,
      },
      topPages: [],
      trafficSources: [],
      geographicData: [],
      businessMetrics: {
        averageBookingValue: 0,
        customerAcquisitionCost: null,
        lifetimeValue: 0,
        emailSignupRate: 0,
      },
      recentActivity: [],
    },
  })
})

test('views are counted by page, source and country', async () => {
  await view('/gallery', '41.90.1.1')
  await view('/gallery', '8.8.8.8')
  await view('/contact', '8.8.8.8')
  await view('/contact', '8.8.4.4', { Cookie: cookie })
  await view('/contact', '8.8.4.4', { 'User-Agent': 'Googlebot/2.1' })

  const { body } = await figures()
  expect(body).toMatchObject({
    overview: { totalPageViews: 3, weeklyGrowth: null, totalVisitors: 2, todayVisitors: 2 },
    topPages: [
      { path: '/gallery', percentage: 66.7, views: 2 },
      { path: '/contact', percentage: 33.3, views: 1 },
    ],
    trafficSources: [{ source: 'www.google.com', percentage: 100, visits: 2 }],
    geographicData: [
      { country: 'Kenya', percentage: 50, visitors: 1 },
      { country: 'United States', percentage: 50, visitors: 1 },
    ],
    recentActivity: [
      { type: 'visitor', description: '/contact viewed from United States', value: null },
      { type: 'visitor' },
      { type: 'visitor' },
    ],
  })
  expect(
    site
      .rows('select * from page_views')
      .map((row) => JSON.stringify(row))
      .join(),
  ).not.toMatch(/8\.8\.8|41\.90/)
})

test('money is in dollars', async () => {
  site.change(
    `insert into payments (kind, amount_cents, created_at) values ('payment', 50050, ${Date.parse('2025-06-01T17:00:00Z')})`,
  )
  expect((await figures()).body).toMatchObject({ overview: { totalRevenue: 500.5 } })
})

test('another range is asked for as on the screen', async () => {
  expect((await figures('?from=2025-05-01&to=2025-05-31')).body).toMatchObject({
    overview: { totalPageViews: 0, todayVisitors: 2, totalRevenue: 0 },
  })
  expect(await figures('?days=12')).toMatchObject({
    status: 400,
    body: { message: 'Choose 7, 30, 90 or 365 days' },
  })
})

test('it is only read, and only by staff', async () => {
  expect((await figures('', 'POST')).status).toBe(405)
  expect((await callJson(site.url, 'GET', '/api/admin/analytics')).status).toBe(401)
})

describe('a guest who holds seats', () => {
  const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
  const { post, read } = visitor(() => site)

  /** Opens the checkout without scripts, and sends it so often, as from a network address of their own. */
  async function hold(email: string, times: number, headers: Record<string, string>) {
    const as = (cookie: string) => ({
      ...{ 'Fly-Client-IP': '24.48.9.9', 'User-Agent': SAFARI },
      ...headers,
      Cookie: [headers.Cookie, cookie].filter(Boolean).join('; '),
    })
    const path = '/checkout?roomType=double'
    const opened = await post(path, { reprice: 'yes' }, as(''))
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const field = (name: string, html: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)
    const html = await opened.text()
    const hidden = ['checkoutKey', 'shown'].map((name) => [name, field(name, html)?.[1] ?? ''])
    const fields = { ...customerInfo(email), ...Object.fromEntries(hidden), paymentType: 'deposit' }
    for (let sent = 0; sent < times; sent += 1)
      expect((await post(path, fields, as(cookie))).status).toBe(303)
    return site.rows('select source from bookings where customer_email = ?', email)
  }

  test('keeps where they came from, and counts once; staff and who is not counted do not', async () => {
    const from = { 'User-Agent': SAFARI }
    await view('/texascountrysafari', '24.48.9.9', from)
    await view('/checkout', '24.48.9.9', from)

    expect(await hold('counted@example.com', 2, {})).toEqual([{ source: 'www.google.com' }])
    expect(await hold('private@example.com', 1, { 'Sec-GPC': '1' })).toEqual([{ source: '' }])
    expect(await hold('staff@example.com', 1, { Cookie: cookie })).toEqual([{ source: null }])

    const { html } = await read('/admin/analytics', cookie)
    const [, table = ''] = /The way to a booking<\/h2>(.*?)<\/table>/s.exec(html) ?? []
    const cells = [...table.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)]
    expect(cells.map(([, cell = '']) => cell.replace(/<[^>]*>/g, ''))).toEqual([
      ...['Step', 'Of the step before', 'How many'],
      ...['Opened a journey’s page', '–', '1'],
      ...['Opened the checkout', '100.0%', '1'],
      ...['Held seats', 'No data', '2'],
      ...['Paid', '0.0%', '0'],
    ])
  })
})
