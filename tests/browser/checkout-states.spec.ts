import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { fillCard, fillTraveler, payButton, TRAVELER } from './checkout-page'
import { expect, type Page, test } from './site-test'
import { toast } from './toast'

const ready = (page: Page) => expect(payButton(page)).toBeEnabled()

test('what is missing is told in a toast and under its field, and focus goes there', async ({
  page,
  site,
}) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page, { City: ' ' })
  await fillCard(page, '4242424242424242')
  await payButton(page).click()

  await expect(toast(page, 'Missing Information')).toContainText('Please fill in your city')
  await expect(page.getByLabel('City')).toBeFocused()
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('Please fill in your city')
  expect(site.rows('select id from bookings')).toEqual([])
})

test('an e-mail address that is none is told', async ({ page }) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page, { Email: 'wanjiru' })
  await fillCard(page, '4242424242424242')
  await payButton(page).click()

  await expect(toast(page, 'Invalid Email')).toContainText('Please enter a valid email address')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('leaving or changing a field after all is filled in pays nothing', async ({ page, site }) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  await page.getByLabel('Full name').fill('')
  await page.getByLabel('City').focus()
  await page.getByLabel('Full name').fill('Achieng Otieno')
  await page.getByLabel('City').focus()
  await page.waitForTimeout(1_500)

  await expect(page).toHaveURL(/\/checkout/)
  await expect(toast(page, 'Missing Information')).toHaveCount(0)
  expect(site.rows('select id from bookings')).toEqual([])
})

test('a card that is not complete is told, and nothing is booked', async ({ page, site }) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page)
  await payButton(page).click()

  await expect(toast(page, 'Missing Information')).toContainText('Your card number is incomplete.')
  expect(site.rows('select id from bookings')).toEqual([])
})

test.describe('when payment cannot be set up', () => {
  test('because the first call fails, there is a way to try again', async ({ page, site }) => {
    site.stripe.switches.apiDown = true
    await page.goto('/checkout')
    await expect(page.getByRole('alert')).toContainText('Failed to initialize payment. Please try again.')

    site.stripe.switches.apiDown = false
    await page.getByRole('button', { name: 'Try Again' }).click()
    await ready(page)
  })

  test('because Stripe’s script does not come, its own page takes the payment with all that was typed', async ({
    page,
    site,
  }) => {
    site.stripe.switches.jsDown = true
    await page.goto('/checkout')
    await expect(page.getByRole('alert')).toContainText('Failed to initialize payment. Please try again.')
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    const goOn = page.getByRole('button', { name: /^Continue to pay .* on Stripe’s page$/ })
    await expect(goOn).toContainText('$500')
    await goOn.click()
    await expect(toast(page, 'Missing Information').first()).toContainText('Please fill in your name')
    await expect(page.getByLabel('Full name')).toBeFocused()
    expect(site.rows('select id from bookings')).toEqual([])

    await fillTraveler(page)
    await page.getByLabel('Pay in full').check()
    await expect(goOn).toContainText('$4,500')
    await goOn.click()
    await page.getByRole('link', { name: /Back/ }).click()
    for (const [label, value] of Object.entries(TRAVELER))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    await expect(page.getByLabel('Pay in full')).toBeChecked()
    await expect(goOn).toContainText('$4,500')
    await goOn.click()
    await page.getByLabel('Card number').fill('4242424242424242')
    await page.getByLabel(/Expir/).fill('12 / 34')
    await page.getByLabel('Cardholder name').fill('Wanjiru Kamau')
    await page.getByLabel('Security code').fill('123')
    await page.getByRole('button', { name: /^Pay/ }).click()

    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    expect(site.rows('select customer_name, payment_type, payment_status from bookings')).toEqual([
      { customer_name: 'Wanjiru Kamau', payment_type: 'full', payment_status: 'completed' },
    ])
    expect(site.rows('select amount_cents from payments')).toEqual([{ amount_cents: 450_000 }])
  })

  test('and Stripe’s own page cannot be had either, what was typed stays', async ({ page, site }) => {
    site.stripe.switches.jsDown = true
    await page.goto('/checkout')
    await fillTraveler(page)
    site.stripe.switches.apiDown = true
    const goOn = page.getByRole('button', { name: /^Continue to pay \$500 on Stripe’s page$/ })
    await goOn.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toContainText(
      'Failed to initialize payment. Please try again.',
    )
    await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')

    site.stripe.switches.apiDown = false
    await goOn.click()
    await expect(page.getByLabel('Card number')).toBeVisible()
  })

  test('because Stripe’s script is silent for half a minute, the way out is shown', async ({
    page,
    site,
  }) => {
    await page.route(site.stripe.jsUrl, () => undefined)
    await page.clock.install()
    await page.goto('/checkout')
    await expect(page.getByText('Loading secure payment…')).toBeVisible()
    await page.clock.fastForward(25_000)
    await expect(page.getByText('Loading secure payment…')).toBeVisible()
    await page.clock.fastForward(6_000)
    await expect(page.getByRole('alert')).toContainText('Failed to initialize payment. Please try again.')
    await expect(page.getByRole('button', { name: 'Continue to pay $500 on Stripe’s page' })).toBeEnabled()
  })

  test('a later switch that fails is only logged, and the loading state ends', async ({ page, site }) => {
    await page.goto('/checkout')
    await ready(page)
    site.stripe.switches.apiDown = true
    await page.getByLabel('Pay in full').check()

    await ready(page)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('after the details were given, the traveler stays with all that was typed', async ({ page, site }) => {
    await page.goto('/checkout')
    await ready(page)
    await fillTraveler(page)
    await fillCard(page, '4242424242424242')
    site.stripe.switches.apiDown = true
    await payButton(page).click()

    await expect(page.getByRole('alert')).toContainText('Failed to initialize payment. Please try again.')
    await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
    site.stripe.switches.apiDown = false
    await payButton(page).click()
    await expect(page).toHaveURL(/payment-success/)
  })
})

test('a hold that ended while the page was open is told, and the card is not charged', async ({
  page,
  site,
}) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page)
  await fillCard(page, '4000000000000002')
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await site.killHard()
  await site.start({ CLOCK_START: '2025-06-01T17:45:00Z' })
  await expect
    .poll(() => site.rows('select payment_status from bookings'))
    .toEqual([{ payment_status: 'expired' }])

  await fillCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page).toHaveURL(/payment-success/)
  expect(site.rows('select payment_status from bookings order by id')).toEqual([
    { payment_status: 'expired' },
    { payment_status: 'deposit_paid' },
  ])
})

test('a price that staff raised while the page was open is shown before anything is charged', async ({
  page,
  site,
}) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page)
  await page.getByLabel('Pay in full').check()
  await ready(page)
  await fillCard(page, '4242424242424242')
  site.change('update tours set double_price_cents = 500000')
  await payButton(page).click()

  await expect(page.getByRole('alert')).toContainText('The amount due now is $5,000')
  await expect(page.getByRole('button', { name: 'Pay $5,000' })).toBeEnabled()
  await expect(page.getByText('$4,500')).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
  expect(site.rows('select id from bookings')).toEqual([])

  await page.getByRole('button', { name: 'Pay $5,000' }).click()
  await expect(page).toHaveURL(/payment-success/)
  expect(site.rows('select amount_cents from payments')).toEqual([{ amount_cents: 500_000 }])
})

test('due dates that staff moved while the page was open are shown before anything is charged', async ({
  page,
  site,
}) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  site.change("update tours set first_installment_due_on = '2025-07-15'")
  await payButton(page).click()

  await expect(page.getByRole('alert')).toContainText('due dates have changed')
  await expect(page.getByText('Due Jul 15, 2025')).toBeVisible()
  await payButton(page).click()
  await expect(page).toHaveURL(/payment-success/)
  await expect(page.getByText('Due Jul 15, 2025')).toBeVisible()
})

test.describe('nothing to be had', () => {
  test('a departure that is sold out says so, with somebody to ask', async ({ page, site }) => {
    site.change('update tours set seats = 0')
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
  })

  test('sales that staff closed say so', async ({ page, site }) => {
    site.change('update tours set sales_open = 0')
    await page.goto('/checkout?roomType=single')
    await expect(page.getByText('Sales for this departure have closed')).toBeVisible()
    await page.goto('/texascountrysafari')
    await expect(page.locator('a[href^="/checkout"]')).toHaveCount(0)
  })

  test.describe('once the journey has begun, though staff have left sales open', () => {
    test.use({ variables: { CLOCK_START: '2026-11-22T17:00:00Z' } })

    test('page, checkout and calls say so, and lead to what is next', async ({ page, site }) => {
      await page.goto('/checkout')
      await expect(page.getByText('Sales for this departure have closed')).toBeVisible()
      await expect(page.getByText('The journey began on Oct 16, 2025')).toBeVisible()
      await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)

      await page.goto('/texascountrysafari')
      await expect(page.getByText('Sales for this departure have closed')).toBeVisible()
      await expect(page.locator('a[href^="/checkout"]')).toHaveCount(0)
      await expect(page.getByText(/Due \w+ \d+, \d{4}/)).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Ask about the next departure' }).first()).toHaveAttribute(
        'href',
        '/contact',
      )
      await page.getByRole('link', { name: 'Hear of the next departure' }).click()
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

  test('whoever holds a seat may finish, though sales were closed meanwhile', async ({ page, site }) => {
    await page.goto('/checkout')
    await ready(page)
    await fillTraveler(page)
    await fillCard(page, '4000000000000002')
    await payButton(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    site.change('update tours set sales_open = 0')

    await page.reload()
    await ready(page)
    await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    await expect(page).toHaveURL(/payment-success/)
  })

  test('a wrong room type is a double', async ({ page }) => {
    await page.goto('/checkout?roomType=<script>alert(1)</script>')
    await expect(page.getByText('Double room').first()).toBeVisible()
  })
})

test.describe('the confirmation', () => {
  for (const [address, words] of [
    ['/booking-confirmation', 'Invalid booking confirmation'],
    ['/booking-confirmation?booking_id=TS-ZZZZZZ', 'Booking not found'],
    ['/payment-success?roomType=double&paymentType=deposit', 'Invalid booking confirmation'],
    ['/payment-success?payment_intent=pi_made_up', 'Invalid booking confirmation'],
  ])
    test(`at ${address} says “${words}”`, async ({ page }) => {
      await page.goto(String(address))
      await expect(page.getByRole('heading', { name: 'Booking Error' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText(String(words))
      await page.getByRole('link', { name: 'Return to Safari Page' }).click()
      await expect(page).toHaveURL(/\/texascountrysafari$/)
    })

  test('claims nothing while Stripe does not answer', async ({ page, site }) => {
    site.stripe.switches.lost = true
    const { body } = await createPaymentIntent(site.url, { customerInfo: customerInfo() })
    const intent = String(body.paymentIntentId)
    site.stripe.payIntent(intent, '4242424242424242')

    site.stripe.switches.apiDown = true
    await page.goto(`/payment-success?payment_intent=${intent}`)
    await expect(page.getByRole('heading', { name: 'We are confirming your payment' })).toBeVisible()
    site.stripe.switches.apiDown = false
    await page.getByRole('link', { name: 'Check again' }).click()
    await expect(page.getByRole('heading', { name: 'Your place is booked' })).toBeVisible()
  })
})

test.describe('error screens', () => {
  for (const scripts of [true, false])
    test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled: scripts })

      test('an unknown path leads home and to the tour', async ({ page }) => {
        const answer = await page.goto('/nowhere/at/all')
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
        await expect(page.getByRole('link', { name: 'View Texas Safari' })).toHaveAttribute(
          'href',
          '/texascountrysafari',
        )
        await page.getByRole('link', { name: 'Return Home' }).click()
        await expect(page).toHaveURL(/\/$/)
      })

      test('a page that breaks says so and can be tried again', async ({ page, site }) => {
        site.change('alter table tours rename to tours_away')
        const answer = await page.goto('/checkout')
        expect(answer?.status()).toBe(500)
        await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
        await expect(
          page.getByText('We apologize for the inconvenience. Please try refreshing the page.'),
        ).toBeVisible()

        site.change('alter table tours_away rename to tours')
        await page.getByText('Refresh Page').click()
        await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
      })
    })
})
