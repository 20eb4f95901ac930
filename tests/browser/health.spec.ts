import { signInTo } from './sign-in'
import { expect, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

test('staff see how the site is doing', async ({ page, site }) => {
  await page.setViewportSize(PHONE)
  await signInTo(page, '/admin/dashboard')
  await page.goto('/admin/health')
  await expect(page.getByText('All is well: there is nothing to do.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Requests by the hour' })).toBeVisible()
  await expect(page.getByText('Email system active')).toBeVisible()
  await expectWellMadeAtBothWidths(page)

  site.change(
    `insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id,
       next_attempt_at, created_at)
     values ('test', 'test', '', 'a@example.com', 'Karibu', '', '', '<a@b>', 9999999999999, 1)`,
  )
  await page.reload()
  await expect(page.getByText('Action needed: mail is not going out.')).toBeVisible()
  await expectWellMadeAtBothWidths(page)
})
