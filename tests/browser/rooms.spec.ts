import { type Booked, booked } from '#tests/fixtures/booked'
import type { Site } from '#tests/fixtures/site'
import { signInTo } from './sign-in'
import { expect, test } from './site-test'
import { toast } from './toast'
import { DESKTOP, expectWellMade, expectWellMadeAtBothWidths, PHONE } from './well-made'

async function guest(site: Site, name: string): Promise<Booked> {
  const one = await booked(site)
  site.change('update bookings set customer_name = ? where id = ?', name, one.id)
  site.change('update travelers set name = ? where booking_id = ?', name, one.id)
  return one
}

test('two travelers name each other and share contact', async ({ page, site }) => {
  const [amina, barasa] = [await guest(site, 'Amina Ali'), await guest(site, 'Barasa Wekesa')]
  const panel = page.locator('#room')
  await page.goto(`/booking/${amina.token}`)
  await expectWellMade(page)
  await expect(panel.getByLabel('Their booking reference or email address')).toBeHidden()
  await panel.getByRole('radio', { name: 'I know who I’m sharing with' }).check()
  await panel.getByLabel('Their booking reference or email address').fill('my sister')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Please enter their booking reference')).toBeVisible()
  const field = panel.getByLabel('Their booking reference or email address')
  await expect(field).toHaveValue('my sister')
  await expect(field).toBeFocused()
  await expectWellMade(page)
  await field.fill(barasa.reference)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved')).toContainText('as soon as you have both named each other')
  await expect(page).toHaveURL(new RegExp(`/booking/${amina.token}$`))

  await page.goto(`/booking/${barasa.token}`)
  await expect(panel.getByText('Amina says you’re sharing a room')).toBeVisible()
  await expectWellMade(page)
  await panel.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'You share a room')).toBeVisible()
  await expect(panel.getByText('You share your room with Amina.')).toBeVisible()

  for (const { token } of [barasa, amina]) {
    await page.goto(`/booking/${token}`)
    await panel.getByRole('checkbox', { name: /^Share my email address and phone number/ }).check()
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Saved')).toBeVisible()
  }
  await expect(panel.getByRole('link', { name: barasa.email })).toBeVisible()
  await expectWellMade(page)
})

test('staff pair two travelers and part them again', async ({ page, site }) => {
  await signInTo(page, '/admin/departures/1/rooms')
  await expect(page.getByText('No travelers yet')).toBeVisible()
  await guest(site, 'Amina Ali')
  await guest(site, 'Barasa Wekesa')
  await guest(site, 'Chebet Kiprono')
  await page.reload()
  const rows = page.getByRole('table', { name: /^Rooms/ }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await page.getByRole('link', { name: 'Put together Amina Ali' }).click()
  const choice = page.getByRole('dialog', { name: 'Put Amina Ali together with another traveler' })
  await choice.getByLabel('Share with').selectOption({ index: 1 })
  await choice.getByRole('button', { name: 'Continue' }).click()
  const confirm = page.getByRole('dialog', { name: 'Put these two together?' })
  await expect(confirm).toContainText('moves into the double room of Chebet Kiprono')
  await expectWellMade(page)
  await confirm.getByRole('button', { name: 'Put together' }).click()
  await expect(toast(page, 'Travelers put together')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Barasa Wekesa')

  await page.getByRole('link', { name: 'Separate Amina Ali and Chebet Kiprono' }).click()
  await page.getByRole('button', { name: 'Separate', exact: true }).click()
  await expect(toast(page, 'Travelers separated')).toBeVisible()
  await expect(rows).toHaveCount(4)
})

test('the room list fits small screens and paper', async ({ page, site }) => {
  test.slow()
  const { id } = await guest(site, 'Wanjiru Mwangi-Featherstonehaugh-Longname')
  await guest(site, 'Barasa Wekesa')
  const [{ traveler } = { traveler: 0 }] = site.rows<{ traveler: number }>(
    'select id as traveler from travelers where booking_id = ?',
    id,
  )
  await page.setViewportSize(PHONE)
  await signInTo(page, `/admin/departures/1/rooms?pair=${traveler}`)
  await expectWellMadeAtBothWidths(page)
  await page.goto('/admin/departures/1/rooms')
  await expectWellMadeAtBothWidths(page)
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Staff area' })).toBeHidden()
  await expect(page.getByRole('link', { name: /^Pair/ }).first()).toBeHidden()
  await expect(page.getByRole('cell', { name: 'Barasa Wekesa' })).toBeVisible()
})
