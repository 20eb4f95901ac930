import { type Booked, booked } from '#tests/fixtures/booked'
import type { Site } from '#tests/fixtures/site'
import { expect, type Page, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

// A later payment from a bank account, as its guest sees it on a phone: chosen, on its way, there, or not.

test.use({ viewport: PHONE })

const DAY_MS = 86_400_000
const ACCOUNT = { good: '000123456789', closed: '000111111113' }

/** The money's clock shows so many days later, and Stripe says what has come of it. */
async function passDays(site: Site, days: number) {
  site.stripe.setClock(() => new Date(Date.now() + days * DAY_MS))
  site.stripe.passDays()
  await site.stripe.webhooksSettled()
}

const ledgerOf = (site: Site, { id }: Booked) =>
  site
    .rows<{ method: string; amount_cents: number }>(
      'select method, amount_cents from payments where booking_id = ? order by id',
      id,
    )
    .map(({ method, amount_cents }) => `${method} ${amount_cents}`)

const fromBank = (page: Page) => page.getByRole('radio', { name: 'From a bank account' })

test('from a bank account, on our own page: on its way, then there', async ({ page, site }) => {
  test.slow()
  const guest = await booked(site)
  await page.goto(`/pay/${guest.token}`)
  await fromBank(page).check()
  await expect(page.getByText('on its way for about four business days')).toBeVisible()
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.getByLabel('Full name').fill('Wanjiru Kamau')
  await expectWellMadeAtBothWidths(page, 'the choice')
  await page.getByRole('button', { name: 'Pay $2,000' }).click()

  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('On its way from your bank', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^About Jun \d, 2025$/)).toBeVisible()
  await expectWellMadeAtBothWidths(page, 'on its way')
  await site.stripe.webhooksSettled()
  const letter = await site.mailbox.waitFor(
    ({ subject, to }) => subject.startsWith('Your payment is on its way') && to.includes(guest.email),
  )
  expect(letter.text).toContain('You don’t need to do anything')
  expect(ledgerOf(site, guest)).toEqual(['card 50000'])

  await page.goto(`/pay/${guest.token}`)
  await expect(page.getByText(/^\$2,000 on its way from your bank, about Jun \d, 2025$/)).toBeVisible()
  await expect(page.getByText('Final installment, due Sep 15, 2025')).toBeVisible()
  await page.goto(`/booking/${guest.token}`)
  await expect(page.getByText(/\$2,000 on its way from your bank/).first()).toBeVisible()
  await expectWellMadeAtBothWidths(page, 'the booking page')

  await passDays(site, 4)
  expect(ledgerOf(site, guest)).toEqual(['card 50000', 'bank-account 200000'])
  await site.mailbox.waitFor(
    ({ subject, to }) => subject.startsWith('Payment received') && to.includes(guest.email),
  )
  await page.reload()
  await expect(page.getByText('Payment by bank account')).toBeVisible()
  await expect(page.getByText(/on its way from your bank/)).toHaveCount(0)
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('on Stripe’s page: on its way, and one that fails is asked for again', async ({ page, site }) => {
    test.slow()
    const guest = await booked(site)
    await page.goto(`/pay/${guest.token}`)
    await page.getByLabel(/The whole balance/).check()
    await fromBank(page).check()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByLabel('Full name').fill('Wanjiru Kamau')
    await page.getByLabel(/^Account at/).selectOption(ACCOUNT.closed)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await expect(page.getByText('Left to pay').locator('..')).toContainText('Nothing')

    await page.goto(`/pay/${guest.token}`)
    await expect(page.getByText('Your payment is on its way')).toBeVisible()
    await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)

    await passDays(site, 4)
    expect(ledgerOf(site, guest)).toEqual(['card 50000'])
    const letter = await site.mailbox.waitFor(
      ({ subject, to }) =>
        subject.startsWith('Your bank payment did not go through') && to.includes(guest.email),
    )
    expect(letter.text).toContain('the bank account is closed')
    await page.reload()
    await expect(page.getByRole('radio', { name: /First installment \$2,000/ })).toBeVisible()
  })

  test('beyond the sum that staff set, the page says so and nothing begins', async ({ page, site }) => {
    const guest = await booked(site)
    site.change("update site_settings set bank_at_most = '1,500'")
    await page.goto(`/pay/${guest.token}`)
    await fromBank(page).check()
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(page.getByRole('alert')).toContainText('up to $1,500 can be paid at once')
    await expect(fromBank(page)).toBeChecked()
    site.change("update site_settings set bank_at_most = '6,000'")
  })
})
