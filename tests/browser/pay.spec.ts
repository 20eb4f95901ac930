import { type Booked, booked } from '#tests/fixtures/booked'
import type { Site } from '#tests/fixtures/site'
import { fillCard, payButton, payHostedPage } from './checkout-page'
import { expect, type Page, test } from './site-test'
import { expectWellMade, expectWellMadeAtBothWidths, PHONE } from './well-made'

async function openLink(page: Page, { token }: Booked) {
  await page.goto(`/pay/${token}`)
  await expect(payButton(page)).toBeEnabled()
}

const ledgerOf = (site: Site, { id }: Booked) =>
  site
    .rows<{ amount_cents: number }>('select amount_cents from payments where booking_id = ? order by id', id)
    .map(({ amount_cents }) => amount_cents)

const statusOf = (site: Site, { id }: Booked) =>
  site.rows<{ payment_status: string }>('select payment_status from bookings where id = ?', id)[0]
    ?.payment_status

const captured = (site: Site) =>
  site.stripe
    .charges()
    .filter(({ paid }) => paid)
    .map(({ amount }) => amount)
    .toReversed()

test('what is overdue is one sum, and a refused card or a missing script is no end', async ({
  page,
  site,
}) => {
  test.slow()
  await test.step('what is overdue is asked for in one sum, and the terms open whole', async () => {
    const guest = await booked(site)
    site.change("update installments set due_on = '2025-05-' || (10 + number) where booking_id = ?", guest.id)
    await openLink(page, guest)
    await expect(page.getByRole('radio', { name: 'Both installments $4,000' })).toBeChecked()
    await expect(page.getByText('All that is overdue.')).toBeVisible()
    await expect(page.getByText('No refund', { exact: true })).toBeVisible()
    await page.getByText('Details', { exact: true }).click()
    await expect(page.getByText('From September 16, 2025 (30 days before departure) nothing')).toBeVisible()
    await expect(
      page.getByText('Cancel from July 2 to September 15, 2025, and you get back all but the $500 deposit.'),
    ).toBeVisible()
  })

  await test.step('after a declined card, another card pays', async () => {
    const guest = await booked(site)
    await openLink(page, guest)
    await fillCard(page, '4000000000000002')
    await payButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeFocused()
    await expect(page.getByText('Your card was not charged.', { exact: false })).toBeVisible()

    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    expect(ledgerOf(site, guest)).toEqual([50_000, 200_000])
  })

  await test.step('a failed authentication charges nothing, a passed one pays', async () => {
    const guest = await booked(site)
    for (const answer of ['Fail authentication', 'Complete authentication']) {
      await openLink(page, guest)
      await fillCard(page, '4000002500003155')
      await payButton(page).click()
      await page.getByRole('button', { name: answer }).click()
      if (answer === 'Complete authentication') continue
      await expect(page.getByText('Your card was not charged')).toBeVisible()
      await expect(page).not.toHaveURL(/client_secret/)
      expect(ledgerOf(site, guest)).toEqual([50_000])
    }
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await expect(page).not.toHaveURL(/client_secret|redirect_status/)
    expect(ledgerOf(site, guest)).toEqual([50_000, 200_000])
  })

  await test.step('without Stripe’s script, its own page takes the payment', async () => {
    const guest = await booked(site)
    site.stripe.switches.jsDown = true
    await page.goto(`/pay/${guest.token}`)
    await expect(page.getByRole('alert')).toContainText('Failed to initialize payment. Please try again.')
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue to pay $2,000 on Stripe’s page' }).click()
    await payHostedPage(page)
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    expect(ledgerOf(site, guest)).toEqual([50_000, 200_000])
  })
})

test('two installments are paid through the link to the cent', async ({ page, site, someoneElse }) => {
  test.slow()
  const guest = await booked(site)
  await openLink(page, guest)
  await expect(page.getByRole('radio', { name: 'First installment $2,000' })).toBeChecked()
  await fillCard(page, '4242424242424242')
  await payButton(page).click()

  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('Payment Successful!', { exact: true })).toBeVisible()
  await expect(page.getByText('This payment').locator('..')).toContainText('$2,000')
  await expect(page.getByText('Next: $2,000, due Sep 15, 2025')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/pay/${guest.token}\\?payment_intent=pi_\\w+$`))
  expect(ledgerOf(site, guest)).toEqual([50_000, 200_000])
  expect(statusOf(site, guest)).toBe('deposit_paid')
  const first = await site.mailbox.waitFor(
    ({ subject, to }) => subject === `Payment received: ${guest.reference}` && to.includes(guest.email),
  )
  expect(first.text).toContain('This payment: $2,000')
  expect(first.text).toContain('Paid so far: $2,500 of $4,500')
  expect(first.text).toContain(`${site.url}/booking/${guest.token}`)

  const paper = await someoneElse({ javaScriptEnabled: false })
  await paper.goto(`/pay/${guest.token}`)
  await expect(paper.getByText('Final installment, due Sep 15, 2025')).toBeVisible()
  await paper.getByRole('button', { name: 'Continue to pay $2,000' }).click()
  await payHostedPage(paper)

  await expect(paper.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(paper.getByText('Payment Successful!', { exact: true })).toBeVisible()
  await expect(paper.getByText('Balance due').locator('..')).toContainText('Nothing')
  await paper.getByRole('link', { name: 'See your booking' }).click()
  await expect(paper.getByText('Paid in full').first()).toBeVisible()
  await expect(paper.getByRole('table').getByText('$2,000')).toHaveCount(2)

  expect(ledgerOf(site, guest)).toEqual([50_000, 200_000, 200_000])
  expect(statusOf(site, guest)).toBe('completed')
  expect(captured(site)).toEqual([50_000, 200_000, 200_000])
  await site.mailbox.waitFor(({ text }) => text.includes('Paid so far: $4,500 of $4,500'))
  await page.goto(`/pay/${guest.token}`)
  await expect(page.getByText('Nothing is due')).toBeVisible()
  await expect(page.getByRole('button', { name: /Pay/ })).toHaveCount(0)
})

test('another amount is paid by card, and one that staff asked for on Stripe’s page', async ({
  page,
  site,
  someoneElse,
}) => {
  test.slow()
  const guest = await booked(site)
  await openLink(page, guest)
  await page.getByRole('link', { name: 'Pay another amount' }).click()
  await expect(page.getByRole('radio', { name: 'Another amount' })).toBeChecked()
  await page.getByLabel('Amount in dollars').fill('5,000')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $5,000' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Please enter an amount from $0.50 to $3,999.50, or $4,000 for all of it.',
  )
  await page.getByLabel('Amount in dollars').fill('1,250.50')
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Pay $1,250.50' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('Next: $749.50, due Aug 15, 2025')).toBeVisible()

  const paper = await someoneElse({ javaScriptEnabled: false })
  const asked = `/pay/${guest.token}?amount=2000&after=1750.5`
  await paper.goto(asked)
  await expect(paper.getByRole('radio', { name: 'Another amount' })).toBeChecked()
  await expect(paper.getByLabel('Amount in dollars')).toHaveValue('2000')
  await paper.getByRole('button', { name: 'Continue to payment' }).click()
  await payHostedPage(paper)
  await expect(paper.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(ledgerOf(site, guest)).toEqual([50_000, 125_050, 200_000])

  await paper.goto(asked)
  await expect(paper.getByText('We’ve received $2,000 since we sent you this link')).toBeVisible()
  await expect(paper.getByText('$749.50 is left to pay in all')).toBeVisible()
  await expect(paper.getByLabel('Amount in dollars')).toHaveCount(0)
  await expect(paper.getByRole('link', { name: 'Pay another amount' })).toBeVisible()
  await page.goto(asked)
  await expectWellMade(page)
})

test('opening the page makes no payment intent at Stripe', async ({ page, site }) => {
  const guest = await booked(site)
  const before = site.stripe.paymentIntents().length
  await openLink(page, guest)
  await page.getByLabel(/The whole balance/).check()
  await expect(payButton(page)).toHaveText(/Pay \$4,000/)
  await page.getByLabel(/First installment/).check()
  await expect(payButton(page)).toHaveText(/Pay \$2,000/)
  await page.getByLabel(/The whole balance/).check()
  expect(site.stripe.paymentIntents()).toHaveLength(before)

  await fillCard(page, '4242424242424242')
  await payButton(page).dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(ledgerOf(site, guest)).toEqual([50_000, 400_000])
  expect(captured(site)).toEqual([50_000, 400_000])
  expect(statusOf(site, guest)).toBe('completed')
})

test('the second of two tabs does not pay again', async ({ page, site }) => {
  const guest = await booked(site)
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await openLink(tab, guest)
    await fillCard(tab, '4242424242424242')
  }
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await payButton(other).click()

  await expect(other.getByRole('alert').filter({ hasText: 'What is due has changed' })).toBeFocused()
  await expect(other.getByText('Final installment, due Sep 15, 2025')).toBeVisible()
  expect(ledgerOf(site, guest)).toEqual([50_000, 200_000])
  expect(captured(site)).toEqual([50_000, 200_000])
})

test('once Stripe answers again, the same press pays', async ({ page, site }) => {
  const guest = await booked(site)
  await openLink(page, guest)
  await fillCard(page, '4242424242424242')
  site.stripe.switches.apiDown = true
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Failed to initialize payment. Please try again.')

  site.stripe.switches.apiDown = false
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(captured(site)).toEqual([50_000, 200_000])
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('an outdated page shows what is due now, and silence of Stripe is told', async ({ page, site }) => {
    await test.step('an outdated page shows what is due now', async () => {
      const guest = await booked(site)
      await page.goto(`/pay/${guest.token}`)
      site.change('update bookings set total_cents = total_cents + 10000 where id = ?', guest.id)
      const button = page.getByRole('button', { name: /^Continue to pay/ })
      await expect(button).toHaveAccessibleName('Continue to payment')
      await button.click()

      await expect(page.getByRole('alert')).toContainText('What is due has changed')
      await expect(page.getByRole('radio', { name: 'First installment $2,100' })).toBeChecked()
      await button.click()
      await expect(page.getByLabel('Card number')).toBeVisible()
      await page.getByRole('link', { name: /Back/ }).click()
      await expect(page).toHaveURL(`/pay/${guest.token}`)
      expect(ledgerOf(site, guest)).toEqual([50_000])
    })

    await test.step('Stripe that does not answer is told in a sentence', async () => {
      const guest = await booked(site)
      await page.goto(`/pay/${guest.token}`)
      site.stripe.switches.apiDown = true
      await page.getByLabel(/The whole balance/).check()
      await page.getByRole('button', { name: /Continue to pay/ }).click()
      await expect(page.getByRole('alert')).toContainText('Failed to initialize payment. Please try again.')
    })
  })
})

test('no state violates WCAG 2.2 AA', async ({ page, site }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  const guest = await booked(site)
  await openLink(page, guest)
  await expectWellMadeAtBothWidths(page)
  await page.getByLabel(/The whole balance/).check()
  await fillCard(page, '4000000000000002')
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('declined')
  await expectWellMadeAtBothWidths(page)
  await fillCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectWellMadeAtBothWidths(page)
  await page.goto(`/pay/${guest.token}`)
  await expect(page.getByText('Nothing is due')).toBeVisible()
  await expectWellMadeAtBothWidths(page)
  await page.goto('/pay/unknown-unknown-unknown')
  await expectWellMadeAtBothWidths(page)
})

test.describe('two weeks before the journey, where both installments fall due on one day', () => {
  test.use({ variables: { CLOCK_START: '2025-10-05T17:00:00Z' } })

  test('both installments or one alone can be paid', async ({ page, site }) => {
    const guest = await booked(site)
    await openLink(page, guest)
    await expect(page.getByRole('radio', { name: 'Both installments $4,000' })).toBeChecked()
    await expect(payButton(page)).toHaveText(/Pay \$4,000/)
    await expectWellMade(page)

    await page.getByRole('radio', { name: 'Only the first installment $2,000' }).check()
    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    expect(ledgerOf(site, guest)).toEqual([50_000, 200_000])
    await openLink(page, guest)
    await expect(page.getByText('Final installment, due Oct 15, 2025: $2,000')).toBeVisible()
    await expect(page.getByRole('radio', { name: /installment|balance/ })).toHaveCount(0)
  })
})
