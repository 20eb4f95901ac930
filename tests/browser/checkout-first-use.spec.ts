import { fillCard, fillTraveler, payButton, TRAVELER } from './checkout-page'
import { expect, lookingTest, type Page, test } from './site-test'

// The checkout is quick to look at: what paying needs comes with the first use of the form, or when the card
// is near.

const PHONE = { width: 390, height: 844 }

/** What was asked of the site for the card, and of Stripe. */
function askedForTheCard(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/stripe\.js|card-frame|create-payment-intent/.test(request.url())) asked.push(request.url())
  })
  return asked
}

const FIRST_SIGNS: [string, (page: Page) => Promise<unknown>][] = [
  ['a touch', (page) => page.getByRole('heading', { name: 'Checkout' }).click()],
  ['a key', (page) => page.keyboard.press('Tab')],
  ['a scroll', (page) => page.mouse.wheel(0, 40)],
  ['the focus of a field', (page) => page.getByLabel('Full name').evaluate((field) => field.focus())],
]

lookingTest('on a phone the card waits for a first sign of use', async ({ page, context }) => {
  await page.setViewportSize(PHONE)
  const asked = askedForTheCard(page)
  for (const [sign, give] of FIRST_SIGNS)
    await test.step(sign, async () => {
      await page.goto('/checkout', { waitUntil: 'networkidle' })
      expect(asked).toEqual([])
      expect(await context.cookies()).toEqual([])

      await give(page)
      await expect(payButton(page)).toBeEnabled()
      expect(asked).toHaveLength(3)
      expect((await context.cookies()).map(({ name }) => name)).toEqual(['traveler'])
      // The next one comes as somebody new.
      await page.goto('about:blank')
      await context.clearCookies()
      asked.length = 0
    })
})

lookingTest('a card that is near comes by itself, and only the button says the sum', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1_000 })
  await page.goto('/checkout')
  await expect(payButton(page)).toBeEnabled()
  await expect(page.locator('form').getByText('Due today')).toHaveCount(0)
})

lookingTest('nothing moves when the card comes', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.setViewportSize(PHONE)
  await page.goto('/checkout')
  await page.mouse.wheel(0, 40)
  await expect(payButton(page)).toBeEnabled()
  expect(await page.evaluate('window.shifted')).toBeLessThan(0.02)
})

lookingTest('on a phone what is due stays in sight, and hides no field in focus', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/checkout')
  const due = page.getByRole('complementary').locator('summary')
  await page.getByLabel('City').focus()
  await expect(due).toBeInViewport({ ratio: 1 })
  for (const label of ['Address', 'Phone (optional)', 'Email', 'Full name']) {
    const field = page.getByLabel(label, { exact: true })
    await field.focus()
    await expect(field).toBeInViewport({ ratio: 1 })
    const [bar, place] = [await due.boundingBox(), await field.boundingBox()]
    expect(place?.y, label).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
  }
})

lookingTest('typing while scripts start breaks nothing', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (said) => said.type() === 'error' && errors.push(said.text()))
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // As a browser fills a form by itself: one field after the other, from the moment that they are there.
  await page.addInitScript(() => {
    let filled = 0
    const filling = setInterval(() => {
      const fields = document.querySelectorAll<HTMLInputElement>('form input[type=text]')
      const field = fields[filled++ % fields.length]
      if (!field) return
      field.value = `${filled}`
      for (const kind of ['focusin', 'keydown', 'input', 'change', 'focusout'])
        field.dispatchEvent(new Event(kind, { bubbles: true }))
    }, 3)
    addEventListener('load', () => setTimeout(() => clearInterval(filling), 1_500))
  })
  await page.goto('/checkout')
  await expect(payButton(page)).toBeEnabled()
  expect(errors).toEqual([])
})

test('two pages opened before any use pay for two travelers', async ({ page, site }) => {
  const other = await page.context().newPage()
  await page.goto('/checkout')
  await other.goto(`${site.url}/checkout`)
  for (const [tab, name] of [
    [page, 'Wanjiru Kamau'],
    [other, 'Baraka Were'],
  ] as const) {
    await fillTraveler(tab, { 'Full name': name })
    await fillCard(tab, '4242424242424242')
    await payButton(tab).click()
    await expect(tab).toHaveURL(/payment-success/)
  }
  expect(site.rows('select customer_name, payment_status from bookings order by id')).toEqual([
    { customer_name: 'Wanjiru Kamau', payment_status: 'deposit_paid' },
    { customer_name: 'Baraka Were', payment_status: 'deposit_paid' },
  ])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a first post sent twice holds one seat and keeps the form', async ({ page, site }) => {
    await page.goto('/checkout?roomType=single')
    await fillTraveler(page)
    await page.getByRole('button', { name: /^Continue to pay/ }).dblclick()
    await expect(page.getByLabel('Card number')).toBeVisible()
    expect(site.rows('select customer_name, room_type, payment_status from bookings')).toEqual([
      { customer_name: TRAVELER['Full name'], room_type: 'single', payment_status: 'pending' },
    ])
  })
})
