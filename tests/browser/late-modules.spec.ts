import { expect, lookingTest, type Page, test } from './site-test'

test.use({ reducedMotion: 'no-preference' })

/**
 * When scripts and lazy pictures were asked for, and when the page was painted and whole, in its own
 * milliseconds.
 */
const times = (page: Page) =>
  page.evaluate(() => {
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const starts = (which: RegExp) =>
      asked.filter(({ name }) => which.test(name)).map(({ startTime }) => startTime)
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return {
      scripts: starts(/\.js$/),
      lower: starts(/nairobi-giraffes/),
      hero: starts(/hero-amboseli/),
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      whole: visit?.loadEventStart ?? Number.NaN,
    }
  })

lookingTest('a guest sees the page before its scripts and lower pictures are asked for', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/', { waitUntil: 'networkidle' })
  const { scripts, lower, hero, painted, whole } = await times(page)
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.length).toBeLessThan(14)
  expect(Math.min(...scripts)).toBeGreaterThan(Math.max(painted, whole))
  expect(Math.min(...lower)).toBeGreaterThan(painted)
  expect(Math.min(...hero)).toBeLessThan(painted)
  await expect(page.locator('html')).not.toHaveAttribute('data-unseen')
})

lookingTest('long sections far below are laid out once the page is at rest, unasked', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // Looked at by the page itself: by the time `goto` is done, a slow machine may be at rest already.
  await page.addInitScript(() => {
    addEventListener('load', () => {
      const title = [...document.querySelectorAll('*')].find((one) => one.textContent === 'Olare Lamps Camp')
      Object.assign(window, { atFirst: title?.checkVisibility({ contentVisibilityAuto: true }) })
    })
  })
  await page.goto('/texascountrysafari')
  const isRendered = () =>
    page
      .getByText('Olare Lamps Camp', { exact: true })
      .evaluate((title) => title.checkVisibility({ contentVisibilityAuto: true }))
  expect(await page.evaluate('window.atFirst')).toBe(false)
  await expect.poll(isRendered).toBe(true)
  await expect(page.locator('html')).not.toHaveAttribute('data-late')
})

lookingTest(
  'the tour’s page makes no format of its own, and one observer for all that fades in',
  async ({ page }) => {
    await page.addInitScript(() => {
      const made: string[] = []
      Object.assign(window, { made })
      for (const name of ['NumberFormat', 'ListFormat', 'DateTimeFormat'] as const)
        Reflect.set(
          Intl,
          name,
          new Proxy(Intl[name], {
            construct(plain, how) {
              made.push(name)
              return Reflect.construct(plain, how)
            },
          }),
        )
      window.IntersectionObserver = new Proxy(IntersectionObserver, {
        construct(plain, [look, how]) {
          if (Array.isArray(how?.threshold)) made.push('of what fades in')
          return Reflect.construct(plain, [look, how])
        },
      })
    })
    await page.goto('/texascountrysafari')
    await expect(page.locator('.reveal-within[data-waiting]').nth(3)).toBeAttached()
    expect(await page.evaluate('window.made')).toEqual(['of what fades in'])
  },
)

lookingTest('anyone who began to pay before does not wait for that', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'traveler', value: 'x', url: String(baseURL) }])
  await page.goto('/checkout')
  const { scripts, whole } = await times(page)
  expect(Math.min(...scripts)).toBeLessThan(whole)
})

lookingTest('a page that nobody tells of its painting starts all the same', async ({ page }) => {
  await page.addInitScript('delete window.PerformanceObserver')
  await page.goto('/')
  await page.getByRole('button', { name: 'Watch Our Story' }).click()
  await expect(page.getByRole('dialog', { name: 'Our Story' })).toBeVisible()
})

test.describe('with scripts off', () => {
  lookingTest.use({ javaScriptEnabled: false })
  lookingTest('nothing waits for what never runs', async ({ page }) => {
    await page.goto('/texascountrysafari')
    await expect(page.getByRole('img', { name: /^Map of Kenya/ })).toHaveCSS('content-visibility', 'visible')

    await page.goto('/')
    await page.getByAltText(/giraffes walk/).scrollIntoViewIfNeeded()
    await expect(page.getByAltText(/giraffes walk/)).toBeVisible()
  })
})
