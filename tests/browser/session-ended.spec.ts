import { signInTo } from './sign-in'
import { signInAgain, signInDialog } from './sign-in-again'
import { expect, adminTest as test } from './site-test'
import { expectWellMade } from './well-made'

test('a letter survives an ended session and a wrong password', async ({ page, admin }) => {
  await signInTo(page, '/admin/campaigns/new')
  await page.getByLabel('Subject').fill('The rains are here')
  admin.change('delete from sessions')
  await page.getByLabel('Letter', { exact: true }).fill('Karibu')
  // The preview asks for the session as well: it leads nobody away.
  await expect(page.getByText('This preview is out of date')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectWellMade(page)
  await signInAgain(page, 'wrong')
  await expect(signInDialog(page).getByRole('alert')).toContainText('Invalid credentials. Please try again.')
  await signInDialog(page).getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByLabel('Letter', { exact: true })).toHaveValue('Karibu')
  await expect(page.getByRole('alert')).toBeFocused()

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(signInDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(signInDialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await signInAgain(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The rains are here')
  expect(admin.rows("select body from broadcasts where subject = 'The rains are here'")).toEqual([
    { body: 'Karibu' },
  ])
})
