import { ASKED_FIELDS } from '#app/travelers/detail-fields'
import type { Site } from '#tests/fixtures/site'
import { fillCard, fillTraveler, payButton } from './checkout-page'
import { expect, type Page, test } from './site-test'

// A couple from the checkout to the calendar: each page says the same as ledger and Stripe.

async function payHostedPage(page: Page) {
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel(/Expir/).fill('12 / 34')
  await page.getByLabel('Cardholder name').fill('Wanjiru Kamau')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
}

/** On our own page with scripts, on Stripe's without. */
async function pay(page: Page, scripts: boolean) {
  if (scripts) {
    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    return
  }
  await page.getByRole('button', { name: /^(Continue to pay|Pay)/ }).click()
  await payHostedPage(page)
}

async function book(page: Page, scripts: boolean) {
  await page.goto('/checkout?roomType=double&travelers=2')
  await fillTraveler(page)
  await pay(page, scripts)
  if (scripts) await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Open your booking page' }).click()
  await expect(page.getByRole('heading', { name: 'Payment schedule' })).toBeVisible()
}

const SITTINGS = [
  { 'Name in the passport': 'AMINA ODERA', 'Date of birth': '1988-03-12', Nationality: 'Kenya' },
  {
    'Passport number': 'AK 0412 7788',
    'Passport expiration date': '2031-05-01',
    'Diet (optional)': 'No nuts',
    'Medical notes (optional)': 'Asthma, has an inhaler',
    'Their name': 'Grace Odera',
    'Their phone': '+254 700 000 000',
    'Relationship to traveler': 'Sister',
    'Arrival flight': 'KQ 3 on October 15',
    'Departure flight': 'KQ 2 on October 28',
  },
]

async function fillDetails(page: Page) {
  for (const sitting of SITTINGS) {
    for (const [label, value] of Object.entries(sitting))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Save the details' }).click()
    await expect(
      page.getByText(
        'Their name' in sitting
          ? 'Everything is here'
          : new RegExp(`^(Your details|Details of .+): 3 of ${ASKED_FIELDS.length}$`),
      ),
    ).toBeVisible()
  }
}

function expectSealed(site: Site) {
  expect(
    site.rows('select diet, sealed_passport_number like ? as is_open from traveler_details', '%0412%'),
  ).toEqual([{ diet: 'No nuts', is_open: 0 }])
}

const booked = (site: Site) =>
  site.rows('select number_of_guests as travelers, total_cents as total, kept_cents as kept from bookings')

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('a couple books, tells of themselves and pays', async ({ page, site, someoneElse }) => {
      test.slow()
      await book(page, scripts)
      const own = page.url()
      await expect(page.locator('#travelers')).toContainText('Wanjiru Kamau')
      await page.getByRole('link', { name: 'Fill in the details of Traveler 2' }).click()
      await page.getByLabel('Their email').fill('amina@example.com')
      await page.getByRole('button', { name: 'Send them the link' }).click()
      const letter = await site.mailbox.waitFor(({ to }) => to.includes('amina@example.com'))
      const link = /https?:\/\/\S+\/traveler\/[\w-]+/.exec(letter.text)?.[0] ?? ''
      expect(letter.text).not.toMatch(/\$|\/pay\/|\/booking\//)

      const companion = await someoneElse({ javaScriptEnabled: scripts })
      await companion.goto(link)
      await expect(companion.getByText('$', { exact: false })).toHaveCount(0)
      await companion.getByLabel('Name', { exact: true }).fill('Amina Odera')
      await fillDetails(companion)
      expectSealed(site)

      await page.goto(own)
      await expect(page.locator('#travelers')).toContainText('Amina Odera')
      await expect(page.locator('#travelers')).toContainText('Complete')
      await page.getByRole('link', { name: 'Make a payment' }).click()
      await expect(page.getByText('2 × $4,500')).toBeVisible()
      await pay(page, scripts)
      await expect(page.getByText('This payment').locator('..')).toContainText('$4,000')
      await expect.poll(() => booked(site)).toEqual([{ travelers: 2, total: 900_000, kept: 500_000 }])
      const charged = site.stripe.charges().filter(({ paid }) => paid)
      expect(charged.map(({ amount }) => amount).toSorted()).toEqual([100_000, 400_000])

      await page.goto(own)
      const schedule = page.getByRole('heading', { name: 'Payment schedule' }).locator('..')
      await expect(schedule).toContainText('$9,000')
      await expect(schedule).toContainText('2 × $4,500')
      await expect(schedule.getByText('Remaining balance').locator('..')).toContainText('$4,000')
      const receipts = page.getByRole('link', { name: /receipt/i })
      await expect(receipts).toHaveCount(2)
      await receipts.last().click()
      await expect(page.getByText('Double room, 2 travelers', { exact: false })).toBeVisible()
      await expect(page.getByText('Balance after this payment').locator('..')).toContainText('$4,000')
      const calendar = await page.request.get(`${own}/calendar.ics`)
      expect(await calendar.text()).toContain('$4\\,000')
    })
  })
