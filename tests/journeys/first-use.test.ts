import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Site, startSite } from '#tests/fixtures/site'

// A checkout that is only looked at makes nothing: its key and the browser's cookie come with the first use.

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

let guests = 0
const someone = () => {
  guests += 1
  return customerInfo(`first${guests}@example.com`, `Guest ${guests}`)
}

const look = (query = '', cookie = '') =>
  fetch(`${site.url}/checkout${query}`, { headers: cookie ? { Cookie: cookie } : {} })

const post = (fields: Record<string, string>, { cookie = '', to = '/checkout?roomType=double' } = {}) =>
  fetch(site.url + to, {
    method: 'POST',
    headers: cookie ? { Cookie: cookie } : {},
    body: new URLSearchParams({ paymentType: 'deposit', ...fields }),
    redirect: 'manual',
  })

const cookieOf = (answer: Response) => answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
const keyIn = (html: string) => /name="checkoutKey" value="([^"]+)"/.exec(html)?.[1]
const bookingsOf = ({ email }: { email: string }) =>
  site.rows('select payment_status from bookings where customer_email = ?', email)

describe('looking', () => {
  test('is the same for all, and leaves neither cookie nor key', async () => {
    const [one, other] = [await look(), await look('?utm_source=mail')]
    for (const answer of [one, other]) {
      expect(answer.headers.get('Set-Cookie')).toBeNull()
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    }
    const html = await one.text()
    expect(html).toBe(await other.text())
    expect(keyIn(html)).toBeUndefined()
  })

  test('shows what the address chooses', async () => {
    const html = (await (await look('?travelers=2&roomType=single&paymentType=full')).text()).replaceAll(
      '<!-- -->',
      '',
    )
    expect(html).toContain('2 × $6,500')
    const two = html.match(/<input[^>]*name="travelers"[^>]*>/g)?.find((card) => card.includes('value="2"'))
    expect(two).toContain('checked=""')
    expect(/<input[^>]*value="full"[^>]*>/.exec(html)?.[0]).toContain('checked=""')
  })

  test('follows a price and the seats at once', async () => {
    await look()
    site.change('update departures set double_price_cents = 470000')
    expect(await (await look()).text()).toContain('$4,700')
    site.change('update departures set double_price_cents = 450000, seats = 0')
    expect(await (await look()).text()).toContain('This departure is sold out')
    site.change('update departures set seats = 20')
    expect(await (await look()).text()).not.toContain('This departure is sold out')
  })

  test('is for the holder of a seat the page with what they typed', async () => {
    const traveler = someone()
    const { cookie } = await createPaymentIntent(
      site.url,
      { customerInfo: traveler },
      { address: '127.0.7.1' },
    )
    const page = await look('', String(cookie))
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    const html = await page.text()
    expect(html).toContain(`value="${traveler.email}"`)
    expect(keyIn(html)).toBeDefined()
    expect(await (await look()).text()).not.toContain(traveler.email)
  })
})

describe('the first post without scripts', () => {
  test('holds nothing until the browser shows its cookie', async () => {
    const traveler = someone()
    const first = await post(traveler)
    expect(first.status).toBe(307)
    expect(bookingsOf(traveler)).toEqual([])

    const to = String(first.headers.get('Location'))
    expect(to).toMatch(/^\/checkout\?roomType=double&key=[\w-]{36}$/)
    const again = await post(traveler, { cookie: cookieOf(first), to })
    expect(again.status).toBe(303)
    expect(bookingsOf(traveler)).toEqual([{ payment_status: 'pending' }])
  })

  test('sent twice by a browser is one booking', async () => {
    const traveler = someone()
    const cookie = cookieOf(await post(traveler))
    const both = await Promise.all([post(traveler, { cookie }), post(traveler, { cookie })])
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect(new Set(both.map(({ headers }) => headers.get('Location'))).size).toBe(1)
    expect(bookingsOf(traveler)).toEqual([{ payment_status: 'pending' }])
  })

  test('goes on in a browser that takes no cookies', async () => {
    const traveler = someone()
    const to = String((await post(traveler)).headers.get('Location'))
    expect((await post(traveler, { to })).status).toBe(303)
    expect(bookingsOf(traveler)).toEqual([{ payment_status: 'pending' }])
  })

  test.each([
    ['a question for the price', { reprice: 'yes', travelers: '2' }, 200],
    ['a form that lacks something', { city: ' ' }, 400],
  ])('%s brings cookie and key', async (_, fields, status) => {
    const answer = await post({ ...someone(), ...fields })
    expect(answer.status).toBe(status)
    expect(cookieOf(answer)).toMatch(/^traveler=/)
    expect(keyIn(await answer.text())).toMatch(/^[\w-]{36}$/)
  })
})
