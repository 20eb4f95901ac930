import { readdirSync, readFileSync } from 'node:fs'
import { aClone, clearAway, runIn } from '#tests/demo/a-clone'
import { expect, lookingTest as test } from './site-test'
import { violationsOf } from './well-made'

test.afterAll(clearAway)

/** What is no part but a behavior, goes around every page, or wants a whole page to itself. */
const NOT_SHOWN =
  /^shell\/|^link\.tsx|dialog\.tsx|toaster|radix-toast|sign-in-again|admin-shell|film|hero|picture|page-views|icons/

test('every part of the screen is shown, and accessible', async ({ page }) => {
  const { address } = await runIn(aClone(['app', 'db', 'public']), 'dev', ['--empty', '--port', '4410'])
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${address}/dev/parts`)
    await expect(page.getByRole('heading', { name: /The parts of the screen/ })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }

  const shown = ['parts', 'admin-parts']
    .map((name) => readFileSync(`app/routes/dev/${name}.tsx`, 'utf8'))
    .join('\n')
  const missing = readdirSync('app/ui', { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.tsx') && !NOT_SHOWN.test(path) && !shown.includes(`#app/ui/${path.slice(0, -4)}'`),
  )
  expect(missing).toEqual([])
})
