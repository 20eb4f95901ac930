import { expect, type Locator, type Page, test } from './site-test'
import { signInTo, WAMBUI } from './staff-desk'

// A filter's button that was pressed is found where it was, whatever the answer adds to the page.

test.use({ variables: WAMBUI })

const placeOf = async (button: Locator) => {
  const box = await button.boundingBox()
  return box && [box.x, box.y].map(Math.round)
}

const ONE_WAITS = `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
  values ('Wanjiru', 'Kamau', 'w@example.com', '1', 'safari', 'Four of us', 0)`

const LISTS: [name: string, path: string, press: (page: Page) => Promise<Locator>, after: RegExp][] = [
  [
    'contacts, its filter',
    '/admin/contacts',
    async (page) => {
      await page.getByText('Filter', { exact: true }).click()
      await page.getByLabel('Interest').selectOption('safari')
      return page.getByRole('button', { name: 'Apply filter' })
    },
    /interest=safari/,
  ],
  [
    'contacts, those who wait',
    '/admin/contacts',
    async (page) => {
      await page.getByText('Filter', { exact: true }).click()
      await page.getByLabel('Answer').selectOption('Unanswered')
      return page.getByRole('button', { name: 'Apply filter' })
    },
    /answer=/,
  ],
  [
    'contacts, its search',
    '/admin/contacts',
    async (page) => {
      await page.getByLabel('Search contacts').fill('wanjiru')
      return page.getByRole('button', { name: 'Search' })
    },
    /q=wanjiru/,
  ],
  [
    'bookings',
    '/admin/bookings?q=nobody',
    async (page) => {
      await page.getByLabel('Search by name').fill('wanjiru')
      return page.getByRole('button', { name: /^Search/ })
    },
    /q=wanjiru/,
  ],
  [
    'the audit log',
    '/admin/audit',
    async (page) => {
      await page.getByLabel('About').fill('settings')
      return page.getByRole('button', { name: 'Show', exact: true })
    },
    /about=settings/,
  ],
  [
    'analytics',
    '/admin/analytics',
    async (page) => {
      await page.getByLabel('From').fill('2025-05-01')
      return page.getByRole('button', { name: 'Show', exact: true })
    },
    /from=2025-05-01/,
  ],
]

for (const width of [390, 1280]) {
  test(`the button of a filter stays where it was, at ${width} pixels`, async ({ page, site }) => {
    site.change(ONE_WAITS)
    await page.setViewportSize({ width, height: 900 })
    await signInTo(page, '/admin/dashboard')
    for (const [name, path, press, after] of LISTS) {
      await page.goto(path)
      const button = await press(page)
      await button.scrollIntoViewIfNeeded()
      const before = await placeOf(button)
      await button.click()
      await expect(page).toHaveURL(after)
      await page.waitForLoadState('networkidle')
      expect(await placeOf(button), name).toEqual(before)
    }
  })
}
