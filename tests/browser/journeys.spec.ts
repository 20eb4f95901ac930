import type { Site } from '#tests/fixtures/site'
import { fillCard, fillTraveler, partyCard, payButton } from './checkout-page'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { toast } from './toast'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

const COAST = 'Lodges of Laikipia and the Coast'
const PAGE = '/laikipia-and-the-coast'
const FIRST = 'Oct 16 to Oct 27, 2025'
const PRIVATE = 'Jan 15 to Jan 26, 2026'
const WORDS = {
  'Short name': 'Laikipia & Coast',
  About: 'lodges and the sea',
  'After its number of days': 'from the plateau to the ocean',
  'In a sentence or two': '{days} days of lodges, for {seats} guests at most.',
  'Introduction: heading': 'From Mount Kenya to the sea',
  'Route: heading': 'From the plateau to Lamu',
}
const FOR_THE_CHOIR = {
  'Double room price': '3,900',
  'Minimum travelers (optional)': '2',
  'Decide by (optional)': '2025-10-01',
  'Group (optional)': 'the Bluebonnet Choir',
  'Welcome (optional)': 'We sing at every stop.',
}

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts, viewport: PHONE })

    test('staff make a journey and a private departure of it, and guests buy both to the last seat', async ({
      page,
      site,
      someoneElse,
    }) => {
      test.slow()
      const look = (where: string) => (scripts ? expectWellMadeAtBothWidths(page, where) : undefined)
      await signInTo(page, '/admin/settings/journeys')
      await aJourneyThatIsDeleted(page, look)
      await aJourney(page)
      await itsPicture(page)
      await aLodgeForTheFirstDay(page)
      await onSale(page, FIRST, { Seats: '2', 'Double room price': '5,200' })
      await page.goto('/admin/settings/journeys')
      await look('journeys')
      await page.getByRole('button', { name: 'Show it' }).click()
      await expect(toast(page, 'Journey shown')).toBeVisible()
      const link = await aPrivateDeparture(page)
      await look('a private departure’s settings')

      const guest = await someoneElse({ viewport: PHONE, javaScriptEnabled: scripts })
      await guest.goto('/')
      await expect(guest.getByRole('link', { name: `See the journey ${COAST}` })).toBeVisible()
      await guest.goto('/journeys')
      await guest.getByRole('link', { name: COAST }).first().click()
      await expect(guest.getByRole('heading', { name: WORDS['Introduction: heading'] })).toBeVisible()
      const picture = guest.locator('.hero-picture')
      await expect(picture).toHaveAttribute('src', /samburu-north/)
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
      await expect(guest.locator('meta[property="og:image"]')).toHaveAttribute('content', /samburu-north/)
      await expect(guest.getByRole('heading', { name: 'Four nights of country' })).toHaveCount(0)
      await expect(guest.getByRole('heading', { name: 'Into the highlands' })).toBeVisible()
      await expect(guest.getByText('Villa of 600 sq ft on stilts').first()).toBeVisible()
      if (scripts) await expectWellMadeAtBothWidths(guest, 'the page of the second journey')
      await buyForTwo(guest, scripts, { 'Full name': 'Atieno Were', Email: 'atieno@example.com' })
      await guest.goto(PAGE)
      await expect(guest.getByText('This departure is sold out')).toBeVisible()

      await guest.goto(link)
      await expect(guest.getByText('A private departure for the Bluebonnet Choir').first()).toBeVisible()
      await expect(guest.getByText('We sing at every stop.')).toBeVisible()
      await buyForTwo(guest, scripts, { 'Full name': 'Ruth Bell', Email: 'ruth@example.com' })
      await guest.goto(link)
      await expect(guest.getByText('This departure is sold out')).toBeVisible()

      await seenByItsLinkAlone(guest, link)
      await lettersSayWhatWasBought(site)
      await manifestHas(page, FIRST, 'Atieno Were', 'Ruth Bell')
      await manifestHas(page, PRIVATE, 'Ruth Bell', 'Atieno Were')
    })
  })

async function aJourney(page: Page) {
  await copied(page, COAST, 'laikipia-and-the-coast')
  const folded = page.locator('main details:not([open]) > summary:has(h2):visible')
  while ((await folded.count()) > 0) await folded.first().click()
  for (const [label, words] of Object.entries(WORDS))
    await page.getByLabel(label, { exact: true }).fill(words)
  await page.getByLabel('Band: heading').fill('')
  await page.getByRole('button', { name: 'Save words' }).click()
  await expect(toast(page, 'Words saved')).toBeVisible()
}

async function copied(page: Page, name: string, path: string) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Address of its page').fill(path)
  await page.getByLabel('First day of its first departure').fill('2025-10-16')
  await page.getByRole('button', { name: 'Copy to a new journey' }).click()
  await expect(toast(page, 'Journey copied')).toBeVisible()
}

/** A draft that was made by mistake. */
async function aJourneyThatIsDeleted(page: Page, look: (where: string) => Promise<void> | undefined) {
  await copied(page, 'A mistake', 'a-mistake')
  await page.goto('/admin/settings/journeys')
  await page.getByRole('link', { name: 'Delete A mistake' }).click()
  await expect(page.getByRole('dialog')).toContainText('Delete the draft of A mistake')
  await look('deleting a journey')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete journey' }).click()
  await expect(toast(page, 'Journey deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'A mistake', exact: true })).toHaveCount(0)
}

async function itsPicture(page: Page) {
  await page.goto('/admin/settings/pages')
  await page.getByRole('link', { name: `Edit ${WORDS['Short name']}: pictures and films` }).click()
  const picture = page.getByRole('group', { name: 'Picture', exact: true })
  await picture.getByText('No picture: choose one').click()
  await picture.locator('input[value="/pictures/samburu-north"]').check()
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(toast(page, 'Page saved')).toBeVisible()
}

async function aLodgeForTheFirstDay(page: Page) {
  await page.goto('/admin/settings/lodges')
  await page.getByRole('link', { name: 'Add lodge' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Segera Camp')
  await page.getByLabel('Place', { exact: true }).fill('Laikipia')
  await page.getByLabel('Room (optional)').fill('Villa of 600 sq ft on stilts')
  await page.getByRole('button', { name: 'Save lodge' }).click()
  await expect(toast(page, 'Lodge saved')).toBeVisible()
  await open(page, FIRST, 'Trip book')
  await page.getByRole('link', { name: 'Days and lodges' }).click()
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  await page.getByLabel('Title', { exact: true }).fill('Into the highlands')
  await page.getByLabel('Lodge (optional)', { exact: true }).fill('Segera Camp')
  await page.getByRole('button', { name: 'Save day' }).click()
  await expect(toast(page, 'Day saved')).toBeVisible()
}

/** Puts the departure of these dates on sale, with what is told of it. */
async function onSale(page: Page, dates: string, typed: Record<string, string>) {
  await open(page, dates, 'Settings')
  for (const [label, value] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('combobox', { name: 'Sales', exact: true }).selectOption('open')
  await page.getByRole('button', { name: 'Save departure' }).click()
  await expect(toast(page, 'Departure saved')).toBeVisible()
}

/** One of the new journey's departures, at one of its tabs. */
async function open(page: Page, dates: string, tab: string) {
  await page.goto('/admin/departures')
  const row = page.getByRole('row').filter({ hasText: WORDS['Short name'] }).filter({ hasText: dates })
  await row.getByRole('link', { name: dates }).click()
  await page.getByRole('navigation', { name: 'This departure' }).getByRole('link', { name: tab }).click()
}

async function aPrivateDeparture(page: Page): Promise<string> {
  await page.goto('/admin/departures')
  await page.getByRole('link', { name: `New departure: ${WORDS['Short name']}` }).click()
  await page.getByLabel('First day of the copy').fill('2026-01-15')
  await page.getByRole('button', { name: 'Copy departure' }).click()
  await expect(page.getByRole('heading', { name: PRIVATE })).toBeVisible()
  await onSale(page, PRIVATE, FOR_THE_CHOIR)
  await page.getByRole('combobox', { name: 'Shown to' }).selectOption('yes')
  await page.getByRole('button', { name: 'Save departure' }).click()
  return (await page.getByText(/\/laikipia-and-the-coast\?departure=/).textContent()) ?? ''
}

async function buyForTwo(guest: Page, scripts: boolean, who: Record<string, string>) {
  await guest.getByRole('link', { name: 'Book a double room' }).click()
  await partyCard(guest, 'Two of us').check()
  await fillTraveler(guest, who)
  if (scripts) {
    await fillCard(guest, '4242424242424242')
    await payButton(guest).click()
  } else {
    const go = guest.getByRole('button', { name: /^Continue to pay/ })
    await go.click()
    // For two it costs more than what was shown for one.
    await expect(guest.getByRole('alert')).toContainText('For 2 travelers')
    await go.click()
    await guest.getByLabel('Card number').fill('4242424242424242')
    await guest.getByLabel(/Expir/).fill('12 / 34')
    await guest.getByLabel('Cardholder name').fill(who['Full name'] ?? '')
    await guest.getByLabel('Security code').fill('123')
    await guest.getByRole('button', { name: /^Pay/ }).click()
  }
  await expect(guest.getByText('Payment Successful!', { exact: true })).toBeVisible()
}

async function seenByItsLinkAlone(guest: Page, link: string) {
  const key = new URL(link).searchParams.get('departure') ?? ''
  for (const path of ['/', '/journeys', PAGE, '/sitemap.xml', '/checkout', '/contact']) {
    const said = await (await guest.request.get(path)).text()
    expect(said, path).not.toContain(key)
    expect(said, path).not.toContain('Jan 15')
    expect(said, path).not.toContain('2026-01-15')
    expect(said, path).not.toContain('Bluebonnet')
  }
}

async function lettersSayWhatWasBought(site: Site) {
  const letter = (email: string) =>
    site.mailbox.waitFor(({ to, subject }) => to.includes(email) && /booked/.test(subject))
  const [coast, choir] = [await letter('atieno@example.com'), await letter('ruth@example.com')]
  for (const { text } of [coast, choir]) expect(text).toContain(COAST)
  expect(coast.text).toContain(FIRST)
  expect(coast.text).not.toContain('Bluebonnet')
  expect(choir.text).toContain(PRIVATE)
}

async function manifestHas(page: Page, dates: string, theirs: string, others: string) {
  await open(page, dates, 'Manifest')
  await expect(page.getByText(theirs).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(others)).toHaveCount(0)
}
