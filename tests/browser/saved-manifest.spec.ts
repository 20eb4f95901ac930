import { booked } from '#tests/fixtures/booked'
import type { Site } from '#tests/fixtures/site'
import { WAMBUI } from '#tests/fixtures/staff-cookie'
import { aUser, signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'

// A manifest on a phone holds medical notes: it lasts as long as the session that saved it, and a guide's
// through nights without a network.

test.use({
  viewport: { width: 390, height: 844 },
  variables: { ...WAMBUI, CLOCK_START: '2025-10-05T15:00:00Z' },
})

const HERE = '/admin/manifest-phone/1'

/** Until when the browser keeps the page, in days from now; null where it does not. */
const keptDays = (page: Page) =>
  page.evaluate(async (address) => {
    for (const name of await caches.keys()) {
      const copy = await (await caches.open(name)).match(address, { ignoreVary: true })
      const until = Number(copy?.headers.get('X-Kept-Until'))
      if (copy) return (until - Date.now()) / 86_400_000
    }
    return null
  }, HERE)

async function savedBy(page: Page, username = 'Wambui', password = 'karibu-sana') {
  await signInTo(page, HERE, username, password)
  await expect(page.getByText('Saved on this phone')).toBeVisible()
}

async function aGuide(page: Page, site: Site) {
  await signInTo(page, '/admin/dashboard')
  const { id } = await aUser(page, 'Juma', 'kahawa-1', 'guide')
  site.change('insert into guide_departures (admin_user_id, departure_id) values (?, 1)', id)
  await page.context().clearCookies()
}

const idle = (site: Site) => site.change('update sessions set last_seen_at = ?', Date.now() - 13 * 3_600_000)

/** Any page of the admin area: the browser meets the site, and is led to sign in. */
async function meetsTheSite(page: Page, path = '/admin/dashboard') {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

async function expectGone(page: Page) {
  await expect.poll(() => keptDays(page)).toBeNull()
  await page.context().setOffline(true)
  await expect(page.goto(HERE)).rejects.toThrow()
  await page.context().setOffline(false)
}

for (const [how, end] of [
  ['was idle too long', idle],
  ['ended with another password', (site: Site) => site.change('delete from sessions')],
] as const)
  test(`goes with a session that ${how}, without signing out`, async ({ page, site }) => {
    await booked(site)
    await savedBy(page)
    expect(await keptDays(page)).toBeCloseTo(7, 1)
    end(site)
    await meetsTheSite(page)
    await expectGone(page)
  })

test('goes when someone else signs in at the same browser', async ({ page, site }) => {
  await booked(site)
  await signInTo(page, '/admin/dashboard')
  await aUser(page, 'Otieno', 'kahawa-1')
  await savedBy(page)
  site.change('delete from sessions')
  await page.goto('/admin/login')
  await page.getByLabel('Username').fill('Otieno')
  await page.getByLabel('Password').fill('kahawa-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expectGone(page)
})

test('stays on a guide’s phone through an idle session until two days after the journey, and ends with it', async ({
  page,
  site,
  context,
}) => {
  await booked(site)
  await aGuide(page, site)
  await savedBy(page, 'Juma', 'kahawa-1')
  // From Oct 5 to the end of Oct 29.
  expect(await keptDays(page)).toBeGreaterThan(23)
  expect(await keptDays(page)).toBeLessThan(26)
  idle(site)
  await meetsTheSite(page, HERE)
  await meetsTheSite(page)
  await context.setOffline(true)
  await page.goto(HERE)
  await expect(page.getByText('Saved copy.')).toBeVisible()
  await context.setOffline(false)
  site.change('delete from sessions')
  // Its worker may hear a moment later that the network is back.
  await expect(async () => {
    await page.goto(HERE)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectGone(page)
})
