import { expect, type Page, lookingTest as test } from './site-test'

test.use({ reducedMotion: 'no-preference' })

// Rules 10.9: sections fade in when a tenth of them is visible.

const PAGES = ['/', '/texascountrysafari', '/contact', '/twende-home']

/** Each section that can fade: where it begins, and how its content is seen. */
const sections = (page: Page) =>
  page.locator('.reveal-within').evaluateAll((all) =>
    all.map((section) => {
      const { opacity, transform } = getComputedStyle(section.firstElementChild ?? section)
      const top = section.getBoundingClientRect().top
      return { top, opacity: Number(opacity), transform, isWaiting: section.hasAttribute('data-waiting') }
    }),
  )

test('what is on the first screen never waits, and paper shows everything', async ({ page }) => {
  for (const path of PAGES)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('.reveal-within[data-waiting]').first()).toBeAttached()
      for (const { top, opacity, transform, isWaiting } of await sections(page)) {
        expect(isWaiting, `at ${top}`).toBe(top >= 720)
        expect(opacity, `at ${top}`).toBe(isWaiting ? 0 : 1)
        expect(transform).toBe('none')
      }
      await page.emulateMedia({ media: 'print' })
      await expect.poll(async () => (await sections(page)).map(({ opacity }) => opacity)).not.toContain(0)
      await page.emulateMedia({ media: 'screen' })

      const last = page.locator('.reveal-within').last()
      await last.scrollIntoViewIfNeeded()
      await last.evaluate((section) => section.scrollIntoView())
      await expect(last.locator('> *').first()).toHaveCSS('opacity', '1')
      await page.evaluate(() => scrollTo(0, 0))
      await expect(last).not.toHaveAttribute('data-waiting')
    })
})

test('a section waits until a tenth of it is seen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 240 })
  await page.goto('/texascountrysafari')
  const tall = page.locator('.reveal-within', { has: page.locator('#itinerary-heading') })
  await expect(tall).toHaveAttribute('data-waiting')
  const show = (pixels: number) =>
    tall.evaluate(
      (section, seen) => scrollBy(0, section.getBoundingClientRect().top - innerHeight + seen),
      pixels,
    )
  await show(8)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(tall).toHaveAttribute('data-waiting')
  await show(60)
  await expect(tall).not.toHaveAttribute('data-waiting')
})

test.describe('for those who asked for less motion', () => {
  test.use({ reducedMotion: 'reduce' })
  test('nothing waits', async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path)
      await page.mouse.wheel(0, 10)
      expect((await sections(page)).filter(({ isWaiting, opacity }) => isWaiting || opacity < 1)).toEqual([])
      await expect(page.locator('.reveal[data-waiting]')).toHaveCount(0)
    }
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('everything is there', async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path)
      await expect(page.locator('[data-waiting]')).toHaveCount(0)
    }
  })
})
