import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site } from '#tests/fixtures/site'
import { signInTo } from './sign-in'
import { expect, test } from './site-test'
import { toast } from './toast'
import { expectWellMadeAtBothWidths } from './well-made'

// Staff let each of a party pay their own share, see who has paid, and enter money for one of them.

/** A couple whose deposit is paid; the companion has a name and an address of their own. */
async function aCouple(site: Site): Promise<string> {
  const { body } = await createPaymentIntent(site.url, {
    numberOfGuests: 2,
    amount: 1_000,
    customerInfo: customerInfo('wanjiru@example.com', 'Wanjiru Kamau'),
  })
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  const paid = () => site.rows("select id from bookings where payment_status = 'deposit_paid'").length
  await eventually(() => paid() === 1)
  site.change(
    "update travelers set name = 'Achieng Otieno', email = 'achieng@example.com' where position = 2",
  )
  return String(body.bookingReference)
}

/** What a companion's page makes. */
const A_LINK = `insert into payer_links (booking_id, for_traveler_id, payer_name, amount_cents, link_token, created_at)
  select booking_id, id, 'Grace Otieno', 50000, 'a-link-of-thirty-two-characters-', 1748797200000
  from travelers where position = 2`

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('each pays their own share, until one pays for everybody again', async ({ page, site }) => {
      test.slow()
      const reference = await aCouple(site)
      await signInTo(page, `/admin/bookings/${reference}`)
      await page.getByRole('link', { name: 'Let each pay their own share' }).click()
      const letting = page.getByRole('dialog', { name: `Let each of ${reference} pay their own share?` })
      await expect(letting).toContainText('Achieng Otieno$4,000')
      if (scripts) await expectWellMadeAtBothWidths(page)
      await letting.getByRole('button', { name: 'Let each pay' }).click()
      await expect(toast(page, 'Each pays their own share')).toBeVisible()

      await page.getByRole('link', { name: 'Record payment' }).click()
      const recording = page.getByRole('dialog', { name: 'Record a payment' })
      await recording.getByLabel('Amount in dollars').fill('2000')
      await recording.getByLabel('How was it paid?').selectOption('Wire transfer')
      await recording.getByLabel('Whose share?').selectOption('Achieng Otieno, $4,000 left')
      if (scripts) await expectWellMadeAtBothWidths(page)
      await recording.getByRole('button', { name: 'Record payment' }).click()
      await expect(toast(page, 'Payment recorded')).toBeVisible()
      await page.getByRole('link', { name: 'Refund', exact: true }).click()
      const refunding = page.getByRole('dialog', { name: `Refund ${reference}` })
      await refunding.getByRole('radio', { name: 'A part' }).check()
      await refunding.getByLabel('Amount in dollars').fill('100')
      await refunding.getByLabel('Whose money is it?').selectOption('Achieng Otieno, up to $1,000')
      await refunding.getByRole('radio', { name: 'It stays' }).check()
      if (scripts) await expectWellMadeAtBothWidths(page)
      await refunding.getByRole('button', { name: 'Show what it comes to' }).click()
      const sure = page.getByRole('dialog', { name: `Refund $100 of ${reference}?` })
      await expect(sure).toContainText('$100 of the money of Achieng Otieno goes back to')
      await expect(sure).toContainText('We’ll email them and the lead traveler.')
      await sure.getByRole('button', { name: 'Refund $100' }).click()
      await expect(toast(page, 'Refund ordered')).toBeVisible()

      site.change(A_LINK)
      await page.reload()
      const shares = page.getByRole('region', { name: 'Shares, the lead traveler’s first' })
      await expect(shares.getByRole('row').nth(2)).toContainText(
        /Achieng Otieno\$4,500\$2,400\$2,100\$100, due Aug 15, 2025Achieng Otieno/,
      )
      const links = page.getByRole('region', { name: 'Links for somebody else to pay' })
      await expect(links).toBeHidden()
      await page.locator('summary', { hasText: 'Links for somebody else to pay 1, 1 open' }).press('Enter')
      await expect(links.getByRole('row').nth(1)).toContainText('Grace Otieno$500Achieng Otieno’s share')
      if (scripts) await expectWellMadeAtBothWidths(page)

      await page
        .getByRole('region', { name: 'Ledger' })
        .getByRole('link', { name: 'Receipt' })
        .nth(-2)
        .click()
      await expect(page.getByRole('main')).toContainText(/Received from\s*Achieng Otieno/)
      await page.getByRole('link', { name: `Back to ${reference}` }).click()

      await page.getByRole('link', { name: 'Let one pay for everybody again' }).click()
      await page.getByRole('button', { name: 'Let one pay' }).click()
      await expect(toast(page, 'The lead traveler pays for everybody again')).toBeVisible()
      await expect(shares).toHaveCount(0)
      expect(site.rows('select each_pays from bookings')).toEqual([{ each_pays: 0 }])
    })
  })
