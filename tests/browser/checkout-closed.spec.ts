import { customerInfo } from '#tests/fixtures/checkout-calls'
import { fillCard, fillTraveler, payButton } from './checkout-page'
import { expect, lookingTest, type Page, test } from './site-test'

const ready = (page: Page) => expect(payButton(page)).toBeEnabled()

test.describe('nothing to be had', () => {
  test('a sold-out departure says so and whom to ask', async ({ page, site }) => {
    site.change('update departures set seats = 0')
    await page.goto('/checkout')
    await expect(page.getByText('This departure is sold out')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      '/contact',
    )
    await expect(page.getByRole('button', { name: /Pay/ })).toHaveCount(0)

    await page.goto('/texascountrysafari')
    await expect(page.getByText(/sold out/i).first()).toBeVisible()
    await expect(page.locator('a[href^="/checkout"]')).toHaveCount(0)

    // What cannot be bought is not in the way of those who would wait.
    const price = page.locator('#pricing').getByText('per person').first()
    await expect(price).toBeHidden()
    await page.getByRole('heading', { name: /^What a seat costs/ }).click()
    await expect(price).toBeVisible()
  })

  test('a departure that sells out while someone types says so and keeps what they typed', async ({
    page,
    site,
  }) => {
    await page.goto('/checkout')
    await fillTraveler(page)
    await fillCard(page, '4242424242424242')
    site.change('update departures set seats = 0')
    await payButton(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This departure is sold out')
    await expect(page.getByLabel('Full name')).not.toHaveValue('')
    expect(site.rows('select id from bookings')).toEqual([])
  })

  test('sales that staff closed say so', async ({ page, site }) => {
    site.change("update departures set sales = 'closed'")
    await page.goto('/checkout?roomType=single')
    await expect(page.getByText('Sales for this departure have closed')).toBeVisible()
    await page.goto('/texascountrysafari')
    await expect(page.locator('a[href^="/checkout"]')).toHaveCount(0)
  })

  test.describe('once the journey has begun, though staff have left sales open', () => {
    test.use({ variables: { CLOCK_START: '2026-11-22T17:00:00Z' } })

    test('page, checkout and calls say that sales have closed', async ({ page, site }) => {
      await page.goto('/checkout')
      await expect(page.getByText('Sales for this departure have closed')).toBeVisible()
      await expect(page.getByText('This trip began on Oct 16, 2025')).toBeVisible()
      await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)

      await page.goto('/texascountrysafari')
      await expect(page.getByText('Sales for this departure have closed')).toBeVisible()
      await expect(page.locator('a[href^="/checkout"]')).toHaveCount(0)
      await expect(page.getByText(/Due \w+ \d+, \d{4}/)).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Ask about the next departure' }).first()).toHaveAttribute(
        'href',
        '/contact',
      )
      await page.getByRole('link', { name: 'Tell me when the next one opens' }).click()
      await expect(page.getByLabel('Email address')).toBeInViewport()

      const refused = { message: 'Sales for this departure have closed' }
      for (const [path, call] of [
        ['create-payment-intent', { roomType: 'double', paymentType: 'deposit', amount: 500 }],
        [
          'create-payment-intent',
          { roomType: 'double', paymentType: 'deposit', amount: 500, customerInfo: customerInfo() },
        ],
        ['calculate-installments', { roomType: 'single' }],
      ] as const) {
        const answer = await page.request.post(`/api/${path}`, { data: call })
        expect([answer.status(), await answer.json()]).toEqual([409, refused])
      }
      expect(site.stripe.paymentIntents()).toEqual([])
    })

    test('a checkout page that was opened before goes no further', async ({ page, site }) => {
      await site.killHard()
      await site.start({ CLOCK_START: '2025-10-15T17:00:00Z' })
      await page.goto('/checkout')
      await ready(page)
      await fillTraveler(page)
      await fillCard(page, '4242424242424242')
      await site.killHard()
      await site.start({ CLOCK_START: '2025-10-16T17:00:00Z' })

      await payButton(page).click()
      await expect(page.getByRole('alert')).toContainText('Sales for this departure have closed')
      expect(site.rows('select id from payments')).toEqual([])
      expect(site.rows('select id from bookings')).toEqual([])
    })
  })

  test('anyone who holds a seat may finish after sales closed', async ({ page, site }) => {
    await page.goto('/checkout')
    await ready(page)
    await fillTraveler(page)
    await fillCard(page, '4000000000000002')
    await payButton(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    site.change("update departures set sales = 'closed'")

    await page.reload()
    await ready(page)
    await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    await expect(page).toHaveURL(/payment-success/)
  })

  lookingTest('a wrong room type is a double', async ({ page }) => {
    await page.goto('/checkout?roomType=<script>alert(1)</script>')
    await expect(page.getByText('Double room').filter({ visible: true }).first()).toBeVisible()
  })
})
