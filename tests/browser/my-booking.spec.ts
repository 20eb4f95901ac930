import { booked } from '#tests/fixtures/booked'
import { expect, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('an e-mailed link leads to booking, receipt and payment', async ({ page, site }) => {
      const guest = await booked(site)
      await page.goto('/pay/cut-short-on-its-way')
      await page.getByRole('link', { name: 'Send me my link' }).click()
      await page.getByLabel('Email').fill('wanjiru@nowhere')
      await page.getByRole('button', { name: 'Send me my link' }).click()
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('wanjiru@nowhere')
      await expect(page.getByLabel('Email')).toBeFocused()

      await page.getByLabel('Email').fill(guest.email)
      await page.getByRole('button', { name: 'Send me my link' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Please check your inbox' })).toContainText(
        'If we know this address, an email with your link is on its way.',
      )
      const mail = await site.mailbox.waitFor(({ subject }) => subject === 'The link to your booking')
      expect(mail.to).toEqual([guest.email])
      const [link] = /http\S+\/booking\/\S+/.exec(mail.text) ?? []

      await page.goto(String(link))
      for (const fact of [guest.reference, 'Deposit paid', '$4,000', 'Aug 15, 2025', 'Sep 15, 2025'])
        await expect(page.getByText(fact).first()).toBeVisible()
      await page.getByRole('heading', { name: 'Change or cancel' }).click()
      await expect(page.getByText('you get $500 back to your card')).toBeVisible()
      await page.getByText('Ask for a change', { exact: true }).click()
      const what = page.getByLabel('What should we change?')
      await expect(what.getByRole('option', { name: 'A traveler can’t come' })).toHaveCount(0)
      await what.selectOption('Something else')
      await page.getByRole('button', { name: 'Send the request' }).click()
      await expect(page.getByText('Please tell us what to change')).toBeVisible()
      await expect(page.getByLabel('In your own words')).toBeFocused()
      await expect(what).toHaveValue('change')
      await what.selectOption('More time to pay')
      await page.getByRole('button', { name: 'Send the request' }).click()
      await expect(page.getByText('You asked for more time to pay, Jun 1, 2025')).toBeVisible()
      await site.mailbox.waitFor(({ subject }) => subject.startsWith('Guest request for more time to pay: '))
      await page.getByText('Ask for a change', { exact: true }).click()
      await expect(what.getByRole('option', { name: 'More time to pay' })).toHaveCount(0)

      await page.getByText('Ask to cancel', { exact: true }).click()
      await page.getByLabel('Anything we should know?').fill('Grandmother is ill.')
      await page.getByRole('button', { name: 'Ask to cancel the booking' }).click()
      await expect(page.getByText('You asked to cancel, Jun 1, 2025')).toBeVisible()
      const asked = await site.mailbox.waitFor(({ subject }) =>
        subject.startsWith('Guest request to cancel: '),
      )
      expect(asked.text).toContain('Grandmother is ill.')
      const received = await site.mailbox.waitFor(
        ({ subject, text }) => subject.startsWith('We received your request') && text.includes('to cancel'),
      )
      expect(received.to).toEqual([guest.email])

      const toCancel = page
        .locator('div')
        .filter({ has: page.locator(':scope > p', { hasText: 'You asked to cancel' }) })
      await toCancel.getByText('Changed your mind?').click()
      await toCancel.getByRole('button', { name: 'Take the request back' }).click()
      await expect(page.getByText('Your request has been taken back').first()).toBeVisible()
      await expect(page.getByText('You asked to cancel, Jun 1, 2025')).toHaveCount(0)
      await expect(page.getByText('You asked for more time to pay, Jun 1, 2025')).toBeVisible()
      await site.mailbox.waitFor(({ subject }) => subject.startsWith('Guest request taken back: '))

      const [calendar] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Add the dates to my calendar' }).click(),
      ])
      expect(calendar.suggestedFilename()).toBe(`safari-${guest.reference}.ics`)

      await page.getByRole('link', { name: /^Receipt/ }).click()
      await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
      await expect(page.getByText('12 Congress Avenue')).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByText('Payment by card')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Back to your booking' })).toBeHidden()
      await expect(page.getByText('Test mode', { exact: false })).toBeHidden()
      await page.emulateMedia({ media: 'screen' })

      await page.getByRole('link', { name: 'Back to your booking' }).click()
      await page.getByRole('link', { name: 'Make a payment' }).click()
      await expect(page.getByRole('heading', { name: 'Pay for your safari' })).toBeVisible()
      await expect(page.getByRole('radio', { name: 'First installment $2,000' })).toBeChecked()
      await expect(
        page.getByRole('button', { name: scripts ? 'Pay $2,000' : 'Continue to payment' }),
      ).toBeEnabled()
    })
  })

test.describe('there is no violation of WCAG 2.2 AA', () => {
  test.use({ viewport: PHONE })

  test('on the booking, standing or canceled, and on a receipt', async ({ page, site }) => {
    const guest = await booked(site)
    await page.goto(`/booking/${guest.token}`)
    await expectWellMadeAtBothWidths(page)
    await page.getByRole('link', { name: /^Receipt/ }).click()
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    site.change("update bookings set payment_status = 'cancelled' where id = ?", guest.id)
    await page.goto(`/booking/${guest.token}`)
    await expect(page.getByText('This booking is canceled')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
  })

  test('on the form that sends the link, in every state', async ({ page }) => {
    await page.goto('/my-booking')
    await expectWellMadeAtBothWidths(page)
    await page.getByLabel('Email').fill('a@b')
    await page.getByRole('button', { name: 'Send me my link' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.goto('/my-booking?sent')
    await expectWellMadeAtBothWidths(page)
  })
})
