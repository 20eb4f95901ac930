import { signInTo } from './sign-in'
import { expect, type Page, adminTest as test } from './site-test'

test.use({ reducedMotion: 'no-preference' })

// Rules 10.12: a tooltip waits 700 ms, and the next one within 300 ms not at all; WCAG 1.4.13: it can be
// reached with the pointer and dismissed.

const tip = (page: Page, text: string) => page.getByRole('tooltip', { name: text }).filter({ visible: true })
const shown = (page: Page) => page.locator('[role=tooltip]:popover-open')

test('the pointer waits for the first tooltip only', async ({ page }) => {
  await signInTo(page, '/admin/settings/experiences')
  const row = page.getByRole('button', { name: /^Move .+ down$/ }).nth(1)
  await row.scrollIntoViewIfNeeded()
  const down = await row.boundingBox()
  const restOn = (button: 'up' | 'down') =>
    page.mouse.move((down?.x ?? 0) + (button === 'up' ? -20 : 20), (down?.y ?? 0) + 20)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await restOn('up')
  await page.clock.runFor(690)
  await expect(shown(page)).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(shown(page)).toHaveText('Move up')

  await restOn('down')
  await page.clock.runFor(5)
  await expect(shown(page)).toHaveText('Move down')
  await page.mouse.move(0, 0)
  await expect(shown(page)).toHaveCount(0)
  await page.clock.runFor(400)
  await restOn('down')
  await page.clock.runFor(400)
  await expect(shown(page)).toHaveCount(0)
  await page.clock.runFor(310)
  await expect(shown(page)).toHaveText('Move down')

  const box = await shown(page).boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2, {
    steps: 8,
  })
  await page.clock.runFor(2_000)
  await expect(shown(page)).toHaveText('Move down')
  await page.keyboard.press('Escape')
  await expect(shown(page)).toHaveCount(0)
  expect(page.viewportSize()?.width).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0))
})

test('the keyboard opens a tooltip and Escape closes only that', async ({ page }) => {
  await signInTo(page, '/admin/users/new')
  const dialog = page.getByRole('dialog')
  await page.getByLabel('Username').focus()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('link', { name: 'Close' })).toBeFocused()
  await expect(tip(page, 'Close')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shown(page)).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('there is no tooltip, and every sign has a name', async ({ page }) => {
    await signInTo(page, '/admin/settings/experiences')
    await expect(shown(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Move .+ up$/ }).first()).toBeAttached()
  })
})
