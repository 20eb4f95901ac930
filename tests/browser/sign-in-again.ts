import { expect, type Page } from './site-test'

export const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'You have been signed out' })

/** Answers the dialog that comes when one turns out to be signed out; by `adminTest`'s user. */
export async function signInAgain(page: Page, password = 'karibu-sana') {
  await expect(signInDialog(page).getByLabel('Username')).toHaveValue('Wambui')
  await expect(signInDialog(page).getByLabel('Password')).toBeFocused()
  await signInDialog(page).getByLabel('Password').fill(password)
  await signInDialog(page).getByRole('button', { name: 'Sign in' }).click()
}
