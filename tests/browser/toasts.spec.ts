import { expect, test } from './site-test'

// Spec §9: one at a time, gone after five seconds, F8 leads to it, swiped away to the right by 50 px.

test('a toast is one at a time, is reached by F8, goes by swipe, and ends by itself', async ({ page }) => {
  await page.goto('/checkout')
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await expect(pay).toBeEnabled()

  await pay.click()
  await pay.click()
  await expect(toasts).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('ol, [role=region]') !== null))
    .toBe(true)
  await page.keyboard.press('Tab')
  await page.getByLabel('Full name').focus()
  await expect(toasts).toHaveCount(0, { timeout: 15_000 })

  await pay.click()
  await expect(toasts).toHaveCount(1)
  await toasts.first().evaluate((toast) => Promise.all(toast.getAnimations().map((one) => one.finished)))
  const box = await toasts.first().boundingBox()
  if (!box) throw new Error('The toast has no place')
  await page.mouse.move(box.x + 60, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 130, box.y + box.height / 2, { steps: 6 })
  await page.mouse.up()
  await expect(toasts).toHaveCount(0, { timeout: 4_000 })
})
