import { aUser, signInTo } from './sign-in'
import { adminTest, expect, test } from './site-test'
import { expectWellMade } from './well-made'

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('staff sign in to the page they asked for', async ({ page }) => {
      await page.goto('/admin/dashboard')
      await expect(page).toHaveURL(/\/admin\/login\?next=/)

      await page.getByLabel('Username').fill('wambui')
      await page.getByLabel('Password').fill('wrong-password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toContainText('Invalid credentials. Please try again.')
      await expect(page.getByLabel('Username')).toHaveValue('wambui')

      await page.getByLabel('Password').fill('karibu-sana')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      await expect(page.getByText(/Signed in as Wambui\s*Admin/).filter({ visible: true })).toBeVisible()

      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(/\/admin\/login/)
      await page.goto('/admin/dashboard')
      await expect(page).toHaveURL(/\/admin\/login/)
    })

    adminTest('a mistyped admin address is answered only to staff', async ({ page }) => {
      for (const path of ['/admin/bokings', '/admin/bookings/TS-NOSUCH', '/admin/campaigns/no/such/page']) {
        const stranger = await page.request.get(path, { maxRedirects: 0 })
        expect(stranger.headers().location).toBe(`/admin/login?next=${encodeURIComponent(path)}`)
      }
      await signInTo(page, '/admin/bokings')
      for (const path of ['/admin/bokings', '/admin/bookings/TS-NOSUCH', '/admin/campaigns/no/such/page']) {
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
        await expect(page).toHaveTitle(/^Page Not Found/)
        await expect(page.getByRole('link', { name: 'Contacts', exact: true })).toBeVisible()
      }
      if (scripts) await expectWellMade(page)
      await page.getByRole('link', { name: 'Back to the dashboard' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    })
  })

adminTest('signing in never leads to another site', async ({ page }) => {
  for (const next of ['//evil.example', 'https://evil.example/admin/', '/admin/../../evil', '/admin/login']) {
    await page.goto(`/admin/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Username').fill('Wambui')
    await page.getByLabel('Password').fill('karibu-sana')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/admin\/login/)
  }
})

test('the eleventh wrong password is not even looked at', async ({ page }) => {
  const tryIt = (password: string) =>
    page.request.post('/admin/login', { form: { username: 'Wambui', password } })
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await tryIt('wrong-password')).status()).toBe(401)
  expect((await tryIt('karibu-sana')).status()).toBe(429)
})

adminTest('/admin and /admin/login lead to the dashboard by keyboard alone', async ({ page }) => {
  for (const path of ['/admin', '/admin/login'])
    await test.step(path, async () => {
      await page.goto(path)
      await page.getByLabel('Username').focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText('Username is required')).toBeVisible()
      await expect(page.getByText('Password is required')).toBeVisible()
      await expect(page.getByLabel('Username')).toBeFocused()
      await page.keyboard.type('Wambui')
      await page.keyboard.press('Tab')
      await page.keyboard.type('karibu-sana')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/admin\/dashboard$/)
      await page.context().clearCookies()
    })
})

test('twenty wrong passwords end in a clear sentence', async ({ page }) => {
  await page.goto('/admin/login')
  // By the page itself: Playwright's own calls may come from another address of this machine.
  await page.evaluate(async () => {
    const body = new URLSearchParams({ username: 'Wambui', password: 'wrong' })
    for (let attempt = 0; attempt < 19; attempt += 1) await fetch('/admin/login', { method: 'POST', body })
  })
  await page.getByLabel('Username').fill('Wambui')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Too many failed attempts. Please wait 15 minutes and try again.',
  )
})

test('a deleted user is turned away at the next step', async ({ page, someoneElse, site }) => {
  await signInTo(page, '/admin/users')
  const { id } = await aUser(page, 'Kamau')
  const theirs = await someoneElse()
  await signInTo(theirs, '/admin/settings', 'Kamau', 'kahawa-1')
  await page.request.delete(`/api/admin/users/${id}`, { headers: { Origin: site.url } })
  await theirs.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(theirs).toHaveURL(/\/admin\/login/)
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 390, height: 700 } })

  adminTest('the menu opens by keyboard and leads on', async ({ page }) => {
    await signInTo(page, '/admin/users')
    await page.getByText('Menu', { exact: true }).press('Enter')
    await expect(page.getByText(/Signed in as Wambui\s*Admin/).filter({ visible: true })).toBeVisible()
    await expectWellMade(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden()
    await expect(page.getByText('Menu', { exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Settings' }).press('Enter')
    await expect(page).toHaveURL(/\/admin\/settings$/)
    await expect(page.getByRole('link', { name: 'Analytics' })).toBeHidden()
  })
})
