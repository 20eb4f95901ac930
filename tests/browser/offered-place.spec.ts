import { booked } from '#tests/fixtures/booked'
import { expect, type Page, test } from './site-test'
import { expectWellMade } from './well-made'

test.use({ viewport: { width: 390, height: 844 } })

test('a place is offered for the fee shown, taken back and waited for, with scripts and without', async ({
  page,
  site,
  someoneElse,
}) => {
  const { token } = await booked(site)
  const plain = await someoneElse({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const pages: Record<string, Page> = { 'with scripts': page, 'without scripts': plain }
  site.change('update departures set resale_fee_percent = 10')
  await page.goto(`/booking/${token}/place`)
  await expect(page.getByText('you get everything back')).toBeVisible()
  await expectWellMade(page, 'not yet')
  // Forty days ago: the days of full refund are over.
  site.change('update bookings set created_at = created_at - 40 * 86400000')

  for (const [how, guest] of Object.entries(pages)) {
    await test.step(how, async () => {
      // Axe runs as a script of the page.
      const look = (where: string) => (guest === page ? expectWellMade(page, where) : undefined)
      const agree = guest.getByRole('button', { name: 'Agree and offer the seat' })
      await guest.goto(`/booking/${token}`)
      const more = guest.getByRole('heading', { name: 'Change or cancel' })
      await more.click()
      await guest.getByRole('link', { name: 'Offer a seat to the waitlist' }).click()
      await expect(guest.getByRole('heading', { name: 'Offer your seat' })).toBeVisible()
      await expect(guest.getByText('less a fee of $450')).toBeVisible()
      await look('to offer')

      site.change('update departures set resale_fee_percent = 9')
      await agree.click()
      await expect(guest.getByRole('alert')).toContainText('The amounts have changed in the meantime')
      await expect(guest.getByText('less a fee of $405')).toBeVisible()
      await look('refused')
      site.change('update departures set resale_fee_percent = 10')

      await guest.goto(`/booking/${token}/place`)
      await agree.click()
      await expect(guest.getByText(/^Offered since/)).toBeVisible()
      const focused = guest.locator(':focus')
      if (guest === page) await expect(focused).toContainText('Offered since')
      await expect(guest.getByRole('alert')).toHaveCount(0)
      await look('on offer')
      await guest.getByRole('button', { name: 'Take it back' }).click()
      await expect(agree).toBeVisible()
      if (guest === page) await expect(focused).toContainText('The seat stays yours')
      await guest.getByRole('link', { name: 'Back to your booking' }).click()
      await more.click()
      await expect(guest.getByRole('link', { name: 'Offer a seat to the waitlist' })).toBeVisible()
    })
  }
  site.change('update departures set seats = 1')
  await plain.goto('/texascountrysafari#waitlist')
  const form = plain.getByRole('form', { name: 'Join the waitlist' })
  await form.getByLabel('Full name').fill('Otieno Odhiambo')
  await form.getByLabel('Email').fill('otieno@example.com')
  for (const seats of ['at least', 'at most']) await form.getByLabel(`Seats, ${seats}`).selectOption('1')
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  // The form is far down the page, and it is empty again.
  await expect(plain.getByText('Please check your email')).toBeInViewport()
  expect(site.rows('select state from offered_places')).toEqual([
    { state: 'taken-back' },
    { state: 'taken-back' },
  ])
})
