import type { Site } from '#tests/fixtures/site'
import { signInTo } from './sign-in'
import { expect, type Page, test } from './site-test'
import { expectWellMadeAtBothWidths, PHONE } from './well-made'

const NOW = Date.parse('2025-06-01T17:00:00Z')

/**
 * A booking with one late installment and one due tomorrow, a held seat, an inquiry, and mail that failed.
 */
function muchToDo(site: Site) {
  const booking = (reference: string, status: string) =>
    site.change(
      `insert into bookings (booking_reference, departure_id, room_type, payment_type, payment_status, customer_name,
        customer_email, customer_phone, customer_address, customer_city, customer_state, customer_zip_code, customer_country,
        total_cents, deposit_cents, refund_terms, hold_ends_at, browser_digest, checkout_key, link_token, created_at,
        updated_at)
       select ?, id, 'double', 'deposit', ?, 'Wanjiru Kamau', 'wanjiru@example.com', '+1 512 555 0142', '12 Congress Avenue', 'Austin',
        'Texas', '78701', 'United States', 450000, 50000, 'terms', ?, 'browser', ?, ?, ?, ? from departures limit 1`,
      ...[reference, status, NOW + 1_800_000, reference, reference, NOW, NOW],
    )
  booking('TS-LATE01', 'deposit_paid')
  booking('TS-HELD01', 'pending')
  site.change(
    `insert into installments (booking_id, number, amount_cents, due_on)
     select id, 1, 200000, '2025-05-31' from bookings where booking_reference = 'TS-LATE01'
     union all select id, 2, 150000, '2025-06-02' from bookings where booking_reference = 'TS-LATE01'`,
  )
  site.change("update bookings set kept_cents = 100000 where booking_reference = 'TS-LATE01'")
  site.change(
    `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
     values ('Dale', 'Hutchins', 'dale@example.com', '+1 512 555 0100', 'cultural', 'Four of us.', ${NOW - 24 * 3_600_000})`,
  )
  site.change(
    `insert into guest_requests (booking_id, kind, created_at)
     select id, 'cancel', ${NOW - 24 * 3_600_000} from bookings where booking_reference = 'TS-LATE01'`,
  )
  for (const mail of [1, 2])
    site.change(
      `insert into outbox (kind, occasion, booking_id, to_name, to_address, subject, text_body, html_body, message_id,
        state, attempts, next_attempt_at, last_error, created_at)
       values ('booking-confirmation', ?, 1, 'Wanjiru', ?, 'Karibu', 'Karibu', '<p>Karibu</p>', ?, 'failed', 27, ?,
        '550 User unknown', ?)`,
      ...[`occasion ${mail}`, `wanjiru${mail}@example.com`, `<${mail}@example.com>`, NOW, NOW - mail],
    )
}

const toDo = (page: Page, who: string) =>
  page.getByRole('list', { name: 'To do now' }).getByRole('listitem').filter({ hasText: who })

test('a new site has three zeros and nothing to do', async ({ page }) => {
  await signInTo(page, '/admin/dashboard')
  await expect(page.getByText('Nothing needs attention today')).toBeVisible()
  for (const [label, counts] of [
    ['Total contacts', 'Inquiries by the contact form'],
    ['Total bookings', 'With at least the deposit paid, all departures'],
    ['Total newsletter subscribers', ''],
  ])
    await expect(page.locator('dl > div').filter({ hasText: label })).toHaveText(`${label}0${counts}`)
})

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('what needs attention is there, the latest first, and leads to its place', async ({
      page,
      site,
    }) => {
      muchToDo(site)
      await signInTo(page, '/admin/dashboard')
      const all = page.getByRole('list', { name: 'To do now' }).getByRole('listitem')
      await expect(all.first()).toContainText('Installment 1 of $2,000 is overdue')
      await expect(all.first()).toContainText('Was due May 31, 2025')
      await expect(all.first()).toContainText('1 day late')
      await expect(all.first().getByRole('link', { name: '+1 512' })).toHaveAttribute(
        'href',
        'tel:+15125550142',
      )
      const links: [string, string, string][] = [
        ['is overdue', 'See booking Wanjiru Kamau, TS-LATE01', '/admin/bookings/TS-LATE01'],
        ['Asks to cancel', 'Answer Wanjiru Kamau', '/admin/bookings/TS-LATE01'],
        ['Asks about Cultural Experiences', 'Answer Dale Hutchins', '/admin/contacts/1'],
      ]
      for (const [what, name, to] of links)
        await expect(toDo(page, what).getByRole('link', { name })).toHaveAttribute('href', to)
      await expect(toDo(page, 'Dale Hutchins')).toContainText('Late')

      // What an owner asks next: seats, then this month's money; totals come last.
      const seats = page.getByRole('region', { name: 'Seats', exact: true })
      await expect(seats.getByRole('row').nth(1)).toHaveText(/Oct 16 to Oct 27, 2025\s*1 of 20\s*1\s*18/)
      await expect(seats.getByRole('link', { name: '1 held booking' })).toHaveAttribute(
        'href',
        '/admin/bookings?money=held',
      )
      const money = page.getByRole('region', { name: 'Money' })
      for (const figure of [
        'Received this month$0',
        'Still due this month$',
        'Due this week1',
        'Overdue$2,000',
      ])
        await expect(money).toContainText(figure)
      const places = [all.first(), seats, money, page.getByText('Total newsletter subscribers')]
      const tops = await Promise.all(places.map(async (place) => (await place.boundingBox())?.y ?? -1))
      expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    })

    test('the search above every page finds people, and a booking by its reference', async ({
      page,
      site,
    }) => {
      muchToDo(site)
      await signInTo(page, '/admin/settings')
      const box = page.getByRole('searchbox', { name: 'Find a person or a booking' })
      if (scripts) {
        await page.getByRole('heading', { level: 1 }).focus()
        await page.keyboard.press('/')
        await expect(box).toBeFocused()
      }
      await box.fill('512 555 0142')
      await page.getByRole('button', { name: 'Find it' }).click()
      await expect(page.getByRole('link', { name: 'Wanjiru Kamau, wanjiru@example.com' })).toBeVisible()
      await expect(box).toHaveValue('512 555 0142')
      await box.fill('ts-late01')
      await box.press('Enter')
      await expect(page).toHaveURL(/\/admin\/bookings\/TS-LATE01$/)
    })

    test('mail that failed is tried again, and goes out', async ({ page, site }) => {
      muchToDo(site)
      await signInTo(page, '/admin/dashboard')
      const failed = page.getByRole('list', { name: 'To do now' })
      await expect(failed).toContainText('550 User unknown')
      await failed.getByRole('button', { name: /wanjiru1@example/ }).click()
      await expect(page.getByText('The email will be sent again', { exact: true })).toBeVisible()
      await expect(failed).not.toContainText('wanjiru1@example.com')
      await expect(failed).toContainText('wanjiru2@example.com')
      await expect
        .poll(() =>
          site.mailbox
            .messages()
            .map(({ to }) => JSON.stringify(to))
            .join(),
        )
        .toContain('wanjiru1@example.com')
    })
  })

test("nothing is in anybody's way", async ({ page, site }) => {
  await page.setViewportSize(PHONE)
  muchToDo(site)
  await signInTo(page, '/admin/dashboard')
  await expectWellMadeAtBothWidths(page)
})

test('no page of the admin area jumps while it loads', async ({ page, site }) => {
  test.slow()
  muchToDo(site)
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signInTo(page, '/admin/dashboard')
  const pages = ['dashboard', 'bookings', 'bookings/TS-LATE01', 'contacts', 'installments', 'settings']
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [...pages, 'settings/films', 'analytics', 'rooms', 'health']) {
      await page.goto(`/admin/${path}`, { waitUntil: 'networkidle' })
      expect(await page.evaluate('window.shifted'), `${path} at ${width} pixels`).toBe(0)
    }
  }
})
