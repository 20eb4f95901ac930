import { customerInfo } from '#tests/fixtures/checkout-calls'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { expect, test } from './site-test'
import { toast } from './toast'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

test.use({ viewport: PHONE, variables: WAMBUI })

test('somebody reads what is held of them, and staff erase them', async ({ page, site, context }) => {
  test.slow()
  const { email } = customerInfo()
  await fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ firstName: 'Wanjiru', lastName: 'Kamau', email, phone: '+1 512 555 0100', interest: 'safari' },
      message: 'Four of us, in October',
    }),
  })
  await test.step('by a link to their mailbox', async () => {
    await page.goto('/my-data')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me my data' }).click()
    await expect(page.getByText('Please check your inbox')).toBeVisible()
    const letter = await site.mailbox.waitFor(({ subject }) => subject === 'What we hold about you')
    await page.goto(/\/my-data\/[\w-]+/.exec(letter.text)?.[0] ?? '')
    await expect(page.getByText('Four of us, in October').first()).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save as a file' }).click()
    expect((await saved).suggestedFilename()).toBe('personal-data.json')
    await page.getByRole('button', { name: 'Ask us to erase it' }).click()
    await expect(toast(page, 'We’ve got your request')).toBeVisible()
  })

  await test.step('and in two presses they are gone', async () => {
    const cookie = await staffCookie(site)
    const [name = ''] = cookie.split('=')
    await context.addCookies([{ name, value: cookie.slice(name.length + 1), url: site.url }])
    await page.goto(`/admin/people?email=${email}`)
    await page.getByRole('link', { name: 'Everything that is held' }).click()
    await expect(page.getByRole('heading', { name: 'What is held of a person' })).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.getByRole('link', { name: 'Erase…' }).click()
    await expect(page.getByRole('heading', { name: 'Erase a person' })).toBeVisible()
    await expectWellMadeAtBothWidths(page)
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await expect(toast(page, 'Person erased')).toBeVisible()
    expect(site.rows('select id from contact_inquiries')).toEqual([])
  })
})
