import { booked } from '#tests/fixtures/booked'
import { expect, lookingTest, type Page, test } from './site-test'
import { DESKTOP, expectWellMade, PHONE } from './well-made'

// Rules 10.8: one navigation bar and one footer for every public page.

const MENU = [
  ['Home', '/'],
  ['2Step Safari', '/texascountrysafari'],
  ['Twende Home', '/twende-home'],
  ['Gallery', '/gallery'],
  ['Contact', '/contact'],
  ['Begin Journey', '/contact'],
] as const

const FOOTER = [
  ['Home', '/'],
  ['2Step Safari', '/texascountrysafari'],
  ['Twende Home', '/twende-home'],
  ['Contact', '/contact'],
  ['hello@savannasoul.example', 'mailto:hello@savannasoul.example'],
] as const

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: PHONE })

    test('pages about a payment have the site’s menu and footer, quiet ones do not', async ({
      page,
      site,
    }) => {
      const guest = await booked(site)
      for (const path of [
        '/checkout',
        '/payment-success',
        '/booking-confirmation',
        `/pay/${guest.token}`,
        `/booking/${guest.token}`,
        '/my-booking',
      ]) {
        await page.goto(path)
        for (const [name, address] of FOOTER)
          await expect(
            page.getByRole('contentinfo').getByRole('link', { name, exact: true }),
            path,
          ).toHaveAttribute('href', address)
        for (const [size, background] of [
          [DESKTOP, 'rgba(255, 255, 255, 0.92)'],
          [PHONE, 'rgb(255, 255, 255)'],
        ] as const) {
          const where = `${path} at ${size.width} pixels`
          await page.setViewportSize(size)
          await expectMenu(page, where)
          await expect(page.locator('.shell-header'), where).toHaveCSS('background-color', background)
        }
      }

      const [receipt] = site.rows<{ id: number }>('select id from payments')
      for (const path of ['/admin/login', `/booking/${guest.token}/receipts/${receipt?.id}`]) {
        await page.goto(path)
        for (const size of [DESKTOP, PHONE]) {
          const where = `${path} at ${size.width} pixels`
          await page.setViewportSize(size)
          await expect(page.getByRole('banner').getByRole('navigation'), where).toHaveCount(0)
          await expect(page.getByRole('contentinfo').getByRole('link'), where).toHaveCount(1)
        }
      }
    })
  })

/** The toggle's menu on a small screen is left open. */
async function expectMenu(page: Page, where: string) {
  const toggle = page.locator('.shell-menu > summary')
  if (await toggle.isVisible()) await toggle.click()
  const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  for (const [name, address] of MENU)
    await expect(menu.getByRole('link', { name, exact: true }), where).toHaveAttribute('href', address)
}

lookingTest('checkout with menu passes WCAG 2.2 AA at 390 and 1280 pixels', async ({ page }) => {
  await page.goto('/checkout')
  const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  for (const size of [PHONE, DESKTOP])
    await test.step(`at ${size.width} pixels`, async () => {
      await page.setViewportSize(size)
      await expectMenu(page, '/checkout')
      await expectWellMade(page)

      await menu.getByRole('link', { name: 'Gallery' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Pay $500' })).toBeEnabled()
    })
})
