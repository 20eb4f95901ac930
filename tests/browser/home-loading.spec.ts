import { patiently } from '#scripts/test/patience.mjs'
import { expect, lookingTest, type Page } from './site-test'
import { violationsOf } from './well-made'

lookingTest.use({ reducedMotion: 'no-preference' })

const skeleton = (page: Page) => page.getByRole('status').filter({ hasText: 'The home page is loading' })
const goHome = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).first().click()

/** Holds the home page's data back until the returned function is called. */
async function heldBack(page: Page): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/_root.data*', async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

for (const from of ['/contact', '/texascountrysafari'])
  lookingTest(
    `four cards and three stories stand in while the home page comes from ${from}`,
    async ({ page }) => {
      await page.goto(from)
      const letGo = await heldBack(page)
      await goHome(page)
      await expect(skeleton(page)).toBeVisible()
      await expect(skeleton(page).locator('.shadow-card')).toHaveCount(4)
      await expect(skeleton(page).locator('.border-umber')).toHaveCount(3)
      expect(await violationsOf(page, '[role=status]')).toEqual([])

      letGo()
      await expect(page.getByRole('heading', { level: 1, name: 'Discover the Soul of Africa' })).toBeVisible()
      await expect(skeleton(page)).toHaveCount(0)
      await expect(
        page.getByRole('region', { name: 'Signature experiences' }).getByRole('article'),
      ).toHaveCount(4)
    },
  )

lookingTest('anyone who turns to another page in the meantime gets there', async ({ page }) => {
  await page.goto('/contact')
  await heldBack(page)
  await goHome(page)
  await expect(skeleton(page)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Gallery', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
  await expect(skeleton(page)).toHaveCount(0)
})

lookingTest('a quick answer and a whole page load show no skeleton', async ({ page }) => {
  await page.addInitScript((muchLonger) => {
    // The skeleton comes after 200 ms, and a loaded machine needs more for an answer that is quick elsewhere.
    const { setTimeout } = window
    const slower = (task: TimerHandler, ms?: number) => setTimeout(task, ms === 200 ? muchLonger : ms)
    Object.assign(window, { setTimeout: slower })
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('The home page is loading'))
        Object.assign(window, { seen: true })
    }).observe(document, { childList: true, subtree: true })
  }, patiently(8_000))
  await page.goto('/')
  await page.goto('/contact')
  await goHome(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Discover the Soul of Africa' })).toBeVisible()
  expect(await page.evaluate('window.seen')).toBeUndefined()
})
