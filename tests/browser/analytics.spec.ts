import type { Site } from '#tests/fixtures/site'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

/** Three views on the day, one of them by somebody else; one in the week before; $2,000 in the ledger. */
function someVisits(site: Site) {
  const visits = [
    ['/', 'google.com', 'US', 'one', '2025-06-01'],
    ['/gallery', 'google.com', 'US', 'one', '2025-06-01'],
    ['/gallery', 'direct', 'KE', 'two', '2025-06-01'],
    ['/contact', 'direct', 'unknown', 'three', '2025-05-25'],
  ]
  for (const [path, source, country, visitor, day] of visits)
    site.change(
      'insert into page_views (path, source, country, visitor_digest, day, created_at) values (?, ?, ?, ?, ?, ?)',
      ...[path, source, country, visitor, day, Date.parse(`${day}T16:00:00Z`)],
    )
  site.change(
    `insert into payments (kind, amount_cents, created_at) values ('payment', 200000, ${Date.parse('2025-05-31T17:00:00Z')})`,
  )
}

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('staff read figures of thirty days or another range', async ({ page, site }) => {
      await signInTo(page, '/admin/analytics')
      for (const rate of ['Conversion rate', 'Email signup rate'])
        await expect(figure(page, rate)).toContainText('No data')
      someVisits(site)
      await page.reload()
      await expect(figure(page, 'Conversion rate')).toContainText('0.0%0 paid bookings by 3 counted visitors')
      await expect(figure(page, 'Total page views')).toContainText('4+200.0% week over week')
      await expect(figure(page, 'Total visitors')).toContainText('32 today')
      await expect(figure(page, 'Total revenue')).toContainText('$2,000')
      await expect(page.getByText('no guest held seats')).toBeVisible()
      await expect(page.getByRole('row', { name: '/gallery 50.0% 2' })).toBeVisible()
      await expect(page.getByRole('row', { name: 'google.com 33.3% 1' })).toBeVisible()
      await expect(page.getByRole('row', { name: 'Kenya 33.3% 1' })).toBeVisible()
      await expect(page.getByRole('img', { name: 'Page views and revenue over time' })).toBeVisible()

      await page.getByRole('link', { name: '7 days', exact: true }).click()
      await expect(figure(page, 'Total page views')).toContainText('3')
      await expect(page.getByRole('link', { name: '7 days', exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      )

      await page.getByLabel('From').fill('2025-05-20')
      await page.getByLabel('To', { exact: true }).fill('2025-05-30')
      await page.getByRole('button', { name: 'Show' }).click()
      await expect(page.getByText(/^May 20 to May 30, 2025, in/)).toBeVisible()
      await expect(figure(page, 'Total page views')).toContainText('1')
      await expect(figure(page, 'Total revenue')).toContainText('$0')

      await page.getByLabel('From').fill('2025-05-31')
      await page.getByRole('button', { name: 'Show' }).click()
      await expect(page.getByRole('alert')).toContainText('The first day comes after the last one')
    })

    test('staff enter their spend, and wrong amounts are named', async ({ page, site }) => {
      await signInTo(page, '/admin/analytics?days=90')
      await expect(figure(page, 'Customer acquisition cost')).toContainText('Enter what you spend')

      await page.getByLabel('Month').selectOption('May 2025')
      await page.getByLabel('Spent, in dollars').fill('a lot')
      await page.getByRole('button', { name: 'Save spend' }).click()
      const amount = page.getByLabel('Spent, in dollars')
      await expect(page.getByText('Enter an amount in dollars')).toBeVisible()
      await expect(amount).toHaveValue('a lot')
      await expect(amount).toBeFocused()
      await expect(page.getByLabel('Month')).toHaveValue('2025-05')

      await amount.fill('$1,200.50')
      await page.getByRole('button', { name: 'Save spend' }).click()
      await expect(page.getByText('$1,200.50 for May 2025.', { exact: true })).toBeVisible()
      await expect(page).toHaveURL(/days=90/)
      await expect(page.getByRole('row', { name: 'May 2025 $1,200.50' })).toBeVisible()
      expect(
        site.rows("select actor, subject from audit_log where action = 'marketing-spend-entered'"),
      ).toEqual([{ actor: 'Wambui', subject: 'marketing-spend:2025-05' }])
    })
  })

test('nothing is in the way', async ({ page, site }) => {
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  await page.setViewportSize(PHONE)
  await signInTo(page, '/admin/analytics')
  await expect(page.getByText('No page views or revenue in this period')).toBeVisible()
  await expectWellMadeAtBothWidths(page)

  someVisits(site)
  for (const [path, visitor] of [
    ['/texascountrysafari', 'two'],
    ['/checkout', 'two'],
    ['/texascountrysafari', 'one'],
  ])
    site.change(
      "insert into page_views (path, visitor_digest, day, created_at) values (?, ?, '2025-06-01', ?)",
      ...[path, visitor, Date.parse('2025-06-01T16:00:00Z')],
    )
  await page.reload()
  await expect(page.getByRole('row', { name: 'Opened the checkout 50.0% 1' })).toBeVisible()
  await page.getByText('Show it day by day').click()
  await expect(page.getByRole('row', { name: 'Jun 1, 2025, so far 2 1 0 0' })).toBeVisible()
  await page.getByText('Show the numbers as a table').click()
  await expect(page.getByRole('row', { name: 'May 31, 2025 0 0 0 $2,000' })).toBeVisible()
  await expectWellMadeAtBothWidths(page)
  expect(broken).toEqual([])
})
