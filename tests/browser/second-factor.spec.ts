import { appCode, wrongCode } from '#tests/fixtures/app-codes'
import type { Site } from '#tests/fixtures/site'
import { signInTo } from './sign-in'
import { signInAgain, signInDialog } from './sign-in-again'
import { expect, type Page, test } from './site-test'
import { expectWellMade, expectWellMadeAtBothWidths, PHONE } from './well-made'

const PASSWORD = 'karibu-sana'
const DIGITS = 'The six digits from your app'

const toast = (page: Page, words: string) => page.locator('.shell-toasts').getByText(words, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Nobody waits half a minute for the app's next code: as if none had been used before. */
function freshCode(site: Site, secret: string): string {
  site.change('update second_factors set last_step = 0')
  return appCode(secret)
}

/** By a link to another page: both have a field for the password. */
async function follow(page: Page, link: string, heading: string) {
  await page.getByRole('link', { name: link, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** As far as the page with the QR code, for who is signed in; answers the secret. */
async function beginSetUp(page: Page): Promise<string> {
  await page.goto('/admin/users/1')
  await follow(page, 'Set up', 'Set up two-step sign-in')
  await page.getByLabel('Current Password').fill(PASSWORD)
  await press(page, 'Continue')
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  return ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
}

const codesOn = (page: Page) =>
  page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()

async function turnOn(page: Page, secret: string) {
  await page.getByLabel(DIGITS).fill(appCode(secret))
  await press(page, 'Turn on')
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in is on' })).toBeVisible()
}

/** The first of the two pages of signing in. */
async function givePassword(page: Page, next = '/admin/users/1') {
  await page.goto(`/admin/login?next=${encodeURIComponent(next)}`)
  await page.getByLabel('Username').fill('Wambui')
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, 'Sign in')
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
}

/** Presses a button while the network is cut: it is said, and what was typed waits for the next time. */
async function cutOff(page: Page, button: string, words: string) {
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await press(page, button)
  await expect(page.getByRole('alert')).toContainText(words)
  await page.context().setOffline(false)
}

test('staff set up, use and turn off two-step sign-in', async ({ page, site }) => {
  await signInTo(page, '/admin/users/1')
  const secret = await beginSetUp(page)
  await page.getByLabel(DIGITS).fill(wrongCode(secret))
  await press(page, 'Turn on')
  await expect(page.getByText('This is not the current code')).toBeVisible()
  await turnOn(page, secret)
  await expect(page.getByText('Print or write down these recovery codes now')).toBeVisible()
  await expect(toast(page, 'Two-step sign-in is on')).toBeVisible()
  const codes = await codesOn(page)
  expect(codes).toHaveLength(10)
  await page.getByRole('link', { name: 'I have them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await page.getByRole('link', { name: 'All users' }).click()
  await expect(page.getByText('Two-step sign-in: on')).toBeVisible()

  await page.context().clearCookies()
  await givePassword(page)
  await page.getByLabel(DIGITS).fill(wrongCode(secret))
  await press(page, 'Sign in')
  await expect(page.getByText('This code is wrong or was used already.')).toBeVisible()
  await page.getByLabel(DIGITS).fill(freshCode(site, secret))
  await cutOff(page, 'Sign in', 'Failed to sign in')
  await press(page, 'Sign in')
  await expect(page).toHaveURL(/\/admin\/users\/1$/)

  await page.context().clearCookies()
  await givePassword(page)
  await page.getByText('Use a recovery code instead').click()
  await page.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '')
  await press(page, 'Sign in')
  await expect(page).toHaveURL(/\/admin\/users\/1$/)
  await expect(page.getByText('You signed in with a recovery code', { exact: true })).toBeVisible()
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()

  await follow(page, 'New recovery codes', 'New recovery codes')
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByLabel(DIGITS).fill(freshCode(site, secret))
  await cutOff(page, 'Make new codes', 'No new recovery codes were made')
  await press(page, 'Make new codes')
  await expect(page.getByRole('heading', { level: 1, name: 'New recovery codes' })).toBeVisible()
  await expect(page.getByText('Print or write down these recovery codes now')).toBeVisible()
  const renewed = await codesOn(page)
  expect(renewed.filter((code) => codes.includes(code))).toEqual([])

  await page.getByRole('link', { name: 'I have them' }).click()
  await follow(page, 'Turn off', 'Turn two-step sign-in off')
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByText('Use a recovery code instead').click()
  await page.getByLabel('Recovery code', { exact: true }).fill(renewed[0] ?? '')
  await cutOff(page, 'Turn off', 'Two-step sign-in was not turned off')
  await press(page, 'Turn off')
  await expect(page).toHaveURL(/\/admin\/users\/1$/)
  await expect(page.getByText('Two-step sign-in is off', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set up', exact: true })).toBeVisible()
  await page.context().clearCookies()
  await signInTo(page, '/admin/users/1')
})

test('a signed-out user gives the code in the dialog', async ({ page, site }) => {
  await signInTo(page, '/admin/users/1')
  const secret = await beginSetUp(page)
  await turnOn(page, secret)
  await page.goto('/admin/users/two-step/off')
  await page.getByLabel('Current Password').fill(PASSWORD)
  site.change('delete from sessions')
  await page.getByLabel(DIGITS).fill('123456')
  await press(page, 'Turn off')
  await signInAgain(page)
  const code = signInDialog(page).getByLabel('The six digits from your app, or a recovery code')
  await expect(code).toBeFocused()
  await expect(signInDialog(page).getByRole('alert')).toContainText(
    'Enter the code from your authenticator app',
  )
  await expectWellMade(page)
  await code.fill(wrongCode(secret))
  await signInDialog(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(signInDialog(page).getByRole('alert')).toContainText('Invalid credentials')
  await code.fill(freshCode(site, secret))
  await signInDialog(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('You are signed in again', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('You had been signed out. Nothing is lost')
  await expect(page.getByLabel('Current Password')).toHaveValue(PASSWORD)
  await expect(page.getByLabel(DIGITS)).toHaveValue('123456')
})

test.describe('at 390 and 1280 pixels', () => {
  test.use({ viewport: PHONE })

  test('no two-step sign-in page violates WCAG 2.2 AA', async ({ page, site }) => {
    test.slow()
    await signInTo(page, '/admin/users/1')
    await expectWellMadeAtBothWidths(page)
    await page.goto('/admin/users/two-step')
    await expectWellMadeAtBothWidths(page)
    await page.goto('/admin/users/two-step/app')
    await expectWellMadeAtBothWidths(page)
    const secret = await beginSetUp(page)
    await expectWellMadeAtBothWidths(page)
    await turnOn(page, secret)
    await expectWellMadeAtBothWidths(page)
    site.change('delete from recovery_codes where rowid > 3')
    for (const path of ['/admin/users/1', '/admin/users/two-step/codes', '/admin/users/two-step/off']) {
      await page.goto(path)
      await expectWellMadeAtBothWidths(page)
    }
    await press(page, 'Turn off')
    await expect(page.getByText('Current password is required')).toBeVisible()
    await expectWellMadeAtBothWidths(page)

    await page.context().clearCookies()
    await givePassword(page)
    await expectWellMadeAtBothWidths(page)
    await page.getByText('Use a recovery code instead').click()
    await page.getByLabel('Recovery code', { exact: true }).fill('nonsense')
    await press(page, 'Sign in')
    await expect(page.getByText('A recovery code has ten letters and digits')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    site.change("update second_factors set sealed_secret = 'x'")
    await page.goto('/admin/login/code')
    await expect(page.getByText('The site can no longer check the codes of your app')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.goto('/admin/login?again')
    await expectWellMadeAtBothWidths(page)
  })
})
