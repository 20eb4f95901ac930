import { type Booked, booked } from '#tests/fixtures/booked'
import type { Site } from '#tests/fixtures/site'
import { expect, type Page, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

// What is off for paying from a bank account, as its guest sees it on a phone before it is chosen.

test.use({ viewport: PHONE })

const DAY_MS = 86_400_000
const CLOSED = '000111111113'

/** Percent off, as staff set it. */
const discount = (site: Site, percent: string) =>
  site.change(`update site_settings set bank_discount = '${percent}'`)

test.beforeEach(({ site }) => discount(site, '1'))
test.afterEach(({ site }) => discount(site, ''))

async function passDays(site: Site, days: number) {
  site.stripe.setClock(() => new Date(Date.now() + days * DAY_MS))
  site.stripe.passDays()
  await site.stripe.webhooksSettled()
}

const priceOf = (site: Site, { id }: Booked) =>
  site.rows<{ total_cents: number }>('select total_cents from bookings where id = ?', id)[0]?.total_cents

const fromBank = (page: Page) => page.getByRole('radio', { name: /^From a bank account/ })

test('a guest pays less from a bank account, and reads so everywhere', async ({ page, site }) => {
  test.slow()
  const guest = await booked(site)
  await page.goto(`/pay/${guest.token}`)
  await expect(page.getByRole('radio', { name: 'From a bank account $1,980, $20 less' })).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Pay $2,000' })).toBeVisible()
  await page.getByLabel(/The whole balance/).check()
  await expect(page.getByRole('radio', { name: 'From a bank account $3,960, $40 less' })).toBeVisible()
  await page.getByLabel(/First installment/).check()
  await fromBank(page).check()
  await expectWellMadeAtBothWidths(page, 'the choice')
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.getByLabel('Full name').fill('Wanjiru Kamau')
  await page.getByRole('button', { name: 'Pay $1,980' }).click()

  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('Off for paying from a bank account').locator('..')).toContainText('$20')
  await expectWellMadeAtBothWidths(page, 'on its way')
  await site.stripe.webhooksSettled()
  const letter = await site.mailbox.waitFor(
    ({ subject, to }) => subject.startsWith('Your payment is on its way') && to.includes(guest.email),
  )
  expect(letter.text).toContain('Off for paying from a bank account: $20')
  expect(priceOf(site, guest)).toBe(448_000)

  await passDays(site, 4)
  await site.mailbox.waitFor(
    ({ subject, to }) => subject.startsWith('Payment received') && to.includes(guest.email),
  )
  await page.goto(`/booking/${guest.token}`)
  await expect(page.getByText('$4,500 − $20 “For paying from a bank account”').first()).toBeVisible()
  await expectWellMadeAtBothWidths(page, 'the booking page')
})

test('a percentage that staff changed meanwhile charges nothing, and the page shows the new one', async ({
  page,
  site,
}) => {
  test.slow()
  const guest = await booked(site)
  await page.goto(`/pay/${guest.token}`)
  await fromBank(page).check()
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.getByLabel('Full name').fill('Wanjiru Kamau')
  discount(site, '0.5')
  await page.getByRole('button', { name: 'Pay $1,980' }).click()
  await expect(page.getByRole('alert')).toContainText('changed')
  await expect(page.getByRole('radio', { name: 'From a bank account $1,990, $10 less' })).toBeChecked()
  expect(priceOf(site, guest)).toBe(450_000)
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('the choice says each amount, Stripe’s page has it, and a failure takes it back', async ({
    page,
    site,
  }) => {
    test.slow()
    const guest = await booked(site)
    await page.goto(`/pay/${guest.token}`)
    await expect(page.getByText('$1,980, $20 less')).toBeVisible()
    await page.getByLabel(/The whole balance/).check()
    await expect(page.getByText('$3,960, $40 less')).toBeVisible()
    await expect(page.getByText('$1,980, $20 less')).toBeHidden()
    await fromBank(page).check()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByText('$3,960').first()).toBeVisible()
    await page.getByLabel('Full name').fill('Wanjiru Kamau')
    await page.getByLabel(/^Account at/).selectOption(CLOSED)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByText('Left to pay').locator('..')).toContainText('Nothing')
    expect(priceOf(site, guest)).toBe(446_000)

    await passDays(site, 4)
    const letter = await site.mailbox.waitFor(
      ({ subject, to }) =>
        subject.startsWith('Your bank payment did not go through') && to.includes(guest.email),
    )
    expect(letter.text).toContain('The discount of $40 for it is taken back')
    expect(priceOf(site, guest)).toBe(450_000)
  })

  test('with one amount to pay, the button says what each way comes to', async ({ page, site }) => {
    test.slow()
    const guest = await booked(site)
    await page.goto(`/pay/${guest.token}`)
    await fromBank(page).check()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByLabel('Full name').fill('Wanjiru Kamau')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()

    await page.goto(`/pay/${guest.token}`)
    await expect(page.getByText('Final installment, due Sep 15, 2025')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue to pay $2,000' })).toBeVisible()
    await fromBank(page).check()
    await expect(page.getByRole('button', { name: 'Continue to pay $1,980' })).toBeVisible()
  })
})
