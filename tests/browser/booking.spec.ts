import type { Site } from '#tests/fixtures/site'
import { dueToday, fillCard, fillTraveler, payButton, summaryOf } from './checkout-page'
import { expect, lookingTest, type Page, test } from './site-test'

/** Page, mail, booking row, ledger and seats must tell the same story. */
async function expectOneBooking(site: Site, facts: { total: number; paid: number; status: string }) {
  expect(site.rows('select payment_status, total_cents, deposit_cents from bookings')).toEqual([
    { payment_status: facts.status, total_cents: facts.total * 100, deposit_cents: 50_000 },
  ])
  expect(site.rows('select kind, amount_cents from payments')).toEqual([
    { kind: 'payment', amount_cents: facts.paid * 100 },
  ])
  const [booking] = site.rows<{ booking_reference: string }>('select booking_reference from bookings')
  const mail = await site.mailbox.waitFor(({ subject }) => subject.startsWith('Your seat is booked'))
  expect(mail.text).toContain(booking?.booking_reference)
  expect(mail.text).toContain(`Paid: $${facts.paid.toLocaleString('en-US')}`)
  expect(mail.text).toContain(`Balance due: $${(facts.total - facts.paid).toLocaleString('en-US')}`)
  await site.mailbox.waitFor(({ subject }) =>
    subject.startsWith(`New booking: ${booking?.booking_reference}, `),
  )
  expect(site.stripe.charges().filter(({ paid }) => paid)).toHaveLength(1)
  return String(booking?.booking_reference)
}

/** Rules 11.7, once: a reload does not say it again. */
async function expectThanksFor(page: Page, words: string) {
  await expect(page.getByText('Payment Successful!', { exact: true })).toBeVisible()
  await expect(page.getByText(words, { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('Payment Successful!', { exact: true })).toHaveCount(0)
}

/** What to do first is seen without scrolling, beside the whole picture: no band that cuts its moon. */
async function expectFirstScreen(page: Page, links: string[]) {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const name of links)
    await expect(page.getByRole('link', { name }).first()).toBeInViewport({ ratio: 1 })
  const box = await page.locator('main img').first().boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
}

const DEPOSIT_THANKS = 'Your $500 deposit has been processed. Check your email for confirmation.'

test('a traveler books a double room with the deposit', async ({ page, site }) => {
  await page.goto('/texascountrysafari')
  await page.locator('a[href="/checkout?roomType=double"]').first().click()
  await expect(dueToday(page)).toContainText('$500')
  await expect(page.getByText('Test mode', { exact: false }).first()).toBeVisible()
  for (const promise of [
    'Due Aug 15, 2025',
    'Due Sep 15, 2025',
    'Fully refundable for 30 days after booking',
  ])
    await expect(page.getByText(promise).filter({ visible: true }).first()).toBeVisible()

  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  await payButton(page).click()

  await expect(page).toHaveURL(/\/payment-success\?roomType=double&paymentType=deposit&payment_intent=pi_/)
  await expect(page.getByText('Payment Successful!', { exact: true })).toBeVisible()
  await expect(page.getByText(DEPOSIT_THANKS, { exact: true })).toBeVisible()
  await expectFirstScreen(page, ['See your booking', 'Add to your calendar', 'What happens next'])
  const reference = await expectOneBooking(site, { total: 4_500, paid: 500, status: 'deposit_paid' })

  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expectFirstScreen(page, ['Open your booking page', 'Add to your calendar'])
  for (const fact of [reference, 'Deposit paid', '$4,000', 'Wanjiru Kamau', 'wanjiru@example.com'])
    await expect(page.getByText(fact).first()).toBeVisible()
  expect(site.rows('select payment_status from bookings')).toEqual([{ payment_status: 'completed' }])

  await page.goto('/texascountrysafari')
  await expect(page.getByText(/19 of (the )?20/).first()).toBeVisible()
})

test('a traveler books a single room and pays in full', async ({ page, site }) => {
  await page.goto('/checkout?roomType=single')
  await page.getByLabel('Pay in full').check()
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  await payButton(page).click()

  await expect(page.getByText('Payment Successful!', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'See your booking' })).toBeVisible()
  await expectOneBooking(site, { total: 6_500, paid: 6_500, status: 'completed' })
  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByText('Paid in full')).toBeVisible()
  await expect(page.getByText('Remaining balance')).toHaveCount(0)
})

test('a declined card keeps the traveler, details and seat', async ({ page, site }) => {
  await page.goto('/checkout')
  await fillTraveler(page)
  await fillCard(page, '4000000000000002')
  await payButton(page).click()

  await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toContainText(
    'Your card was declined.',
  )
  await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
  expect(site.rows('select payment_status from bookings')).toEqual([{ payment_status: 'pending' }])

  await fillCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page).toHaveURL(/payment-success/)
  await expectOneBooking(site, { total: 4_500, paid: 500, status: 'deposit_paid' })
})

test('an authenticated card comes back to the confirmation', async ({ page, site }) => {
  await page.goto('/checkout')
  await fillTraveler(page)
  await fillCard(page, '4000002500003155')
  await payButton(page).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()

  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page).toHaveURL(/\/booking-confirmation\?booking_id=TS-/)
  await expectThanksFor(page, DEPOSIT_THANKS)
  const reference = await expectOneBooking(site, { total: 4_500, paid: 500, status: 'completed' })

  await page.getByRole('link', { name: 'Open your booking page' }).click()
  await expect(page).toHaveURL(/\/booking\/[\w-]{16,}$/)
  await expect(page.getByText(reference).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make a payment' })).toBeVisible()
})

test('a failed authentication charges nothing and keeps the form', async ({ page, site }) => {
  await page.goto('/checkout')
  await fillTraveler(page)
  await fillCard(page, '4000002500003155')
  await payButton(page).click()
  await page.getByRole('button', { name: 'Fail authentication' }).click()

  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
  await fillCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page).toHaveURL(/payment-success/)
  await expectOneBooking(site, { total: 4_500, paid: 500, status: 'deposit_paid' })
})

test('switching the payment option keeps the traveler and the card', async ({ page, site }) => {
  await page.goto('/checkout')
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  await page.getByLabel('Pay in full').check()
  await expect(dueToday(page)).toContainText('$4,500')
  await payButton(page).click()

  await expect(page).toHaveURL(/payment-success\?roomType=double&paymentType=full/)
  await expectOneBooking(site, { total: 4_500, paid: 4_500, status: 'completed' })
})

test('a double click pays once', async ({ page, site }) => {
  await page.goto('/checkout')
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  await payButton(page).dblclick()

  await expect(page).toHaveURL(/payment-success/)
  await expectOneBooking(site, { total: 4_500, paid: 500, status: 'deposit_paid' })
})

test('two tabs of one traveler pay once', async ({ context, page, site }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/checkout')
    await fillTraveler(tab)
    await fillCard(tab, '4242424242424242')
  }
  await payButton(page).click()
  await expect(page).toHaveURL(/payment-success/)
  await payButton(other).click()

  await expect(other.getByRole('alert').filter({ hasText: 'already booked' })).toBeVisible()
  await other.getByRole('link', { name: 'See your booking' }).click()
  await expect(other.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expectOneBooking(site, { total: 4_500, paid: 500, status: 'deposit_paid' })
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  for (const [room, option, total, paid, thanks] of [
    ['double', 'Deposit today', 4_500, 500, DEPOSIT_THANKS],
    [
      'single',
      'Pay in full',
      6_500,
      6_500,
      'Your payment of $6,500 has been processed. Check your email for confirmation.',
    ],
  ] as const)
    test(`a traveler books a ${room} room: ${option}`, async ({ page, site }) => {
      await page.goto(`/checkout?roomType=${room}`)
      await page.getByLabel(option).check()
      await fillTraveler(page)
      await page.getByRole('button', { name: /^Continue to pay/ }).click()

      await page.getByLabel('Card number').fill('4000000000000002')
      await page.getByLabel(/Expir/).fill('12 / 34')
      await page.getByLabel('Cardholder name').fill('Wanjiru Kamau')
      await page.getByLabel('Security code').fill('123')
      await page.getByRole('button', { name: /^Pay/ }).click()
      await expect(page.getByText('Your card was declined.')).toBeVisible()

      await page.getByLabel('Card number').fill('4242424242424242')
      await page.getByLabel('Security code').fill('123')
      await page.getByRole('button', { name: /^Pay/ }).click()

      await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
      await expectThanksFor(page, thanks)
      await expectOneBooking(site, { total, paid, status: 'completed' })
      await page.getByRole('link', { name: 'Open your booking page' }).click()
      await expect(page).toHaveURL(/\/booking\/[\w-]{16,}$/)
    })

  lookingTest('no button names an amount that may still change', async ({ page }) => {
    await page.goto('/checkout')
    const summary = summaryOf(page)
    const button = page.getByRole('main').getByRole('button', { name: /^Continue/ })
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(2)
    await expect(page.getByRole('main').getByRole('button', { name: '$' })).toHaveCount(0)
    await expect(button).toHaveAccessibleName('Continue to payment')
    await expect(dueToday(page)).toHaveText('Due today$500')
    await expect(summary.getByText('Final installment').filter({ visible: true })).toHaveCount(1)

    await page.getByLabel('Pay in full').check()
    await expect(button).toHaveAccessibleName('Continue to payment')
    await expect(dueToday(page)).toHaveText('Due today$4,500')
    await expect(summary.getByText('Final installment').filter({ visible: true })).toHaveCount(0)
    await page.getByLabel('Deposit today').check()
    await expect(dueToday(page)).toHaveText('Due today$500')
  })

  test('authentication on the hosted page comes back to the confirmation', async ({ page, site }) => {
    await page.goto('/checkout')
    await fillTraveler(page)
    await page.getByRole('button', { name: /^Continue to pay/ }).click()
    await page.getByLabel('Card number').fill('4000002500003155')
    await page.getByLabel(/Expir/).fill('12 / 34')
    await page.getByLabel('Cardholder name').fill('Wanjiru Kamau')
    await page.getByLabel('Security code').fill('123')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('button', { name: 'Complete authentication' }).click()

    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    await expectOneBooking(site, { total: 4_500, paid: 500, status: 'completed' })
  })

  test('missing fields are named, and what was typed stays', async ({ page, site }) => {
    const answer = await page.request.post('/checkout?roomType=double', {
      form: {
        paymentType: 'deposit',
        name: 'ليلى 🦁',
        email: 'nobody',
        city: '<b>Austin</b>',
        country: 'Kenya',
      },
    })
    const html = await answer.text()

    expect(answer.status()).toBe(400)
    for (const words of [
      'Please enter a valid email address',
      'Please fill in your address',
      'Please fill in your zip code',
      'value="ليلى 🦁"',
      'value="&lt;b&gt;Austin&lt;/b&gt;"',
    ])
      expect(html).toContain(words)
    expect(site.rows('select id from bookings')).toEqual([])
  })

  test('going back from the hosted page keeps the form', async ({ page }) => {
    await page.goto('/checkout?roomType=single')
    await fillTraveler(page)
    await page.getByRole('button', { name: /^Continue to pay/ }).click()
    await page.getByRole('link', { name: /Back/ }).click()

    await expect(page).toHaveURL(/\/checkout\?roomType=single/)
    await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
  })
})
