import { booked } from '#tests/fixtures/booked'
import { aPartyOfThree } from '#tests/fixtures/party-of-three'
import type { Site } from '#tests/fixtures/site'
import { fillCard, fillTraveler, payButton } from './checkout-page'
import { signInTo } from './sign-in'
import { expect, type Locator, type Page, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

const TICK = 'Charge this card for the installments on their dates.'
const WORDS = 'to charge this card automatically: $2,000 on August 15, 2025 and $2,000 on September 15, 2025.'

/** One pixel where words are only read out. */
const heightOf = async (words: Locator) => (await words.boundingBox())?.height

const offer = (site: Site) => site.change('update site_settings set offers_autopay = 1')

const consents = (site: Site) =>
  site.rows<{ payer_email: string; last4: string | null; ended_for: string | null }>(
    'select payer_email, last4, ended_for from autopay_consents order by id',
  )

/** The link that a payer's copy of the agreement has. */
async function linkInMail(site: Site, to: string) {
  const copy = await site.mailbox.waitFor(
    (mail) => mail.subject.startsWith('Automatic payment for') && mail.to.includes(to),
  )
  return /\/autopay\/\S+/.exec(copy.text)?.[0] ?? ''
}

async function payHostedPage(page: Page) {
  await page.getByLabel('Card number').fill('5555555555554444')
  await page.getByLabel(/Expir/).fill('12 / 34')
  await page.getByLabel('Cardholder name').fill('Wanjiru Kamau')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^(Pay|Save)/ }).click()
}

test('with the deposit a guest agrees, another card takes its place, and staff see it', async ({
  page,
  site,
}) => {
  test.slow()
  offer(site)
  await page.setViewportSize(PHONE)
  await page.goto('/checkout?roomType=double&paymentType=deposit')
  await fillTraveler(page)
  await expect(page.getByRole('checkbox', { name: TICK })).not.toBeChecked()
  const words = page.getByText(WORDS)
  await expect(page.getByText(/^\$2,000 on August 15, 2025 and .* you can stop at any time\.$/)).toBeVisible()
  expect(await heightOf(words)).toBe(1)
  await expectWellMadeAtBothWidths(page)
  await page.getByRole('checkbox', { name: TICK }).check()
  expect(await heightOf(words)).toBeGreaterThan(40)
  await expect(page.getByLabel('Email of the person paying')).toHaveValue('wanjiru@example.com')
  await page.getByLabel('Email of the person paying').fill('aunt@example.com')
  await fillCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: /Karibu/ })).toBeVisible()
  // Stripe is asked by what the card is known, while the page is there already.
  await expect
    .poll(() => consents(site))
    .toEqual([{ payer_email: 'aunt@example.com', last4: '4242', ended_for: null }])

  await page.goto(await linkInMail(site, 'aunt@example.com'))
  await expect(page.getByRole('heading', { name: 'Visa •••• 4242' })).toBeVisible()
  await expectWellMadeAtBothWidths(page)
  await page.getByRole('button', { name: 'Use another card' }).click()
  await payHostedPage(page)
  await expect(page.getByRole('heading', { name: 'Mastercard •••• 4444' })).toBeVisible()
  expect(consents(site).map(({ ended_for }) => ended_for)).toEqual(['other-method', null])

  const [{ link_token = '' } = {}] = site.rows<{ link_token: string }>('select link_token from bookings')
  await page.goto(`/booking/${link_token}`)
  const step = page.getByRole('link', { name: /Charged on Aug 15, 2025 \$2,000 to Mastercard •••• 4444/ })
  await expect(step).toBeVisible()

  await signInTo(page, '/admin/installments')
  await expect(page.getByText('Automatic, Aug 15, 2025')).toBeVisible()
  await expectWellMadeAtBothWidths(page)
  await page
    .getByRole('link', { name: /^Remind/ })
    .first()
    .click()
  await expect(page.getByText('This installment is charged automatically')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('it is agreed with an installment, and stopped by the link in the letter', async ({ page, site }) => {
    test.slow()
    offer(site)
    const guest = await booked(site)
    await page.setViewportSize(PHONE)
    await page.goto(`/pay/${guest.token}`)
    await expect(
      page.getByText('to charge this card automatically: $2,000 on September 15, 2025.'),
    ).toBeVisible()
    await page.getByRole('checkbox', { name: TICK }).check()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await payHostedPage(page)
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()

    await page.goto(`/booking/${guest.token}`)
    await expect(page.getByText('The installments are charged to Mastercard •••• 4444')).toBeVisible()
    await page.goto(await linkInMail(site, guest.email))
    await page.getByRole('button', { name: 'Stop automatic payment' }).click()
    await expect(page.getByText('Automatic payment is stopped')).toBeVisible()
    await page.goto(`/booking/${guest.token}`)
    await expect(page.getByText('The installments are charged to')).toHaveCount(0)
    expect(consents(site).at(-1)?.ended_for).toBe('stopped')
  })
})

const FROM_ACCOUNT = 'Charge this bank account for the installments on their dates.'

/** Each pays their own share, as the lead traveler said on their page. */
async function aPartyThatShares(page: Page, site: Site) {
  offer(site)
  const party = await aPartyOfThree(site)
  await page.setViewportSize(PHONE)
  await page.goto(`/booking/${party.token}`)
  await page.getByRole('button', { name: 'Each pays their own share' }).click()
  await expect(page.getByText('Each of you pays their own share now', { exact: true })).toBeVisible()
  return party
}

test('a companion agrees for their own share, to an account, and stops it on their own page', async ({
  page,
  site,
}) => {
  test.slow()
  const { achieng } = await aPartyThatShares(page, site)
  await page.goto(`/pay/${achieng.token}`)
  await expect(page.getByText(WORDS.replace('$2,000 on August 15, 2025 and ', ''))).toBeVisible()
  await page.getByRole('radio', { name: 'From a bank account' }).check()
  const tick = page.getByRole('checkbox', { name: FROM_ACCOUNT })
  await tick.check()
  await expect(page.getByText('charge this bank account automatically: $2,000')).toBeVisible()
  await expect(page.getByLabel('Email of the person paying')).toHaveValue('')
  await page
    .frameLocator('iframe[title="Secure payment input frame"]')
    .getByLabel('Full name')
    .fill('Achieng Otieno')
  await expectWellMadeAtBothWidths(page, 'the tick of an account')
  await page.getByRole('button', { name: 'Pay $2,000' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect.poll(() => consents(site).at(-1)?.payer_email).toBe(achieng.email)

  await page.goto(`/traveler/${achieng.token}`)
  await expect(page.getByText(/The installments are charged to .* •••• 6789/)).toBeVisible()
  await expectWellMadeAtBothWidths(page, 'their own page')
  await page.getByRole('link', { name: 'Stop or use a card' }).click()
  await expectWellMadeAtBothWidths(page, 'where it is stopped')
  await page.getByRole('button', { name: 'Stop automatic payment' }).click()
  await expect(page.getByText('Automatic payment is stopped')).toBeVisible()
  expect(consents(site).at(-1)?.ended_for).toBe('stopped')
})

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('a companion agrees for their own share on Stripe’s page, and the lead traveler reads it', async ({
    page,
    site,
  }) => {
    test.slow()
    const { achieng, token } = await aPartyThatShares(page, site)
    await page.goto(`/pay/${achieng.token}`)
    await page.getByRole('radio', { name: 'From a bank account' }).check()
    await expect(page.getByText(FROM_ACCOUNT)).toBeVisible()
    await expect(page.getByText(TICK)).toBeHidden()
    await page.getByRole('radio', { name: 'Card', exact: true }).check()
    await page.getByRole('checkbox', { name: TICK }).check()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await payHostedPage(page)
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await linkInMail(site, achieng.email)

    await page.goto(`/booking/${token}`)
    await expect(page.getByText('due Sep 15, 2025, charged automatically')).toBeVisible()
    await expect(page.getByText('The installments are charged to')).toHaveCount(0)
  })
})
