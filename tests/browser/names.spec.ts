import { signInTo } from './sign-in'
import { expect, test } from './site-test'
import { calledOtherwise, DESKTOP, PHONE } from './well-made'

/** All others are held to it where they are well made (expectWellMade). */
const PAGES = [
  '/admin/settings/gallery',
  '/admin/settings/films',
  '/admin/settings/films/new',
  '/admin/settings/pages',
  '/admin/settings/pages/home',
  '/admin/settings/pages/tour',
  '/admin/kept',
]

test('accessible names begin with the visible text at both widths', async ({ page, site }) => {
  await page.setViewportSize(PHONE)
  site.change("delete from gallery_images where slug = 'mount-kenya'")
  await signInTo(page, '/admin/settings')
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      expect(await calledOtherwise(page), `${path} at ${size.width} pixels`).toEqual([])
    }
  }
})
