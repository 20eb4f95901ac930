import { aPartyOfThree, payerTokensOf } from '#tests/fixtures/party-of-three'
import type { Site } from '#tests/fixtures/site'
import { fillCard, payButton, payHostedPage } from './checkout-page'
import { expect, type Page, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

const ledgerOf = (site: Site, { id }: { id: number }) =>
  site
    .rows<{ line: string }>(
      `select (amount_cents / 100) || ' for ' || coalesce((select name from travelers where id = for_traveler_id), 'all')
        as line from payments where booking_id = ? order by id`,
      id,
    )
    .map(({ line }) => line)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('each of a party of three pays their own share, and an aunt by a link', async ({
  page,
  site,
  someoneElse,
}) => {
  test.slow()
  const party = await aPartyOfThree(site)
  await page.setViewportSize(PHONE)

  await test.step('the lead traveler ticks it', async () => {
    await page.goto(`/booking/${party.token}`)
    await expectWellMadeAtBothWidths(page)
    await page.getByRole('button', { name: 'Each pays their own share' }).click()
    await expect(page.getByText('Each of you pays their own share now', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pay Achieng’s share' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'No email address yet: add it' })).toHaveCount(1)
    await expectWellMadeAtBothWidths(page)
    await site.mailbox.waitFor(({ to }) => to.includes(party.achieng.email))
  })

  const achieng = await someoneElse()
  await achieng.setViewportSize(PHONE)
  await test.step('a companion pays their next part by card', async () => {
    await achieng.goto(`/traveler/${party.achieng.token}`)
    await expectWellMadeAtBothWidths(achieng)
    await achieng.getByRole('link', { name: 'Pay my share' }).click()
    await expect(heading(achieng, 'Your share of the Texas Country Music & Safari Tour')).toBeVisible()
    await expect(payButton(achieng)).toBeEnabled()
    await expect(achieng.getByRole('checkbox')).toHaveCount(0)
    await expectWellMadeAtBothWidths(achieng)
    await fillCard(achieng, '4000000000000002')
    await payButton(achieng).click()
    await expect(achieng.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeFocused()
    await fillCard(achieng, '4242424242424242')
    await achieng.getByRole('button', { name: 'Pay $2,000' }).click()
    await expect(heading(achieng, 'Thank you')).toBeVisible()
    await expect(achieng.getByText('Left of your share').locator('..')).toContainText('$2,000')
    await expectWellMadeAtBothWidths(achieng)
    await achieng.getByRole('link', { name: 'Printable receipt' }).click()
    await expect(achieng.getByText('Achieng Otieno')).toBeVisible()
    await expectWellMadeAtBothWidths(achieng)
    await achieng.getByRole('link', { name: 'Back to your page' }).click()
    await expect(achieng.getByRole('link', { name: /^Receipt/ })).toHaveCount(1)
    expect(ledgerOf(site, party)).toEqual(['1500 for all', '2000 for Achieng Otieno'])
  })

  await test.step('and asks an aunt, who pays by a link', async () => {
    await achieng.getByText('Somebody else pays').click()
    await achieng.getByLabel('Who pays').fill('Aunt Rose')
    await achieng.getByLabel('Amount in dollars').fill('5,000')
    await achieng.getByRole('button', { name: 'Make a link' }).click()
    await expect(achieng.getByText('Please enter an amount from $0.50 to $1,999.50')).toBeVisible()
    await expect(achieng.getByLabel('Who pays')).toHaveValue('Aunt Rose')
    await achieng.getByLabel('Amount in dollars').fill('500')
    await achieng.getByRole('button', { name: 'Make a link' }).dblclick()
    await expect(achieng.getByText('The link is ready', { exact: true })).toBeVisible()
    const [token = '', second] = payerTokensOf(site, party)
    expect(second).toBeUndefined()
    await expect(achieng.getByLabel('The link for Aunt Rose')).toHaveValue(`${site.url}/pay/${token}`)
    await expect(achieng.getByLabel('Who pays')).toHaveValue('')
    await expectWellMadeAtBothWidths(achieng)

    const rose = await someoneElse()
    await rose.setViewportSize(PHONE)
    await rose.goto(`/pay/${token}`)
    await expect(heading(rose, 'A payment for Achieng’s journey')).toBeVisible()
    await expect(payButton(rose)).toBeEnabled()
    await expect(rose.getByRole('radio')).toHaveCount(0)
    await expectWellMadeAtBothWidths(rose)
    await fillCard(rose, '4242424242424242')
    await rose.getByRole('button', { name: 'Pay $500' }).click()
    await expect(rose.getByText('Thank you. We received $500 for Achieng’s journey.')).toBeVisible()
    await expect(rose.getByText('Aunt Rose')).toBeVisible()
    await expectWellMadeAtBothWidths(rose)
    await rose.goto(`/pay/${token}`)
    await expect(heading(rose, 'Receipt')).toBeVisible()
    expect(ledgerOf(site, party).at(-1)).toBe('500 for Achieng Otieno')
  })

  await test.step('the lead traveler pays another’s share', async () => {
    await page.goto(`/pay/${party.token}`)
    await expect(heading(page, 'Pay your share')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.getByRole('link', { name: 'Pay Baraka’s share' }).click()
    await expect(heading(page, 'Pay Baraka’s share')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.getByLabel(/All that is left/).check()
    await fillCard(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay $4,000' }).click()
    await expect(page.getByText('Left of Baraka’s share').locator('..')).toContainText('Nothing')
    await page.getByRole('link', { name: 'See your booking' }).click()
    await expect(
      page.locator('#who-pays').getByRole('listitem').filter({ hasText: 'Baraka Mwangi' }),
    ).toContainText('Paid')
    await expect(page.getByRole('table')).toContainText('Aunt Rose')
    await expectWellMadeAtBothWidths(page)
    expect(ledgerOf(site, party).at(-1)).toBe('4000 for Baraka Mwangi')
  })

  await test.step('a link is withdrawn, and says so', async () => {
    await page.getByLabel('Who pays').fill('Uncle Ben')
    await page.getByLabel('Amount in dollars').fill('250')
    await page.getByRole('button', { name: 'Make a link' }).click()
    await expect(page.getByLabel('The link for Uncle Ben')).toBeVisible()
    await page.getByText('Withdraw the link for Uncle Ben').click()
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await expect(page.getByText('The link is withdrawn', { exact: true })).toBeVisible()
    await page.goto(`/pay/${payerTokensOf(site, party).at(-1)}`)
    await expect(page.getByText('This link was withdrawn')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
  })
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test('shares are paid on Stripe’s page, and the lead traveler pays for everybody again', async ({
    page,
    site,
  }) => {
    test.slow()
    const party = await aPartyOfThree(site)
    await page.goto(`/booking/${party.token}`)
    await page.getByRole('button', { name: 'Each pays their own share' }).click()
    await expect(page.getByText('Each of you pays their own share now', { exact: true })).toBeVisible()

    await page.goto(`/pay/${party.baraka.token}`)
    await page.getByLabel(/All that is left/).check()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByLabel('Email').fill('baraka@example.com')
    await payHostedPage(page)
    await expect(heading(page, 'Thank you')).toBeVisible()
    await expect(page.getByText('Your receipt stays on your page.')).toBeVisible()
    await page.getByRole('link', { name: 'See your page' }).click()
    await expect(page.getByText('Left to pay').locator('..')).toContainText('Nothing')

    await page.goto(`/booking/${party.token}`)
    await page.getByText('Somebody else pays').click()
    await page.getByLabel('For').selectOption('Achieng’s share')
    await page.getByLabel('Who pays').fill('Aunt Rose')
    await page.getByLabel('Amount in dollars').fill('400')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByLabel('The link for Aunt Rose').inputValue()
    await page.goto(link)
    await page.getByRole('button', { name: 'Continue to pay $400' }).click()
    await page.getByLabel('Email').fill('rose@example.com')
    await payHostedPage(page)
    await expect(page.getByText('Thank you. We received $400 for Achieng’s journey.')).toBeVisible()

    await page.goto(`/booking/${party.token}`)
    await page.getByText('Pay for everybody again').click()
    await page.getByRole('button', { name: 'I pay for everybody' }).click()
    await expect(page.getByText('You pay for everybody again', { exact: true })).toBeVisible()
    await page.goto(`/pay/${party.achieng.token}`)
    await expect(page.getByText('Wanjiru pays for everybody')).toBeVisible()
    expect(ledgerOf(site, party)).toEqual([
      '1500 for all',
      '4000 for Baraka Mwangi',
      '400 for Achieng Otieno',
    ])
  })
})
