import AxeBuilder from '@axe-core/playwright'
import { fillCard, fillTraveller, payButton } from './checkout-page'
import { expect, lookingTest, type Page, test } from './site-test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function expectNoViolations(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  const { violations } = await new AxeBuilder({ page })
    .withTags(WCAG)
    .exclude('iframe[title="Secure payment input frame"]')
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])).toEqual([])
}

const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

for (const width of [390, 1280])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })

    for (const path of [
      '/',
      '/texascountrysafari',
      '/twende-home',
      '/contact',
      '/gallery',
      '/checkout',
      '/booking-confirmation',
      '/admin/login',
      '/nowhere',
    ])
      lookingTest(`${path} has no violation of WCAG 2.2 AA`, async ({ page }) => {
        await page.goto(path)
        await expectNoViolations(page)
        await expectNoSidewaysScroll(page)
      })

    test('checkout has none with its errors shown, nor have the pages after it', async ({ page }) => {
      await page.goto('/checkout')
      await expect(payButton(page)).toBeEnabled()
      await payButton(page).click()
      await expect(page.getByLabel('Full name')).toBeFocused()
      await expectNoViolations(page)

      await fillTraveller(page)
      await fillCard(page, '4000000000000002')
      await payButton(page).click()
      await expect(page.getByRole('alert')).toContainText('declined')
      await expectNoViolations(page)
      await expectNoSidewaysScroll(page)

      await fillCard(page, '4242424242424242')
      await payButton(page).click()
      await expect(page).toHaveURL(/payment-success/)
      await expectNoViolations(page)
      await page.getByRole('link', { name: 'See your booking' }).click()
      await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
      await expectNoViolations(page)
      await expectNoSidewaysScroll(page)
    })
  })
