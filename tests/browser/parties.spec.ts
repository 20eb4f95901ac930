import { dueToday, fillCard, fillTraveler, partyCard, payButton, summaryOf } from './checkout-page'
import { expect, type Page, test } from './site-test'

// Two who travel together, on one booking: every amount is twice that of one, and says so.

async function expectACouple(page: Page) {
  await expect(dueToday(page)).toContainText('$1,000')
  await expect(
    summaryOf(page).getByText('2 travelers, 12 days: 2 × $4,500').filter({ visible: true }),
  ).toBeVisible()
  await expect(page.getByText('By paying you accept these refund terms: Fully refundable')).toContainText(
    'the $1,000 deposit is non-refundable',
  )
  await expect(page.getByText('2 × $500. Then $4,000 by Aug 15, 2025', { exact: false })).toBeVisible()
  await expect(page.getByText('One double room for the two of you.')).toBeVisible()
}

const BOOKED = [{ number_of_guests: 2, total_cents: 900_000, deposit_cents: 100_000 }]

test('two book one double room with one deposit', async ({ page, site }) => {
  await page.goto('/checkout?roomType=double')
  await expect(page.getByRole('button', { name: 'Show the price' })).toHaveCount(0)
  await partyCard(page, 'Two of us').check()
  await expectACouple(page)
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  await expect(payButton(page)).toHaveText(/\$1,000/)
  await payButton(page).click()

  await expect(
    page.getByText('Your $1,000 deposit has been processed. Check your email for confirmation.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Karibu, Wanjiru. Two seats are yours.' })).toBeVisible()
  await expect(page.getByText('2 × $4,500')).toBeVisible()
  expect(site.rows('select number_of_guests, total_cents, deposit_cents from bookings')).toEqual(BOOKED)
  const mail = await site.mailbox.waitFor(({ subject }) => subject.startsWith('Your seats are booked'))
  for (const line of ['Double room, 2 travelers', 'Total: $9,000 (2 × $4,500)', 'Balance due: $8,000'])
    expect(mail.text).toContain(line)

  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByText('Double room, 2 travelers')).toBeVisible()
  await expect(page.getByText('2 × $4,500')).toBeVisible()
  await page.getByRole('link', { name: 'Open your booking page' }).click()
  await expect(page.getByText('2 × $4,500')).toBeVisible()
  await page.goto('/texascountrysafari')
  await expect(page.getByText(/18 of (the )?20/).first()).toBeVisible()
})

test('an address chooses the number, and seats bound it', async ({ page, site }) => {
  site.change('update departures set seats = 3')
  await page.goto('/checkout?travelers=2')
  await expectACouple(page)
  await page.getByText('3 of us', { exact: false }).click()
  const choices = page.getByRole('group', { name: 'Who’s coming?' }).getByRole('radio')
  await expect(choices).toHaveCount(3)
  await partyCard(page, 'Three of us').check()
  await expect(
    page.getByText('One of you shares a double room with another traveler we’ll introduce you to.'),
  ).toBeVisible()
  await fillTraveler(page)
  await fillCard(page, '4242424242424242')
  site.change('update departures set seats = 2')
  await payButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toContainText(
    'Only 2 seats are left on this departure',
  )
  await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
  expect(site.rows('select id from bookings')).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a button shows the price and keeps the form', async ({ page, site }) => {
    await page.goto('/checkout?roomType=double')
    await fillTraveler(page)
    for (const card of ['Just me $4,500', 'Two of us $9,000'])
      await expect(partyCard(page, card)).toBeVisible()
    await page.getByText('3 to 6 of us').click()
    await expect(partyCard(page, 'Four of us $18,000')).toBeVisible()
    await partyCard(page, 'Two of us').check()
    await expect(page.locator('form').getByText('Due today $500')).toBeVisible()
    await page.getByRole('button', { name: 'Show the price' }).click()

    await expectACouple(page)
    await expect(page.getByText('Please fill in', { exact: false })).toHaveCount(0)
    await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
    await expect(partyCard(page, 'Two of us')).toBeChecked()
    await page.getByRole('button', { name: /^Continue to pay/ }).click()
    await expect(page.getByText('$1,000', { exact: false }).first()).toBeVisible()
    await expect(page.getByText('2 × $500', { exact: false }).first()).toBeVisible()
    await page.getByLabel('Card number').fill('4242424242424242')
    await page.getByLabel(/Expir/).fill('12 / 34')
    await page.getByLabel('Cardholder name').fill('Wanjiru Kamau')
    await page.getByLabel('Security code').fill('123')
    await page.getByRole('button', { name: /^Pay/ }).click()

    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    await expect(page.getByText('2 × $4,500')).toBeVisible()
    expect(site.rows('select number_of_guests, total_cents, deposit_cents from bookings')).toEqual(BOOKED)
  })

  test('a number chosen without its price is shown it, and asked again', async ({ page, site }) => {
    await page.goto('/checkout?roomType=double')
    await fillTraveler(page)
    await partyCard(page, 'Two of us').check()
    await page.getByRole('button', { name: /^Continue to pay/ }).click()
    await expect(page.getByRole('alert')).toContainText('Please look at the price again')
    await expect(page.getByRole('alert')).toContainText(
      'For 2 travelers the price is $9,000, the deposit $1,000. Nothing was charged.',
    )
    await expect(page.getByRole('alert')).toBeInViewport()
    await expect(page.getByText(/Payment Failed|has changed|have changed/)).toHaveCount(0)
    await expectACouple(page)
    await expect(page.getByLabel('Full name')).toHaveValue('Wanjiru Kamau')
    await expect(partyCard(page, 'Two of us')).toBeChecked()
    expect(site.rows('select id from bookings')).toEqual([])

    await page.getByRole('button', { name: /^Continue to pay/ }).click()
    await expect(page.getByLabel('Card number')).toBeVisible()
    expect(site.rows('select number_of_guests, total_cents, deposit_cents from bookings')).toEqual(BOOKED)
  })
})
