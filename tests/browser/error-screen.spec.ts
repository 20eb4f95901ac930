import { expect, lookingTest as test } from './site-test'

// Rules 11.3: the page-level error screen.

test('an error offers Try Again and Refresh Page', async ({ page }) => {
  await page.goto('/')
  await page.route('**/contact.data*', (route) => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'CONTACT' }).first().click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  const words = 'We apologize for the inconvenience. Please try refreshing the page.'
  await expect(page.getByText(words)).toBeVisible()
  const tryAgain = page.getByRole('link', { name: 'Try Again' })
  const refresh = page.getByRole('link', { name: 'Refresh Page' })
  await expect(tryAgain).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(refresh).toHaveCSS('background-color', 'rgb(112, 75, 55)')
  await expect(tryAgain).toHaveAttribute(
    'href',
    await refresh.evaluate((link) => link.getAttribute('href') ?? ''),
  )

  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.unroute('**/contact.data*')
  await tryAgain.click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  await expect(page.getByLabel('First name')).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})
