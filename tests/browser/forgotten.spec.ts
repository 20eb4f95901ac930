import { everySent } from '#tests/fixtures/site'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { expectWellMade } from './well-made'

const EMAIL = 'wambui@savannasoul.example'

/** Presses a button while the network is cut: it is said, and what was typed waits for the next time. */
async function cutOff(page: Page, button: string, words: string) {
  await page.context().setOffline(true)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('alert')).toContainText(words)
  await page.context().setOffline(false)
}

test('staff choose another password after forgetting theirs', async ({ page, site }) => {
  await signInTo(page, '/admin/users/1')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Current Password').fill('wrong')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Current password is incorrect').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await page.getByLabel('Current Password').fill('karibu-sana')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Please check your inbox', { exact: true })).toBeVisible()
  await expect(page.getByText(`Please confirm ${EMAIL}`)).toBeVisible()
  await expectWellMade(page)
  await everySent(site)
  const proof = /confirm-email\/[\w-]{43}/.exec(JSON.stringify(site.mailbox.messages()))?.[0]
  await page.goto(`/admin/${proof}`)
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Email address confirmed', { exact: true })).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/admin/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(EMAIL)
  await expectWellMade(page)
  await cutOff(page, 'Send me a link', 'Failed to send the link')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'check your inbox' })).toBeVisible()

  await everySent(site)
  const letter = JSON.stringify(site.mailbox.messages())
  const link = `/admin/${/new-password\/[\w-]{43}/.exec(letter)?.[0]}`
  await page.goto(link)
  await expectWellMade(page)
  await page.getByLabel('New Password', { exact: true }).fill('kahawa-1')
  await page.getByLabel('Confirm New Password').fill('kahawa-2')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('New Password', { exact: true }).fill('kahawa-1')
  await page.getByLabel('Confirm New Password').fill('kahawa-1')
  await cutOff(page, 'Save new password', 'Failed to save the password')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByText('Password updated', { exact: true })).toBeVisible()
  await signInTo(page, '/admin/users/1', 'Wambui', 'kahawa-1')

  await page.goto(link)
  await expect(page.getByText('This link is no longer good')).toBeVisible()
  await expectWellMade(page)
})
