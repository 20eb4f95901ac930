import { WAMBUI } from '#tests/fixtures/staff-cookie'
import { expect, test } from './site-test'
import { signInTo } from './staff-desk'
import { expectWellMade } from './well-made'

test.use({ variables: WAMBUI })

for (const width of [390, 1280])
  test(`staff see how the site is doing at ${width} pixels`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInTo(page, '/admin/dashboard')
    await page.goto('/admin/health')
    await expect(page.getByText('All is well: there is nothing to do.')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Requests by the hour' })).toBeVisible()
    await expect(page.getByText('Email system active')).toBeVisible()
    await expectWellMade(page)

    site.change(
      `insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id,
         next_attempt_at, created_at)
       values ('test', 'test', '', 'a@example.com', 'Karibu', '', '', '<a@b>', 9999999999999, 1)`,
    )
    await page.reload()
    await expect(page.getByText('Action needed: mail is not going out.')).toBeVisible()
    await expectWellMade(page)
  })
