import { DESK_FORMS, expectTyped, pressIn, deskTest as test, type as typeIn } from './desk-forms'
import { expect, type Page } from './site-test'
import { signInTo } from './staff-desk'
import { expectWellMade } from './well-made'

const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'You have been signed out' })

async function signIn(page: Page, password = 'karibu-sana') {
  await expect(signInAgain(page).getByLabel('Username')).toHaveValue('Wambui')
  await expect(signInAgain(page).getByLabel('Password')).toBeFocused()
  await signInAgain(page).getByLabel('Password').fill(password)
  await signInAgain(page).getByRole('button', { name: 'Sign in' }).click()
}

for (const [name, form] of Object.entries(DESK_FORMS))
  test(`with the session ended, ${name}: staff sign in again, and everything typed stays`, async ({
    page,
    desk,
  }) => {
    const path = form.path.replace('REFERENCE', desk.reference)
    await signInTo(page, path)
    await typeIn(page, form)
    desk.change('delete from sessions')
    await pressIn(page, form)

    await signIn(page)
    await expect(page.getByText('You are signed in again', { exact: true })).toBeVisible()
    await expect(signInAgain(page)).toHaveCount(0)
    await expectTyped(page, form)
    if (form.alert) {
      await expect(page.getByRole('alert')).toContainText(form.alert)
      await expect(page.getByRole('alert')).toContainText(
        'You had been signed out. Nothing is lost: press the button again.',
      )
    }
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(path)
  })

test('a letter that met an ended session is saved after a wrong password and a right one', async ({
  page,
  desk,
}) => {
  await signInTo(page, '/admin/campaigns/new')
  await page.getByLabel('Subject').fill('The herds are back')
  desk.change('delete from sessions')
  await page.getByLabel('Letter', { exact: true }).fill('Karibu')
  // The preview asks for the session as well: it leads nobody away.
  await expect(page.getByText('This is not what you have written last')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectWellMade(page)
  await signIn(page, 'wrong')
  await expect(signInAgain(page).getByRole('alert')).toContainText('Invalid credentials. Please try again.')
  await signInAgain(page).getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByLabel('Letter', { exact: true })).toHaveValue('Karibu')
  await expect(page.getByRole('alert')).toBeFocused()

  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.keyboard.press('Escape')
  await expect(signInAgain(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await signIn(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The herds are back')
  expect(desk.rows("select body from campaigns where subject = 'The herds are back'")).toEqual([
    { body: 'Karibu' },
  ])
})
