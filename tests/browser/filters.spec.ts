import { signInTo } from './sign-in'
import { expect, type Locator, type Page, test } from './site-test'

// A filter's button that was pressed is found where it was, whatever the answer adds to the page.

const placeOf = async (button: Locator) => {
  const box = await button.boundingBox()
  return box && [box.x, box.y].map(Math.round)
}

/** Yesterday's, by the clock of the test's site: what is older than we keep is erased at its start. */
const ONE_WAITS = `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
  values ('Wanjiru', 'Kamau', 'w@example.com', '1', 'safari', 'Four of us', ${Date.parse('2025-05-31T14:00:00Z')})`

/** What only the answer has. The address alone is the new one before the page is. */
type Answer = (page: Page) => Locator

const oneContact: Answer = (page) => page.getByText('1 contact found', { exact: true })

const LISTS: [name: string, path: string, press: (page: Page) => Promise<Locator>, answer: Answer][] = [
  [
    'contacts, its filter',
    '/admin/contacts',
    async (page) => {
      await page.getByText('Filter', { exact: true }).click()
      await page.getByLabel('Interest').selectOption('safari')
      return page.getByRole('button', { name: 'Apply filter' })
    },
    oneContact,
  ],
  [
    'contacts, those who wait',
    '/admin/contacts',
    async (page) => {
      await page.getByText('Filter', { exact: true }).click()
      await page.getByLabel('Answer').selectOption('Unanswered')
      return page.getByRole('button', { name: 'Apply filter' })
    },
    oneContact,
  ],
  [
    'contacts, its search',
    '/admin/contacts',
    async (page) => {
      await page.getByLabel('Search contacts').fill('wanjiru')
      return page.getByRole('button', { name: 'Search' })
    },
    oneContact,
  ],
  [
    'bookings',
    '/admin/bookings?q=nobody',
    async (page) => {
      await page.getByLabel('Search by name').fill('wanjiru')
      return page.getByRole('button', { name: /^Search/ })
    },
    (page) => page.locator('a[href="/admin/bookings.csv?q=wanjiru"]'),
  ],
  [
    'the audit log',
    '/admin/audit',
    async (page) => {
      await page.getByLabel('About').fill('settings')
      return page.getByRole('button', { name: 'Show', exact: true })
    },
    (page) => page.getByRole('link', { name: 'Show all', exact: true }),
  ],
  [
    'analytics',
    '/admin/analytics',
    async (page) => {
      await page.getByLabel('From').fill('2025-05-01')
      return page.getByRole('button', { name: 'Show', exact: true })
    },
    (page) => page.getByText(/^May 1/).first(),
  ],
]

for (const width of [390, 1280]) {
  test(`the filter button stays where it was at ${width} pixels`, async ({ page, site }) => {
    site.change(ONE_WAITS)
    await page.setViewportSize({ width, height: 900 })
    await signInTo(page, '/admin/dashboard')
    for (const [name, path, press, answer] of LISTS) {
      await page.goto(path)
      const button = await press(page)
      await button.scrollIntoViewIfNeeded()
      const before = await placeOf(button)
      await button.click()
      await expect(answer(page)).toBeAttached()
      expect(await placeOf(button), name).toEqual(before)
    }
  })
}
