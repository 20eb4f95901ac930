import { signInTo } from './sign-in'
import { expect, type Route, adminTest as test } from './site-test'

test('with the network cut, signing in keeps everything typed', async ({ page, context }) => {
  await page.goto('/admin/login')
  await page.getByLabel('Username').fill('Wambui')
  await page.getByLabel('Password').fill('karibu-sana')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to sign in')
  await expect(page.getByLabel('Password')).toHaveValue('karibu-sana')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('with the network cut, signing out keeps the page', async ({ page, context }) => {
  await signInTo(page, '/admin/contacts/1')
  await page.getByLabel('For staff only').fill('Half a note')
  const logged = page.waitForEvent('console', (said) => said.text().includes('Signing out failed'))
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await logged
  await expect(page.getByLabel('For staff only')).toHaveValue('Half a note')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('a failure of the site keeps what was typed', async ({ page, admin }) => {
  await signInTo(page, '/admin/campaigns/new')
  await page.getByLabel('Subject').fill('The herds are back')
  await page.getByLabel('Letter', { exact: true }).fill('Karibu')
  admin.change('alter table broadcasts rename to away')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Nothing is lost: wait a moment and press the button again.',
  )
  await expect(page.getByLabel('Letter', { exact: true })).toHaveValue('Karibu')
  admin.change('alter table away rename to broadcasts')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The herds are back')
})

test('a refusal before the network was cut still stands', async ({ page, context, admin }) => {
  admin.change(
    `insert into notes (id, contact_id, text, form_key, written_by, created_at)
     values (7, 1, 'Ours', 'another form', 'Kamau', 1)`,
  )
  await signInTo(page, '/admin/contacts/1?note=7')
  admin.change("update notes set text = 'Hers' where id = 7")
  await page.getByLabel('For staff only').fill('Mine')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('alert')).toContainText('A colleague has changed this note in the meantime')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('alert').nth(1)).toContainText('Failed to save the note')
  await expect(page.getByRole('alert').first()).toContainText('Hers')
  await expect(page.getByLabel('For staff only')).toHaveValue('Mine')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved', { exact: true })).toBeVisible()
  expect(admin.rows('select text from notes where id = 7')).toEqual([{ text: 'Mine' }])
  admin.change('delete from notes where id = 7')
})

test('a link followed while what was typed is being saved leads to its page', async ({ page }) => {
  await signInTo(page, '/admin/campaigns/new')
  await page.getByLabel('Subject').fill('The herds are back')
  await page.getByLabel('Letter', { exact: true }).fill('Karibu')
  const asked = Promise.withResolvers<Route>()
  await page.route('**/healthz', (route) => asked.resolve(route))
  const saving = Promise.withResolvers<Route>()
  await page.route('**/campaigns/new**', (route) => saving.resolve(route))
  await page.getByRole('button', { name: 'Save draft' }).click()
  const saved = await saving.promise
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  const healthz = await asked.promise
  await page.unroute('**/campaigns/new**')
  await saved.continue()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The herds are back')
  await healthz.continue()
  await expect(page.getByRole('heading', { name: 'Safari Bookings' })).toBeVisible()
})

test('with the network cut, nobody leaves what was typed', async ({ page, context }) => {
  await signInTo(page, '/admin/campaigns/new')
  await context.setOffline(true)
  await page.getByLabel('Subject').fill('The herds are back')
  await page.getByRole('link', { name: 'Contacts', exact: true }).hover()
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(page.getByText('The site cannot be reached', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('The herds are back')
  await expect(page.getByText('This preview is out of date')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Safari Bookings' })).toBeVisible()
})

test('with the network cut, a guest stays with what was typed, or not', async ({ page, context }) => {
  const gallery = page.getByRole('link', { name: 'Gallery', exact: true }).first()
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await gallery.press('Enter')
  await expect(page.getByText('The site cannot be reached', { exact: true })).toBeVisible()
  await page.getByLabel('Message').fill('Four of us, in October')
  await gallery.press('Enter')
  await expect(page.getByText('The site cannot be reached', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(page.getByLabel('Message')).toHaveValue('Four of us, in October')
  await context.setOffline(false)
  await gallery.press('Enter')
  await expect(page).toHaveURL(/\/gallery$/)
})

test('a failed preview keeps the letter and last drawing', async ({ page, context }) => {
  await signInTo(page, '/admin/campaigns/71?edit')
  const letter = page.frameLocator('iframe[title="As its readers will see it"]')
  await page.getByLabel('Letter', { exact: true }).fill('First')
  await expect(letter.getByText('First')).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Letter', { exact: true }).fill('Second')
  await expect(page.getByText('This preview is out of date')).toBeVisible()
  await expect(letter.getByText('First')).toBeVisible()
  await expect(page.getByLabel('Letter', { exact: true })).toHaveValue('Second')
  await context.setOffline(false)
  await page.getByLabel('Letter', { exact: true }).fill('Third')
  await expect(letter.getByText('Third')).toBeVisible()
  await expect(page.getByText('This preview is out of date')).toHaveCount(0)
})

test('with the network cut, an untouched page stays too', async ({ page, context }) => {
  await signInTo(page, '/admin/contacts')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(page.getByText('The site cannot be reached', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/contacts$/)
  await expect(
    page.getByRole('link', { name: 'Dale Hutchins' }).or(page.getByText('dale@example.com')).first(),
  ).toBeVisible()
})

test.describe('with the network cut before the part that shows toasts had come', () => {
  test.use({ toastsLast: false })

  test('they are shown all the same, and close by themselves', async ({ page, context }) => {
    await page.route(/radix-toast/, (route) => route.abort())
    await signInTo(page, '/admin/contacts')
    await page.evaluate(() => {
      const { body } = document
      // A slow machine may come to look after the five seconds.
      new MutationObserver(() => {
        if (body.textContent?.includes('The site cannot be reached')) body.dataset.wasSaid = ''
      }).observe(body, { childList: true, subtree: true })
    })
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Bookings', exact: true }).click()
    await expect(page.locator('body[data-was-said]')).toBeAttached()
    await expect(page.getByText('The site cannot be reached', { exact: true })).toHaveCount(0)
  })
})

test('an unreadable page shows an error beside the menu', async ({ page, admin }) => {
  await signInTo(page, '/admin/dashboard')
  admin.change('alter table broadcasts rename to away')
  await page.goto('/admin/campaigns')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Refresh Page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contacts', exact: true })).toBeVisible()
  admin.change('alter table away rename to broadcasts')
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Campaigns', exact: true })).toBeVisible()
})
