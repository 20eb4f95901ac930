import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { returnQuery } from '#tests/fixtures/return-query'
import type { Site } from '#tests/fixtures/site'
import { staffCookie } from '#tests/fixtures/staff-cookie'
import { dueToday, fillCard, fillTraveler, partyCard, payButton, summaryOf, TRAVELER } from './checkout-page'
import { expect, lookingTest, type Page, test } from './site-test'
import { toast } from './toast'

const ready = (page: Page) => expect(payButton(page)).toBeEnabled()

test('leaving a field pays nothing, and what is missing or wrong is told where it is', async ({
  page,
  site,
}) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  await test.step('leaving or changing a filled field pays nothing', async () => {
    await page.getByLabel('Full name').fill('')
    await page.getByLabel('City').focus()
    await page.getByLabel('Full name').fill('Achieng Otieno')
    await page.getByLabel('City').focus()
    await page.waitForTimeout(1_500)

    await expect(page).toHaveURL(/\/checkout/)
    await expect(toast(page, 'Missing Information')).toHaveCount(0)
    expect(site.rows('select id from bookings')).toEqual([])
  })
  await test.step('missing details raise a toast and focus their field', async () => {
    await fillTraveler(page, { City: ' ' })
    await payButton(page).click()
    await expect(toast(page, 'Missing Information')).toContainText('Please fill in your city')
    await expect(page.getByLabel('City')).toBeFocused()
    await expect(page.getByLabel('City')).toHaveAccessibleDescription('Please fill in your city')
    expect(site.rows('select id from bookings')).toEqual([])
  })
  await test.step('a state is chosen in the United States, and typed elsewhere', async () => {
    const state = page.getByLabel('State', { exact: true })
    await page.getByLabel('Country').selectOption('Kenya')
    await expect(state).toHaveAttribute('type', 'text')
    await state.fill('Nairobi County')
    await expect(state).toHaveAttribute('autocomplete', 'address-level1')
    await page.getByLabel('Country').selectOption('United States')
    await expect(state).toHaveValue('')
  })
  await test.step('on a phone the longest state and its ZIP code share a line', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const state = page.getByLabel('State', { exact: true })
    const room = await state.evaluate((select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      pen.font = font
      const longest = Math.max(...[...select.options].map(({ text }) => pen.measureText(text).width))
      return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - longest
    })
    expect(room).toBeGreaterThanOrEqual(0)
    const places = await Promise.all([state, page.getByLabel('ZIP code')].map((one) => one.boundingBox()))
    expect(places[0]?.y).toBe(places[1]?.y)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('an e-mail address that is none is told', async () => {
    await fillTraveler(page, { Email: 'wanjiru' })
    await payButton(page).click()
    await expect(toast(page, 'Invalid Email')).toContainText('Please enter a valid email address')
    await expect(page.getByLabel('Email')).toBeFocused()
  })
  await test.step('an incomplete card is refused before anything is booked', async () => {
    await page.goto('/checkout')
    await ready(page)
    await fillTraveler(page)
    await payButton(page).click()
    await expect(toast(page, 'Missing Information')).toContainText('Your card number is incomplete.')
    expect(site.rows('select id from bookings')).toEqual([])
  })
})

test.describe('when payment cannot be set up', () => {
  test('because Stripe does not answer, nothing typed is lost and another try is offered', async ({
    page,
    site,
  }) => {
    await test.step('because the first call fails, another try is offered', async () => {
      site.stripe.switches.apiDown = true
      await page.goto('/checkout')
      await expect(page.getByRole('alert')).toContainText('Failed to initialize payment. Please try again.')

      site.stripe.switches.apiDown = false
      await page.getByRole('button', { name: 'Try Again' }).click()
      await ready(page)
    })

    await test.step('a later switch that fails shows no error', async () => {
      await page.goto('/checkout')
      await ready(page)
      site.stripe.switches.apiDown = true
      await page.getByLabel('Pay in full').check()

      await ready(page)
      await expect(page.getByRole('alert')).toHaveCount(0)
    })

    await test.step('after the details were given, what was typed stays', async () => {
      site.stripe.switches.apiDown = false
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

  test('because Stripe’s script fails, its own page takes the payment', async ({ page, site }) => {
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

  test('and Stripe’s page fails too, what was typed stays', async ({ page, site }) => {
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

  test('because Stripe’s script stays silent, the way out is shown', async ({ page, site }) => {
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
})

test('a hold that ended in the meantime charges no card', async ({ page, site }) => {
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

test('a raised price is shown before anything is charged', async ({ page, site }) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page)
  await page.getByLabel('Pay in full').check()
  await ready(page)
  await fillCard(page, '4242424242424242')
  site.change('update departures set double_price_cents = 500000')
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

test('moved due dates, and from how many it runs, are shown before anything is charged', async ({
  page,
  site,
}) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  await expect(page.getByText('This departure needs at least')).toHaveCount(0)
  site.change(
    "update departures set first_installment_due_on = '2025-07-15', minimum_travelers = 8, decide_on = '2025-07-10'",
  )
  await payButton(page).click()

  await expect(page.getByRole('alert')).toContainText('the terms of this departure have changed')
  await expect(page.getByText('If it does not run')).toBeVisible()
  await expect(page.getByText('Due Jul 15, 2025').filter({ visible: true })).toHaveCount(1)
  await payButton(page).click()
  await expect(page).toHaveURL(/payment-success/)
  // The address changes a moment before the page.
  await expect(page.getByRole('heading', { name: 'Your seat is booked' })).toBeVisible()
  await expect(page.getByText('Due Jul 15, 2025')).toBeVisible()
})

test('changed terms are read again before anything is charged', async ({ page, site }) => {
  await page.goto('/checkout')
  await ready(page)
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  site.change(
    `insert into page_words (page, words, updated_at) values ('terms', '{"text":"We drive to the lakes."}', 1)`,
  )
  await payButton(page).click()

  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Please read our terms again')
  await expect(notice.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms')
  await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
  expect(site.rows('select id from bookings')).toEqual([])
  await payButton(page).click()
  await expect(page).toHaveURL(/payment-success/)
  expect(
    site.rows('select text from legal_versions join bookings on terms_version_id = legal_versions.id'),
  ).toEqual([{ text: 'We drive to the lakes.' }])
})

test.describe('the confirmation', () => {
  lookingTest('without a payment says what is wrong', async ({ page }) => {
    for (const [address, words] of [
      ['/booking-confirmation', 'Invalid booking confirmation'],
      ['/booking-confirmation?booking_id=TS-ZZZZZZ', 'Booking not found'],
      ['/payment-success?roomType=double&paymentType=deposit', 'Invalid booking confirmation'],
      ['/payment-success?payment_intent=pi_made_up', 'Invalid booking confirmation'],
    ] as const)
      await test.step(address, async () => {
        await page.goto(address)
        await expect(page.getByRole('heading', { name: 'Booking Error' })).toBeVisible()
        await expect(page.getByRole('alert')).toContainText(words)
        await page.getByRole('link', { name: 'Return to Safari Page' }).click()
        await expect(page).toHaveURL(/\/texascountrysafari$/)
      })
  })

  test('claims nothing while Stripe does not answer', async ({ page, site }) => {
    site.stripe.switches.lost = true
    const { body } = await createPaymentIntent(site.url, { customerInfo: customerInfo() })
    const intent = String(body.paymentIntentId)
    site.stripe.payIntent(intent, '4242424242424242')

    site.stripe.switches.apiDown = true
    await page.goto(`/payment-success?${returnQuery(site, intent)}`)
    await expect(page.getByRole('heading', { name: 'We are confirming your payment' })).toBeVisible()
    site.stripe.switches.apiDown = false
    await page.getByRole('link', { name: 'Check again' }).click()
    await expect(page.getByRole('heading', { name: 'Your seat is booked' })).toBeVisible()
  })
})

test.describe('error screens', () => {
  for (const scripts of [true, false])
    test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled: scripts })

      test('an unknown path leads home and to the tour, and a broken page can be tried again', async ({
        page,
        site,
      }) => {
        await test.step('an unknown path leads home and to the tour', async () => {
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

        await test.step('a page that breaks can be tried again', async () => {
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
})

test.describe('a discount code', () => {
  test.beforeEach(({ site }) => {
    site.change("update discount_codes set code = 'OLD' || id")
    site.change(
      `insert into discount_codes (code, words, off_percent, uses_at_most, uses_each_at_most, created_at)
       values ('CHOIR2026', 'Choir of Austin', 10, 2, 1, 0)`,
    )
  })
  const field = (page: Page) => page.getByLabel('Discount code')
  const lineOf = (page: Page) =>
    summaryOf(page).getByText('Code CHOIR2026').filter({ visible: true }).locator('xpath=../..')
  const BOOKED = [{ total_cents: 405_000, words: 'Choir of Austin', price_cents: -45_000 }]
  const booked =
    "select total_cents, words, price_cents from bookings join charges on booking_id = bookings.id and kind = 'code'"

  test('in a link is filled in, typed it lowers the price before the card is charged', async ({
    page,
    site,
  }) => {
    await test.step('in a link is filled in, and others see the page as it was', async () => {
      const answer = await page.goto('/checkout?code=choir2026')
      expect(answer?.headers()['cache-control']).toContain('no-store')
      await expect(field(page)).toHaveValue('CHOIR2026')
      await expect(lineOf(page)).toContainText('−$450')
      const plain = await (await fetch(`${site.url}/checkout`)).text()
      expect(plain).not.toContain('CHOIR2026')
    })

    await test.step('that is typed lowers the price before the card is charged', async () => {
      await page.goto('/checkout')
      await ready(page)
      await expect(field(page)).toBeHidden()
      await page.getByText('Have a code?').click()
      await field(page).fill('nobodys')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(field(page)).toHaveAccessibleDescription(/^We don’t know this code/)
      await field(page).fill('choir 2026')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(lineOf(page)).toContainText('−$450')
      await expect(page.getByRole('status').filter({ hasText: '$450 off: Choir of Austin.' })).toBeVisible()
      await page.getByLabel('Pay in full').check()
      await expect(dueToday(page)).toContainText('$4,050')
      await fillTraveler(page)
      await fillCard(page, '4242424242424242')
      await expect(payButton(page)).toHaveText(/\$4,050/)
      await payButton(page).click()
      await expect(page).toHaveURL(/payment-success/)
      await expect(page.getByRole('heading', { name: 'Your seat is booked' })).toBeVisible()
      await expect(page.getByText('$4,500 − $450 “Choir of Austin”')).toBeVisible()
      expect(site.rows(booked)).toEqual(BOOKED)
    })
  })

  test('that was not applied is, before anything is paid', async ({ page, site }) => {
    await page.goto('/checkout')
    await ready(page)
    await page.getByText('Have a code?').click()
    await field(page).fill('CHOIR2026')
    await fillTraveler(page)
    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    await expect(lineOf(page)).toContainText('−$450')
    expect(site.rows('select id from bookings')).toEqual([])
    await payButton(page).click()
    await expect(page).toHaveURL(/payment-success/)
    expect(site.rows(booked)).toEqual(BOOKED)
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('is typed, or filled in by a link, and its price shown by a button', async ({ page, site }) => {
      await page.goto('/checkout?code=choir2026')
      await expect(field(page)).toHaveValue('CHOIR2026')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(lineOf(page)).toContainText('−$450')
      await expect(page.getByText('$450 off: Choir of Austin.')).toBeVisible()
      await fillTraveler(page)
      await page.getByRole('button', { name: /^Continue to pay/ }).click()
      await expect(page.getByLabel('Card number')).toBeVisible()
      expect(site.rows(booked)).toEqual(BOOKED)

      await page.goto('/checkout')
      await expect(field(page)).toHaveValue('CHOIR2026')
      await expect(lineOf(page)).toContainText('−$450')
      await field(page).fill('AUSTIN')
      await page.getByRole('button', { name: /^Continue to pay/ }).click()
      await expect(field(page)).toHaveAccessibleDescription(/^We don’t know this code/)
    })
  })
})

test.describe('the link of the letter about an unfinished booking', () => {
  /** Begins to book and gives up; a day and more later the letter is there. */
  async function linkOf(site: Site): Promise<string> {
    const asked = { roomType: 'single', numberOfGuests: 2, paymentType: 'full', amount: 13_000 }
    const guest = customerInfo('wanjiru@example.com', 'Wanjiru Kamau')
    await createPaymentIntent(site.url, { ...asked, customerInfo: guest }, { address: '127.0.9.1' })
    const headers = { Cookie: await staffCookie(site) }
    for (const moveTo of ['day', 'day']) {
      const body = new URLSearchParams({ operation: 'move-clock', moveTo })
      await fetch(`${site.url}/admin/installments`, { method: 'POST', headers, body, redirect: 'manual' })
    }
    const [letter] = site.rows<{ text_body: string }>(
      "select text_body from outbox where kind = 'booking-unfinished'",
    )
    return /\/checkout\?again=\S+/.exec(letter?.text_body ?? '')?.[0] ?? ''
  }

  const isFilledIn = async (page: Page) => {
    await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
    await expect(page.getByLabel('Email')).toHaveValue('wanjiru@example.com')
    await expect(page.getByLabel('City')).toHaveValue('Austin')
    await expect(page.getByLabel('Pay in full')).toBeChecked()
    await expect(partyCard(page, 'Two of us')).toBeChecked()
    await expect(summaryOf(page)).toContainText('Single room')
    await expect(dueToday(page)).toContainText('$13,000')
  }

  test('fills everything in, for its holder alone', async ({ page, site }) => {
    const link = await linkOf(site)
    const answer = await page.goto(link)
    expect(answer?.headers()['cache-control']).toContain('no-store')
    await isFilledIn(page)
    await page.getByLabel('Full name').focus()
    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    await expect(page).toHaveURL(/payment-success/)
    expect(await (await fetch(`${site.url}/checkout`)).text()).not.toContain('wanjiru@example.com')
    const unknown = await fetch(`${site.url}/checkout?again=${'x'.repeat(32)}`)
    expect([unknown.status, (await unknown.text()).includes('Double room')]).toEqual([200, true])
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('goes on to the payment of the same', async ({ page, site }) => {
      await page.goto(await linkOf(site))
      await isFilledIn(page)
      await page.getByRole('button', { name: /^Continue to pay/ }).click()
      await expect(page.getByLabel('Card number')).toBeVisible()
      expect(
        site.rows('select room_type, number_of_guests, payment_type, payment_status from bookings'),
      ).toEqual(
        ['expired', 'pending'].map((payment_status) => ({
          ...{ room_type: 'single', number_of_guests: 2, payment_type: 'full', payment_status },
        })),
      )
    })
  })
})
