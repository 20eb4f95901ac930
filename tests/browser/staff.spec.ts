import { expect, test } from './site-test'

test.use({ variables: { ADMIN_USERNAME: 'Wambui', ADMIN_PASSWORD: 'karibu-sana' } })

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('staff sign in, land on the page they asked for, and sign out', async ({ page }) => {
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
      await expect(page.getByText('Signed in as Wambui (admin)')).toBeVisible()
      await expect(page.getByText('No bookings yet')).toBeVisible()

      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(/\/admin\/login/)
      await page.goto('/admin/dashboard')
      await expect(page).toHaveURL(/\/admin\/login/)
    })
  })

test('signing in never leads to another site', async ({ page }) => {
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

test('the eleventh wrong password for a name is not even looked at', async ({ page }) => {
  const tryIt = (password: string) =>
    page.request.post('/admin/login', { form: { username: 'Wambui', password } })
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await tryIt('wrong-password')).status()).toBe(401)
  expect((await tryIt('karibu-sana')).status()).toBe(429)
})
