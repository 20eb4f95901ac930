import type { Site } from '#tests/fixtures/site'
import { WAMBUI } from '#tests/fixtures/staff-cookie'
import { expect, lookingTest, type Page, test } from './site-test'

type Row = { path: string; source: string; visitor_digest: string; day: string }

const views = (site: Site) =>
  site.rows<Row>('select path, source, visitor_digest, day from page_views order by id')

const paths = (site: Site) => views(site).map(({ path }) => path)

/** What the page complained of, in the console or by failing. */
function complaints(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(message.text())
  })
  page.on('pageerror', (error) => heard.push(error.message))
  return heard
}

const goTo = (page: Page, label: string) =>
  page.getByRole('banner').getByRole('link', { name: label, exact: true }).first().click()

test('each opened page is counted once, without a cookie', async ({ page, site, context }) => {
  const heard = complaints(page)
  await page.goto('/?utm_source=Newsletter&email=me@example.com')
  await expect.poll(() => paths(site)).toEqual(['/'])
  await goTo(page, 'Gallery')
  await expect.poll(() => paths(site)).toEqual(['/', '/gallery'])
  await goTo(page, 'Contact')
  await expect.poll(() => paths(site)).toEqual(['/', '/gallery', '/contact'])
  await page.goBack()
  await expect.poll(() => paths(site)).toEqual(['/', '/gallery', '/contact', '/gallery'])

  const rows = views(site)
  expect(new Set(rows.map((row) => row.visitor_digest)).size).toBe(1)
  expect(rows.every((row) => row.source === 'newsletter' && row.day === '2025-06-01')).toBe(true)
  expect(await context.cookies()).toEqual([])
  expect(heard).toEqual([])
})

test('a jump within a page is no page view', async ({ page, site }) => {
  await page.goto('/')
  await expect.poll(() => paths(site)).toEqual(['/'])
  await page.getByRole('link', { name: 'Explore Experiences' }).click()
  await expect(page).toHaveURL(/#experiences$/)
  await goTo(page, 'Gallery')
  await expect.poll(() => paths(site)).toEqual(['/', '/gallery'])
})

test('a visit keeps the site that led to it', async ({ page, site }) => {
  await page.goto('/gallery', { referer: 'https://www.texasmonthly.com/' })
  await expect.poll(() => views(site)[0]?.source).toBe('www.texasmonthly.com')
  await goTo(page, 'Contact')
  await expect.poll(() => views(site)[1]?.source).toBe('www.texasmonthly.com')
})

test('an address with somebody’s token is told to nobody', async ({ page, site }) => {
  let beacons = 0
  await page.route('**/api/page-view', (route) => {
    beacons += 1
    return route.continue()
  })
  await page.goto('/unsubscribe/secret-token')
  await page.goto('/admin/login')
  await page.goto('/contact')
  await expect.poll(() => paths(site)).toEqual(['/contact'])
  expect(beacons).toBe(1)
})

for (const [wish, script] of [
  ['Do Not Track', "Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })"],
  ['Global Privacy Control', "Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true })"],
] as const)
  test(`${wish} is respected`, async ({ page, site }) => {
    await page.addInitScript(script)
    await page.goto('/')
    await goTo(page, 'Gallery')
    await expect(page).toHaveURL(/\/gallery$/)
    await page.goto('/contact', { waitUntil: 'networkidle' })
    expect(paths(site)).toEqual([])
  })

test('a prerendered page is counted when it is seen', async ({ page, site }) => {
  await page.addInitScript('Object.defineProperty(document, "prerendering", { value: true, writable: true })')
  await page.goto('/gallery', { waitUntil: 'networkidle' })
  expect(paths(site)).toEqual([])
  await page.evaluate(
    'document.prerendering = false; document.dispatchEvent(new Event("prerenderingchange"))',
  )
  await expect.poll(() => paths(site)).toEqual(['/gallery'])
})

/** The browser itself tells of a request that failed; no page can keep it from that. */
const BROWSERS_OWN_WORDS = /^Failed to load resource/

const ofOurs = (heard: string[]) => heard.filter((words) => !BROWSERS_OWN_WORDS.test(words))

test('a page view that fails breaks nothing and says nothing', async ({ page, site }) => {
  const heard = complaints(page)
  await page.route('**/api/page-view', (route) => route.abort('blockedbyclient'))
  await page.goto('/')
  await goTo(page, 'Gallery')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/gallery$/)
  expect(paths(site)).toEqual([])
  expect(ofOurs(heard)).toEqual([])
})

lookingTest('a browser without beacons breaks nothing', async ({ page }) => {
  const heard = complaints(page)
  await page.addInitScript('navigator.sendBeacon = undefined')
  await page.goto('/')
  await goTo(page, 'Gallery')
  await expect(page).toHaveURL(/\/gallery$/)
  expect(heard).toEqual([])
})

lookingTest('structured data passes the policy of a kept page', async ({ page }) => {
  const heard = complaints(page)
  const answer = await page.goto('/texascountrysafari')
  expect(answer?.headers()['content-security-policy']).not.toContain('unsafe-inline;')
  await page.waitForLoadState('networkidle')
  const types = () =>
    page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent ?? '')['@type']))
  expect(await types()).toEqual(['TouristTrip', 'FAQPage', 'BreadcrumbList'])
  await goTo(page, 'Contact')
  await expect.poll(types).toEqual(['BreadcrumbList'])
  expect(heard).toEqual([])
})

lookingTest('without an id nothing is asked of Google', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(asked.filter((host) => host.includes('google'))).toEqual([])
})

test.describe('with a measurement id', () => {
  test.use({ variables: { GA_MEASUREMENT_ID: 'G-TEST123' } })
  const GOOGLE = 'https://www.googletagmanager.com/**'
  const told = (page: Page) =>
    page.evaluate(() => (window.dataLayer ?? []).map((words) => Array.from(words as ArrayLike<unknown>)))

  test('Google hears of each page without private query values', async ({ page }) => {
    const heard = complaints(page)
    const loaded: string[] = []
    await page.route(GOOGLE, (route) => {
      loaded.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: 'window.googleRan = true' })
    })
    await page.goto('/?utm_source=newsletter&email=me@example.com')
    await expect.poll(() => page.evaluate('window.googleRan')).toBe(true)
    await goTo(page, 'Gallery')
    const pageViews = async () => (await told(page)).filter(([, name]) => name === 'page_view').length
    await expect.poll(pageViews).toBe(2)

    const origin = new URL(page.url()).origin
    expect((await told(page)).filter(([word]) => word === 'set')).toEqual([
      ['set', { page_location: `${origin}/?utm_source=newsletter`, page_referrer: '' }],
      ['set', { page_location: `${origin}/gallery`, page_referrer: `${origin}/` }],
    ])
    expect(loaded).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST123'])
    expect(heard).toEqual([])
  })

  test('blocking Google does not stop our own count', async ({ page, site }) => {
    const heard = complaints(page)
    await page.route(GOOGLE, (route) => route.abort('blockedbyclient'))
    await page.goto('/')
    await goTo(page, 'Gallery')
    await expect(page).toHaveURL(/\/gallery$/)
    await expect.poll(() => paths(site)).toEqual(['/', '/gallery'])
    expect(ofOurs(heard)).toEqual([])
  })

  test.describe('with a member of staff', () => {
    test.use({
      variables: {
        GA_MEASUREMENT_ID: 'G-TEST123',
        ...WAMBUI,
      },
    })

    test('no count hears of their visits until they sign out', async ({ page, site, context }) => {
      const loaded: string[] = []
      await page.route(GOOGLE, (route) => {
        loaded.push(route.request().url())
        return route.fulfill({ contentType: 'text/javascript', body: '' })
      })
      await page.goto('/admin/login')
      await page.getByLabel('Username').fill('Wambui')
      await page.getByLabel('Password', { exact: true }).fill('karibu-sana')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(/dashboard/)

      for (const open of [() => page.goto('/'), () => goTo(page, 'Gallery')]) {
        const answered = page.waitForResponse('**/api/page-view')
        await open()
        expect((await answered).headers()['x-left-out']).toBe('staff')
      }
      expect(paths(site)).toEqual([])
      expect(await told(page)).toEqual([])
      expect(loaded).toEqual([])

      await context.clearCookies()
      await page.goto('/contact')
      await expect
        .poll(async () => (await told(page)).filter(([, name]) => name === 'page_view').length)
        .toBe(1)
      await expect.poll(() => paths(site)).toEqual(['/contact'])
    })
  })
})
