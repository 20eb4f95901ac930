import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { eventually, type Site } from '#tests/fixtures/site'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { toast } from './toast'
import { expectWellMade, expectWellMadeAtBothWidths, PHONE } from './well-made'

async function aPaidDeposit(site: Site, name = 'Wanjiru Kamau') {
  const { body } = await createPaymentIntent(site.url, {
    customerInfo: customerInfo('wanjiru@example.com', name),
  })
  site.stripe.payIntent(String(body.paymentIntentId), '4242424242424242')
  await eventually(() => site.rows(`select 1 from bookings where payment_status = 'deposit_paid'`).length > 0)
  const [row] = site.rows<{ booking_reference: string; link_token: string }>('select * from bookings')
  return { reference: String(row?.booking_reference), token: String(row?.link_token) }
}

const open = (page: Page, query = '') => signInTo(page, `/admin/installments${query}`)

const reminders = (site: Site) =>
  site
    .rows<{ kind: string }>(`select kind from outbox where kind like 'reminder-%' order by id`)
    .map(({ kind }) => kind)

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('a season is foretold, lived through, and looked back on', async ({ page, site }) => {
      const { reference } = await aPaidDeposit(site)
      await open(page, '?day=2025-08-08')
      const automation = page.getByText('Automation', { exact: true })
      await automation.click()
      for (const tile of ['Email system active', 'Payment processing connected', 'Automation ready for cron'])
        await expect(page.getByText(tile)).toBeVisible()

      const foretold = page.getByRole('table', { name: 'Reminders on Aug 8, 2025' })
      await expect(foretold.getByRole('row').nth(1)).toContainText(`Wanjiru Kamau${reference}1`)
      await expect(foretold.getByRole('row').nth(1)).toContainText('$2,000Friendly')
      expect(reminders(site)).toEqual([])

      await page.getByText('Move the clock (test mode)').click()
      await page.getByLabel('To noon on').fill('2025-08-08')
      await page.getByRole('button', { name: 'Move', exact: true }).click()
      await expect(toast(page, 'The clock was moved')).toBeVisible()
      await expect(page.getByText('It is Aug 8, 2025 12:00 PM in Central Time')).toBeVisible()
      await expect.poll(() => reminders(site)).toEqual(['reminder-friendly'])
      const letter = await site.mailbox.waitFor(({ subject }) => subject.startsWith('Coming up'))
      expect(letter.to).toEqual(['wanjiru@example.com'])

      if (!scripts) await automation.click()
      await page.getByRole('button', { name: 'Check & Send Reminders' }).click()
      await expect(toast(page, 'Reminder check completed successfully')).toContainText('0 emails written')
      if (!scripts) await automation.click()
      await page.getByRole('button', { name: 'Process Overdue Payments' }).click()
      await expect(toast(page, 'Overdue processing completed successfully')).toBeVisible()
      expect(reminders(site)).toEqual(['reminder-friendly'])
      if (!scripts) await automation.click()
      await expect(page.getByRole('table', { name: 'Last runs' })).toContainText('Wambui')

      await page.getByRole('link', { name: 'Overdue', exact: true }).click()
      await expect(page.getByText('No installment is in this state')).toBeVisible()
    })

    test('impossible days are refused, a link is made and a reminder sent by hand', async ({
      page,
      site,
    }) => {
      const { reference, token } = await aPaidDeposit(site)
      await test.step('impossible days are refused under their field', async () => {
        await open(page)
        await page.getByText('Manual operations').click()
        await page.getByLabel('Booking Reference').fill(reference)
        await page.getByLabel('Days Until Due').fill('400')
        await page.locator('#manual-operations').evaluate((form) => form.setAttribute('novalidate', ''))
        await page.getByRole('button', { name: 'Send Manual Reminder' }).click()
        await expect(page.getByText('Days until due must be a whole number from 0 to 365')).toBeVisible()
        await expect(page.getByLabel('Days Until Due')).toHaveValue('400')
        expect(reminders(site)).toEqual([])
      })

      await test.step('a link is made and a reminder sent by hand', async () => {
        await page.goto('/admin/installments')
        await page.getByText('Manual operations').click()
        const link = page.getByRole('button', { name: 'Generate Payment Link' })
        if (scripts) await expect(link).toBeDisabled()
        else {
          await link.click()
          await expect(page.getByText('Please enter a booking reference')).toBeVisible()
        }

        await page.getByLabel('Booking Reference').fill('TS-ZZZZZZ')
        await link.click()
        await expect(page.getByRole('alert')).toContainText('Booking not found')
        await expect(page.getByLabel('Booking Reference')).toHaveValue('TS-ZZZZZZ')

        await page.getByLabel('Booking Reference').fill(` ${reference.toLowerCase()} `)
        await link.click()
        await expect(page.getByRole('textbox', { name: 'Payment Link Generated' })).toHaveValue(
          `${site.url}/pay/${token}`,
        )

        const days = page.getByLabel('Days Until Due')
        await expect(days).toHaveAccessibleDescription(/4 or more days, friendly; 2 or 3, urgent/)
        if (scripts) {
          await days.fill('3')
          await expect(page.getByText('Sends the urgent reminder.')).toBeVisible()
          await days.fill('7')
          await expect(page.getByText('Sends the friendly reminder.')).toBeVisible()
        }
        await page.getByRole('button', { name: 'Send Manual Reminder' }).click()
        await expect(toast(page, 'Payment reminder sent successfully')).toBeVisible()
        await expect.poll(() => reminders(site)).toEqual(['reminder-friendly'])
      })
    })

    test('a contradictory or repeated reminder asks first', async ({ page, site }) => {
      const { reference } = await aPaidDeposit(site)
      await open(page)
      const ask = async (days: string) => {
        const field = page.getByLabel('Booking Reference')
        if (!(await field.isVisible())) await page.getByText('Manual operations').click()
        await page.getByLabel('Booking Reference').fill(reference)
        await page.getByLabel('Days Until Due').fill(days)
        await page.getByRole('button', { name: 'Send Manual Reminder' }).click()
      }
      const question = page
        .getByRole('alert')
        .filter({ hasText: `Send this reminder for ${reference} anyway?` })

      await ask('1')
      await expect(question).toContainText('The installment is due on Aug 15, 2025, in 75 days.')
      await expect(question).toContainText('It is early for a final notice.')
      await expect(page.getByRole('button', { name: 'Do Not Send' })).toBeFocused()
      await expect(page.getByLabel('Days Until Due')).toHaveValue('1')
      if (scripts) await expectWellMade(page)
      await page.getByRole('button', { name: 'Do Not Send' }).click()
      await expect(question).toHaveCount(0)
      expect(reminders(site)).toEqual([])

      await ask('1')
      await page.getByRole('button', { name: 'Send Anyway' }).click()
      await expect(toast(page, 'Payment reminder sent successfully')).toBeVisible()
      expect(reminders(site)).toEqual(['reminder-final'])

      await ask('1')
      await expect(question).toContainText('The same reminder was sent by hand')
      expect(reminders(site)).toEqual(['reminder-final'])
      await expect(page.getByRole('row', { name: /Aug 15, 2025/ })).toContainText('Final notice')
    })

    test('an overdue row leads to its reminder, filled in', async ({ page, site }) => {
      const { reference } = await aPaidDeposit(site)
      site.change("update installments set due_on = '2025-05-31' where number = 1")
      await open(page, '?state=overdue')
      await page.getByRole('link', { name: `Remind Wanjiru Kamau, ${reference}` }).click()
      await expect(page.getByLabel('Booking Reference')).toHaveValue(reference)
      await expect(page.getByLabel('Days Until Due')).toHaveValue('0')
      await page.getByRole('button', { name: 'Send Manual Reminder' }).click()
      await expect(toast(page, 'Payment reminder sent successfully')).toBeVisible()
      await expect(page).toHaveURL(/installments\?state=overdue$/)
      await expect(page.getByRole('row', { name: new RegExp(reference) })).toContainText('Overdue')
      expect(reminders(site)).toEqual(['reminder-overdue'])
    })
  })

test("nothing is in anybody's way", async ({ page, site }) => {
  test.slow()
  await aPaidDeposit(site, 'Wanjiru Nyokabi Kamau-Odhiambo')
  await page.setViewportSize(PHONE)
  await open(page, '?day=2025-08-08')
  await expectWellMadeAtBothWidths(page)
})

test('nobody moves the clock outside test mode', async ({ page, site }) => {
  await site.killHard()
  await site.start({ STRIPE_SECRET_KEY: undefined })
  await open(page)
  await expect(page.getByText('Move the clock')).toHaveCount(0)
  await expect(page.getByText('Payments are not configured')).toBeVisible()
})
