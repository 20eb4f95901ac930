import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site, startSite } from '#tests/fixtures/site'

// Two weeks before the journey both installments fall due on its eve: every page asks for one sum (rules
// 3.3).

let site: Site
beforeAll(async () => {
  site = await startSite({ CLOCK_START: '2025-10-05T17:00:00Z' })
})
afterAll(() => site.close())

/** What a page says, without its marks. */
async function words(path: string, cookie = ''): Promise<string> {
  const html = await (await fetch(site.url + path, { headers: { Cookie: cookie } })).text()
  const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return body
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('a late booking shows one sum for one due day', async () => {
  const tour = await words('/texascountrysafari')
  expect(tour).toContain('$500 today and $4,000 by Oct 15, 2025.')
  expect(tour).toContain('Both installments: $4,000 for a double room, $6,000 for a single.')
  expect(tour).not.toContain('$2,000')
  const checkout = await words('/checkout?roomType=double')
  expect(checkout).toContain('Then $4,000 by Oct 15, 2025.')
  expect(checkout).toContain('Both installments Due Oct 15, 2025 $4,000')

  const { body, cookie } = await createPaymentIntent(site.url, {
    customerInfo: customerInfo('late@example.com', 'Wanjiru'),
  })
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  const paid = "select link_token from bookings where payment_status = 'deposit_paid'"
  await eventually(() => site.rows(paid).length === 1)
  const token = String(site.rows(paid)[0]?.link_token)

  const intent = `payment_intent=${body.paymentIntentId}`
  for (const path of [
    `/booking-confirmation?booking_id=${body.bookingReference}&${intent}`,
    `/payment-success?${intent}`,
  ])
    expect(await words(path, cookie ?? ''), path).toContain('Both installments Due Oct 15, 2025 $4,000')
  const own = await words(`/booking/${token}`)
  expect(own).toContain('Next: $4,000, due Oct 15, 2025')
  expect(own).toMatch(/Remaining balance \$4,000 Both installments Upcoming Oct 15, 2025 \$4,000/)

  const pay = await words(`/pay/${token}`)
  expect(pay).toContain('Both installments $4,000 Due Oct 15, 2025 Only the first installment $2,000')
  expect(pay).toContain('The rest is due on the same day.')
  expect(pay).toContain('Remaining balance $4,000 Both installments Upcoming Oct 15, 2025 $4,000')
  expect(pay).not.toContain('The whole balance')
  expect(await chosenOn(`/pay/${token}`)).toBe('balance')
  await payOnly(token, 'next')
  const rest = await words(`/pay/${token}`)
  expect(rest).toContain('Final installment, due Oct 15, 2025: $2,000')
  expect(rest).not.toContain('What would you like to pay?')
})

const chosenOn = async (path: string) => {
  const radios = (await (await fetch(site.url + path)).text()).match(/<input type="radio"[^>]*>/g) ?? []
  return /value="(\w+)"/.exec(radios.find((radio) => / checked=""/.test(radio)) ?? '')?.[1]
}

/** Without scripts: by the form, and on Stripe's page. */
async function payOnly(token: string, pays: string) {
  const answer = await fetch(`${site.url}/pay/${token}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ pays, nextCents: '200000', remainingCents: '400000' }),
  })
  expect(answer.status).toBe(303)
  site.stripe.paySession(site.stripe.sessions()[0]?.id ?? '', '4242424242424242')
  await eventually(() => site.rows('select 1 from payments where amount_cents = 200000').length === 1)
}
