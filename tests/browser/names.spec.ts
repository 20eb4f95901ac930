import { booked } from '#tests/fixtures/booked'
import { WAMBUI } from '#tests/fixtures/staff-cookie'
import { signInTo } from './sign-in'
import { expect, test } from './site-test'
import { calledOtherwise, DESKTOP, PHONE } from './well-made'

test.use({ variables: WAMBUI })

const ADMIN = [
  '/admin/dashboard',
  '/admin/contacts',
  '/admin/contacts/1',
  '/admin/contacts/1/delete',
  '/admin/campaigns',
  '/admin/campaigns/new',
  '/admin/subscribers',
  '/admin/subscribers/add',
  '/admin/bookings',
  '/admin/manifest',
  '/admin/rooms',
  '/admin/installments',
  '/admin/users',
  '/admin/users/new',
  '/admin/users/1',
  '/admin/users/1/password',
  '/admin/settings',
  '/admin/settings/experiences',
  '/admin/settings/experiences/1',
  '/admin/settings/stories',
  '/admin/settings/gallery',
  '/admin/settings/gallery/1',
  '/admin/settings/films',
  '/admin/settings/films/new',
  '/admin/settings/pages',
  '/admin/settings/pages/home',
  '/admin/settings/pages/tour',
  '/admin/settings/tour',
  '/admin/settings/tour/1',
  '/admin/settings/tour/words',
  '/admin/settings/tour/1/days',
  '/admin/analytics',
  '/admin/health',
  '/admin/audit',
  '/admin/kept',
]

test('accessible names begin with the visible text at both widths', async ({ page, site }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  const { reference, token } = await booked(site)
  site.change(
    `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
     values ('Dale', 'Hutchins', 'dale@example.com', '+1 512 555 0100', 'cultural', 'Four of us.', 1)`,
  )
  site.change("delete from gallery_images where slug = 'mount-kenya'")
  const visit = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      expect(await calledOtherwise(page), `${path} at ${size.width} pixels`).toEqual([])
    }
  }
  // Other pages of guests are held to it in accessibility.spec.ts.
  for (const path of [`/pay/${token}`, `/booking/${token}`]) await visit(path)

  await signInTo(page, '/admin/dashboard')
  const here = `/admin/bookings/${reference}`
  for (const path of [...ADMIN, here, `${here}/cancel`, `${here}/refund`, `${here}/payment`])
    await visit(path)
})
