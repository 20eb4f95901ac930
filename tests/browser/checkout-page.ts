import type { Page } from './site-test'

export const TRAVELER = {
  'Full name': 'Wanjiru Kamau',
  Email: 'wanjiru@example.com',
  Address: '12 Congress Avenue',
  City: 'Austin',
  State: 'Texas',
  'ZIP code': '78701',
}

export async function fillTraveler(page: Page, details: Partial<typeof TRAVELER> = {}) {
  for (const [label, value] of Object.entries({ ...TRAVELER, ...details }))
    if (label === 'State') await page.getByLabel(label, { exact: true }).selectOption(value)
    else await page.getByLabel(label, { exact: true }).fill(value)
}

/** Types a card into Stripe's own frame on our page. */
export async function fillCard(page: Page, number: string) {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.locator('#cardnumber').fill(number)
  await frame.locator('#exp-date').fill('12 / 34')
  await frame.locator('#cvc').fill('123')
}

/** Pays on Stripe's own page. */
export async function payHostedPage(page: Page) {
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel(/Expir/).fill('12 / 34')
  await page.getByLabel('Cardholder name').fill('Wanjiru Kamau')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

export const summaryOf = (page: Page) => page.getByRole('complementary').filter({ hasText: 'Order summary' })

/** The line of the summary on a wide screen: a narrow one and the form say it as well. */
export const dueToday = (page: Page) =>
  summaryOf(page).getByText('Due today', { exact: true }).filter({ visible: true }).locator('..')

/** The card of a party, which says its price: 'Just me', 'Two of us'. */
export const partyCard = (page: Page, title: string) =>
  page.getByRole('radio', { name: new RegExp(`^${title.replace('$', '\\$')}`) })
