import { fillCard, fillTraveler, payButton } from './checkout-page'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { toast } from './toast'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

const ASKED = {
  Name: 'Amani Njoroge',
  Email: 'amani@example.com',
  Phone: '+1 713 555 0166',
  'Who would you bring?': 'My choir: forty people, in October',
}

/** Of the letter of this kind, the first address that begins so. */
const linkIn = (text: string, begins: string) =>
  text.match(new RegExp(`https?://\\S+?${begins}[^\\s)|]*`))?.[0] ?? ''

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: PHONE })

    test('someone applies, is approved in two presses, and brings a guest who has a seat kept', async ({
      page,
      site,
      someoneElse,
    }) => {
      test.slow()
      const look = (where: string) => (scripts ? expectWellMadeAtBothWidths(page, where) : undefined)
      await page.goto('/twende-home')
      await page.getByRole('link', { name: 'Become an ambassador' }).first().click()
      const form = page.getByRole('form', { name: 'Tell us who you would bring' })
      for (const [label, words] of Object.entries({ ...ASKED, Email: 'amani' }))
        await form.getByLabel(label).fill(words)
      await form.getByRole('button', { name: 'Apply as an ambassador' }).click()
      await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
      await expect(form.getByLabel('Who would you bring?')).toHaveValue(ASKED['Who would you bring?'])
      await look('application, refused')
      await form.getByLabel('Email').fill(ASKED.Email)
      await form.getByRole('button', { name: 'Apply as an ambassador' }).click()
      await site.mailbox.waitFor(({ subject, text }) => `${subject}${text}`.includes(ASKED.Name))

      await signInTo(page, '/admin/leaders')
      await look('leaders')
      await page
        .getByRole('link', { name: /Amani Njoroge/ })
        .first()
        .click()
      await look('an application')
      await page.getByRole('button', { name: 'Approve and send the link' }).click()
      await expect(toast(page, 'Leader saved')).toBeVisible()
      const { text } = await site.mailbox.waitFor(({ subject }) => subject.startsWith('Welcome'))

      await page.goto('/admin/leaders/1')
      await page.getByRole('link', { name: /^Agree for Oct 16/ }).click()
      await page.getByLabel('Seats kept for the code').fill('20')
      await page.getByLabel('Last day they are kept').fill('2025-07-15')
      await page.getByLabel('Sum for each traveler').fill('50')
      await look('an agreement')
      await page.getByRole('button', { name: 'Save agreement' }).click()
      await expect(toast(page, 'Agreement saved')).toBeVisible()
      await look('a leader')

      await page.goto('/admin/departures/1')
      await expect(page.getByText('20 kept for leaders, 0 free')).toBeVisible()
      await page.goto('/texascountrysafari')
      await expect(page.getByText('All 20 taken')).toBeVisible()
      const guest = await someoneElse({ javaScriptEnabled: true })
      await guest.goto(linkIn(text, '/texascountrysafari'))
      await expect(guest.getByText('20 of 20 left')).toBeVisible()
      await bookAsGuest(guest)

      await page.goto(linkIn(text, '/leader/'))
      await expect(page.getByText('19 of 20 seats left')).toBeVisible()
      const main = page.locator('main')
      await expect(main).toContainText('Wanjiru')
      await expect(main).not.toContainText('Kamau')
      await expect(main).not.toContainText('wanjiru@example.com')
      await look('the leader’s own page')
    })
  })

/** With scripts, since a card is typed in Stripe's frame. */
async function bookAsGuest(guest: Page) {
  await guest.locator('a[href^="/checkout?roomType=double"]').first().click()
  await expect(guest.getByLabel('Discount code')).toHaveValue('AMANI')
  await expect(guest.getByText('You travel with the group of Amani.')).toBeVisible()
  await fillTraveler(guest)
  await fillCard(guest, '4242424242424242')
  await payButton(guest).click()
  await expect(guest.getByText('Payment Successful!', { exact: true })).toBeVisible()
}
