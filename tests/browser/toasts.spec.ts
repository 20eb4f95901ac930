import { fillCard, fillTraveler, payButton } from './checkout-page'
import { expect, type Locator, type Page, test as siteTest, lookingTest as test } from './site-test'

test.use({ reducedMotion: 'no-preference' })

// Rules 10.12: one at a time, gone after five seconds, F8 leads to it, swiped away to the right by 50 px.

/** The toast stands where it stays, and listens to keys and to the pointer. */
const arrived = (toast: Locator) =>
  toast.evaluate((card) => Promise.all(card.getAnimations().map((one) => one.finished)))

test('toasts come one at a time and go by swipe', async ({ page }) => {
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

  await arrived(toasts)
  const box = await toasts.first().boundingBox()
  if (!box) throw new Error('The toast has no place')
  await page.mouse.move(box.x + 60, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 130, box.y + box.height / 2, { steps: 6 })
  await page.mouse.up()
  await expect(toasts).toHaveCount(0)
})

test.describe('a toast', () => {
  test.use({ toastsLast: false })

  test('ends by itself after five seconds, unless in use', async ({ page }) => {
    await page.clock.install()
    await page.goto('/checkout')
    const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
    const pay = page.getByRole('button', { name: /^Pay \$/ })
    await expect(pay).toBeEnabled()
    // Once, so that what it needs is fetched: after that the clock stands still but for what the test lets
    // pass.
    await pay.click()
    await expect(toasts).toHaveCount(1)
    await page.clock.fastForward(10_000)
    await expect(toasts).toHaveCount(0)

    await page.clock.pauseAt(Date.now() + 3_600_000)
    await pay.click()
    await expect(toasts).toHaveCount(1)
    await page.clock.runFor(4_900)
    await expect(toasts).toHaveCount(1)
    await page.clock.runFor(200)
    await expect(toasts).toHaveCount(0)

    await pay.click()
    await expect(toasts).toHaveCount(1)
    await arrived(toasts)
    await page.keyboard.press('F8')
    await page.clock.runFor(60_000)
    await expect(toasts).toHaveCount(1)
    await page.getByLabel('Full name').focus()
    await page.clock.runFor(5_000)
    await expect(toasts).toHaveCount(0)
  })
})

/** The words of the page, with a sum of money in them, that lie under its toast. */
async function coveredAmounts(page: Page): Promise<string[]> {
  const card = page.getByText('Payment Successful!', { exact: true }).locator('xpath=../..')
  await arrived(card)
  return card.evaluate((toast) => {
    const over = toast.getBoundingClientRect()
    const walk = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    const covered: string[] = []
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const isUnder = [...range.getClientRects()].some(
        ({ top, bottom, left, right }) =>
          bottom > over.top && top < over.bottom && right > over.left && left < over.right,
      )
      if (isUnder && text.textContent?.includes('$')) covered.push(text.textContent)
    }
    return covered
  })
}

for (const scripts of [true, false])
  siteTest.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    siteTest.use({ javaScriptEnabled: scripts })

    siteTest('the payment toast covers no amount at 390 and 1280 pixels', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 700 })
      await page.goto('/checkout')
      await fillTraveler(page)
      if (scripts) {
        await fillCard(page, '4000002500003155')
        await payButton(page).click()
      } else {
        await page.getByRole('button', { name: /^Continue to pay/ }).click()
        await page.getByLabel('Card number').fill('4000002500003155')
        await page.getByLabel(/Expir/).fill('12 / 34')
        await page.getByLabel('Cardholder name').fill('Wanjiru Kamau')
        await page.getByLabel('Security code').fill('123')
        await page.getByRole('button', { name: /^Pay/ }).click()
      }
      await page.getByRole('button', { name: 'Complete authentication' }).click()
      await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
      await expect(page.getByText('Payment Successful!', { exact: true })).toBeVisible()
      await page.getByText(/^Test mode/).evaluate((strip) => strip.remove())
      expect(await coveredAmounts(page), 'at 390 pixels').toEqual([])
      await page.setViewportSize({ width: 1280, height: 720 })
      expect(await coveredAmounts(page), 'at 1280 pixels').toEqual([])
    })
  })
