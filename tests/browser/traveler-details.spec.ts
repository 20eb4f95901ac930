import { booked } from '#tests/fixtures/booked'
import { expect, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

test('details are saved in two sittings, then erased', async ({ page, site }) => {
  const guest = await booked(site)
  await page.goto(`/booking/${guest.token}`)
  await page.getByRole('link', { name: /^Fill in the details of Wanjiru/ }).click()
  await page.getByLabel('Date of birth').fill('2084-02-29')
  await page.getByLabel('Passport number').fill('AK0192837')
  await page.getByRole('button', { name: 'Save the details' }).click()
  await expect(page.getByText('This day is in the future')).toBeVisible()
  await expect(page.getByLabel('Date of birth')).toBeFocused()
  await expect(page.getByLabel('Passport number')).toHaveValue('AK0192837')

  await page.getByLabel('Date of birth').fill('1984-02-29')
  await page.getByRole('button', { name: 'Save the details' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.getByText('On file. Enter it again to replace it.')).toBeVisible()
  await expect(page.getByLabel('Passport number', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Date of birth')).toHaveValue('1984-02-29')

  await page.getByLabel('Passport expiration date').fill('2026-01-31')
  await page.getByRole('button', { name: 'Save the details' }).click()
  await expect(page.getByText('This passport expires too soon').first()).toBeVisible()

  await page.getByRole('link', { name: 'Erase these details' }).click()
  await page.getByRole('button', { name: 'Erase everything' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The details are erased' })).toBeVisible()
  await expect(page.getByLabel('Date of birth')).toHaveValue('')
})

test.describe('there is no violation of WCAG 2.2 AA', () => {
  test.use({ viewport: PHONE })

  test('on the form, in every state', async ({ page, site }) => {
    const guest = await booked(site)
    await page.goto(`/booking/${guest.token}/travelers/1`)
    await expectWellMadeAtBothWidths(page)
    await page.getByLabel('Date of birth').fill('2084-02-29')
    await page.getByLabel('Passport number').fill('AK0192837')
    await page.getByLabel('Passport expiration date').fill('2026-01-31')
    await page.getByRole('button', { name: 'Save the details' }).click()
    await expect(page.getByText('This day is in the future')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.getByLabel('Date of birth').fill('1984-02-29')
    await page.getByRole('button', { name: 'Save the details' }).click()
    await expect(page.getByText('On file.', { exact: false })).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.goto(`/booking/${guest.token}/travelers/1?erase`)
    await expectWellMadeAtBothWidths(page)
    await page.goto(`/booking/${guest.token}`)
    await expectWellMadeAtBothWidths(page)
  })
})
