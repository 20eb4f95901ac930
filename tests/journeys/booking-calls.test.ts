import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// GET /api/admin/bookings and the CSV file, as a signed-in program asks for them (rules 7.6).

let site: Site
let cookie = ''
const references: string[] = []

beforeAll(async () => {
  site = await startSite(WAMBUI)
  cookie = await staffCookie(site)
  for (const [number, name] of ['Wanjiru Kamau', '+1-1 Otieno', 'Amina'].entries()) {
    const { body } = await createPaymentIntent(
      site.url,
      { customerInfo: { ...customerInfo(`traveler${number}@example.com`, name), phone: '+1 512 555 0100' } },
      { address: `127.0.0.${number + 2}` },
    )
    references.unshift(String(body.bookingReference))
    if (number < 2) site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  }
  await eventually(
    () => site.rows(`select 1 from bookings where payment_status = 'deposit_paid'`).length === 2,
  )
})
afterAll(() => site.close())

const { get } = visitor(
  () => site,
  () => cookie,
)

type Row = Record<string, unknown>

describe('GET /api/admin/bookings', () => {
  test('asks who is there', async () => {
    const answer = await get('/api/admin/bookings', {})
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ message: 'Please sign in' })
  })

  test('lists all of them, newest first, in whole dollars', async () => {
    const answer = await get('/api/admin/bookings')
    const rows = (await answer.json()) as Row[]
    expect(rows.map(({ bookingReference }) => bookingReference)).toEqual(references)
    expect(rows[1]).toMatchObject({
      customerName: '+1-1 Otieno',
      customerEmail: 'traveler1@example.com',
      customerPhone: '+1 512 555 0100',
      customerAddress: '12 Congress Avenue',
      customerCity: 'Austin',
      customerState: 'Texas',
      customerZipCode: '78701',
      customerCountry: 'United States',
      address: '12 Congress Avenue',
      city: 'Austin',
      state: 'Texas',
      zipCode: '78701',
      numberOfGuests: 1,
      roomType: 'double',
      tourType: 'texas-safari',
      totalAmount: 4500,
      depositAmount: 500,
      remainingAmount: 4000,
      paymentAmount: 500,
      paymentStatus: 'deposit_paid',
      createdAt: expect.stringMatching(/^2025-06-01T/),
    })
    expect(rows[1]?.installments).toMatchObject([
      { number: 1, amount: 2000, dueDate: '2025-08-15', paidAt: null },
      { number: 2, amount: 2000, dueDate: '2025-09-15', paidAt: null },
    ])
    expect(rows[1]?.stripePaymentIntentId).toMatch(/^pi_/)
    expect(rows[0]).toMatchObject({ paymentStatus: 'pending', paymentAmount: 0, remainingAmount: 4500 })
  })

  test('reads like the booking itself', async () => {
    const [, second] = (await (await get('/api/admin/bookings')).json()) as Row[]
    const one = (await (await get(`/api/bookings/${references[1]}`)).json()) as Row
    expect(second).toMatchObject(one)
  })

  test('is walked page by page along the Link header', async () => {
    const seen: unknown[] = []
    let next: string | null = '/api/admin/bookings?limit=1'
    while (next) {
      const answer: Response = await get(next)
      const rows = (await answer.json()) as Row[]
      expect(rows).toHaveLength(1)
      seen.push(rows[0]?.bookingReference)
      const link = /^<(.+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1]
      next = link ? link.replace(site.url, '') : null
    }
    expect(seen).toEqual(references)
  })

  test.each(['?limit=0', '?limit=-1', '?limit=abc', '?after=nonsense', '?after=1.2.3'])(
    'says what is wrong with %s',
    async (query) => {
      const answer = await get(`/api/admin/bookings${query}`)
      expect(answer.status).toBe(400)
      expect(Object.keys((await answer.json()).errors)).toEqual([/[a-z]+/.exec(query)?.[0]])
    },
  )

  test('answers 405 to other methods', async () => {
    const answer = await fetch(`${site.url}/api/admin/bookings`, {
      method: 'POST',
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toBe('GET')
  })
})

describe('GET /admin/bookings.csv', () => {
  test('has a row per booking and no spreadsheet formula', async () => {
    const answer = await get('/admin/bookings.csv')
    expect(answer.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="bookings-2025-06-01.csv"$/,
    )
    const lines = (await answer.text()).trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('Reference,Payment,Status,Name,Email,Phone')
    expect(lines[2]).toContain(`${references[1]},"Deposit paid, $4,000 open",deposit_paid,'+1-1 Otieno`)
    expect(lines[2]).toContain('4500.00,500.00,4000.00,0.00,0.00,0.00')
  })

  test('obeys the filters of the list', async () => {
    const lines = async (query: string) =>
      (await (await get(`/admin/bookings.csv${query}`)).text()).trim().split('\n').length - 1
    expect(await lines('?money=held')).toBe(1)
    expect(await lines('?q=otieno')).toBe(1)
    expect(await lines('?q=nobody')).toBe(0)
  })
})

describe('GET /admin/payments.csv', () => {
  const linesOf = async (query: string) => {
    const answer = await get(`/admin/payments.csv${query}`)
    return { answer, lines: (await answer.text()).trim().split('\n') }
  }

  test('has every movement of the days, oldest first', async () => {
    const { answer, lines } = await linesOf('?from=2025-05-01&to=2025-06-01')
    expect(answer.headers.get('Content-Disposition')).toBe(
      'attachment; filename="payments-2025-05-01-to-2025-06-01.csv"',
    )
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^\uFEFF?Date,Time,Receipt,Reference,Traveler,What,Method,Amount,Paid so far by/)
    const otieno = lines.find((line) => line.includes('Otieno')) ?? ''
    expect(otieno).toMatch(/^2025-06-01,"Jun 1, 2025 \d+:\d\d PM",/)
    expect(otieno).toContain(
      `${references[1]}-1,${references[1]},'+1-1 Otieno,Payment,Card,500.00,500.00,4500.00,pi_`,
    )
    expect(lines[1]).toMatch(/,Stripe,,500\.00,0\.00,,$/)
    expect(lines[2]).toMatch(/,Stripe,,1000\.00,0\.00,,$/)
  })

  test('has its heading alone where no money moved', async () => {
    expect((await linesOf('?from=2025-05-01&to=2025-05-31')).lines).toHaveLength(1)
  })

  test('impossible days are refused on the page asking for them', async () => {
    const { answer } = await linesOf('?from=2025-06-02&to=2025-06-01')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toBe('/admin/payments?from=2025-06-02&to=2025-06-01')
    const page = await (await get('/admin/payments?from=2025-06-02&to=2025-06-01')).text()
    expect(page).toContain('The first day comes after the last one')
  })

  test('the page shows totals and leads to the file', async () => {
    const page = await (await get('/admin/payments?from=2025-05-01&to=2025-06-01')).text()
    expect(page).toContain('$1,000')
    for (const reference of references.slice(1))
      expect(page).toContain(`/admin/bookings/${reference}/receipts/`)
    expect(page).toContain('Sun Jun 1, 2025')
    expect(page).not.toContain('pi_')
    expect(page).toContain('href="/admin/payments.csv?from=2025-05-01&amp;to=2025-06-01"')
    expect(await (await get('/admin/bookings')).text()).toContain('href="/admin/payments"')
    const empty = await (await get('/admin/payments?from=2025-05-01&to=2025-05-31')).text()
    expect(empty).toContain('No money moved on these days')
  })

  test('is written down, with its days', () => {
    const detail = "select detail from audit_log where action = 'payments-exported'"
    expect(site.rows<{ detail: string }>(detail).map((row) => JSON.parse(row.detail))).toContainEqual({
      from: '2025-05-01',
      to: '2025-06-01',
    })
  })
})
