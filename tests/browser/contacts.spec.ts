import type { Site } from '#tests/fixtures/site'
import { expect, type Page, test } from './site-test'
import { DESKTOP, expectWellMade, expectWellMadeAtBothWidths, PHONE } from './well-made'

const NOON = Date.parse('2025-06-01T17:00:00Z')
const PEOPLE = [
  ['Wanjiru', 'Kamau', 'luxury'],
  ['Dale', 'Walker', 'safari'],
  ['Achieng', 'Otieno', 'cultural'],
] as const

/** 60 contacts, an hour apart; the newest is Wanjiru Kamau. */
function fill(site: Site) {
  const people = Array.from({ length: 60 }, (_, row) => {
    const [first, last, interest] = PEOPLE[row % PEOPLE.length] ?? PEOPLE[0]
    return {
      first,
      last,
      interest,
      email: `${first}${row}@example.com`.toLowerCase(),
      at: NOON - row * 3_600_000,
    }
  })
  site.change(
    `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
     select value ->> 'first', value ->> 'last', value ->> 'email', '+1 512 555 0100', value ->> 'interest', ?, value ->> 'at'
     from json_each(?)`,
    `Four of us, in October.\n\n${'One is afraid of small planes. '.repeat(10)}`,
    JSON.stringify(people),
  )
}

async function openContacts(page: Page) {
  await page.goto(`/admin/login?next=${encodeURIComponent('/admin/contacts')}`)
  await page.getByLabel('Username').fill('Wambui')
  await page.getByLabel('Password').fill('karibu-sana')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
}

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).first()

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('the list explains itself, is searched, and loses a contact only after a question', async ({
      page,
      site,
    }) => {
      test.slow()
      await test.step('an empty list or search explains itself', async () => {
        await openContacts(page)
        await expect(page.getByText('No contacts found')).toBeVisible()
        await expect(page.getByText('Contact inquiries will appear here')).toBeVisible()
        await expect(page.getByText('0.0%')).toBeVisible()
        await expect(page.getByRole('link', { name: 'CREATE CAMPAIGN' })).toHaveAttribute(
          'href',
          '/admin/campaigns/new',
        )
        await expect(page.getByRole('link', { name: 'ADD SUBSCRIBERS' })).toHaveAttribute(
          'href',
          '/admin/subscribers/add',
        )

        await page.getByLabel('Search contacts').fill('nobody')
        await page.getByRole('button', { name: 'Search' }).click()
        await expect(page.getByText('Try adjusting your search terms')).toBeVisible()
        await expect(page.getByLabel('Search contacts')).toHaveValue('nobody')
      })

      await test.step('the list is searched, filtered, turned round and paged', async () => {
        fill(site)
        await page.goto('/admin/contacts')
        await expect(rows(page)).toHaveCount(30)
        await expect(rows(page).first()).toContainText('Jun 1, 2025')
        await expect(page.getByText('1 to 30 of 60', { exact: true })).toBeVisible()
        await page.getByRole('link', { name: 'Next', exact: true }).click()
        await expect(rows(page).last()).toContainText('achieng59@example.com')
        await expect(rows(page)).toHaveCount(30)
        await expect(page.getByText('31 to 60 of 60', { exact: true })).toBeVisible()
        await page.getByRole('link', { name: 'First', exact: true }).click()
        await expect(rows(page)).toHaveCount(30)
        await page.getByRole('link', { name: 'Last', exact: true }).click()
        await expect(page.getByText('31 to 60 of 60', { exact: true })).toBeVisible()
        await page.getByRole('link', { name: 'Previous', exact: true }).click()
        await expect(page.getByText('1 to 30 of 60', { exact: true })).toBeVisible()

        await page.getByRole('link', { name: /^Created On \(Latest\)/ }).click()
        await expect(rows(page).first()).toContainText('achieng59@example.com')

        await page.getByLabel('Search contacts').fill('WALK')
        await page.getByRole('button', { name: 'Search' }).click()
        await expect(rows(page)).toHaveCount(20)
        await expect(page.getByText('20 contacts found')).toBeVisible()
        await expect(rows(page).first()).toContainText('dale58@example.com')

        await page.getByText('Filter', { exact: true }).click()
        await page.getByLabel('Interest').selectOption('Safari Adventures')
        await page.getByLabel('From').fill('2025-06-01')
        await page.getByRole('button', { name: 'Apply filter' }).click()
        await expect(page.getByText('Filter (2)')).toBeVisible()
        // Noon, 1 to 11 hours back: rows 1, 4, 7 and 10.
        await expect(rows(page)).toHaveCount(4)
        await page.getByRole('link', { name: 'Clear' }).click()
        await expect(rows(page)).toHaveCount(20)
      })

      await test.step('a contact is deleted only after a question', async () => {
        await page.goto('/admin/contacts?q=walker')
        await page.getByRole('link', { name: 'Delete Dale Walker' }).first().click()
        const dialog = page.getByRole('dialog', { name: 'Delete contact' })
        await expect(dialog).toContainText('dale1@example.com')
        await dialog.getByRole('link', { name: 'Cancel' }).click()
        await expect(dialog).toBeHidden()
        expect(site.rows('select id from contact_inquiries')).toHaveLength(60)

        await page.getByRole('link', { name: 'Delete Dale Walker' }).first().click()
        await dialog.getByRole('button', { name: 'Delete contact' }).click()
        await expect(toast(page, 'Contact deleted')).toBeVisible()
        await expect(toast(page, 'The contact has been removed successfully.')).toBeVisible()
        await expect(page).toHaveURL(/\/admin\/contacts\?q=walker$/)
        await expect(rows(page)).toHaveCount(19)
      })
    })

    test('unanswered inquiries are found, the longest waiting first', async ({ page, site }) => {
      fill(site)
      // Answered but for three: of 2, 23 hours 30 minutes and 25 hours ago.
      site.change('update contact_inquiries set answered_at = created_at where id not in (3, 25, 26)')
      site.change(`update contact_inquiries set created_at = ${NOON - 23.5 * 3_600_000} where id = 25`)
      await openContacts(page)
      await expect(
        page.getByText('1 person has been waiting longer than 24 hours for an answer'),
      ).toBeVisible()
      await expect(page.getByText('3 people have been waiting in all.')).toBeVisible()
      await page.getByRole('link', { name: 'Show who is waiting' }).click()
      await expect(rows(page)).toHaveCount(3)
      await expect(rows(page).first()).toContainText('dale25@example.com')
      await expect(rows(page).first()).toContainText('Waiting over 24 hours')
      await expect(rows(page).nth(1)).toContainText('Unanswered')
      await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
        'href',
        '/admin/contacts.csv?answer=waiting',
      )

      await page.getByLabel('Search contacts').fill('dale')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(rows(page)).toHaveCount(1)
      await expect(page.getByLabel('Answer')).toHaveValue('waiting')

      await page.getByRole('link', { name: 'Dale Walker', exact: true }).click()
      await expect(page.getByText('A reply was promised by Jun 1, 2025 11:00 AM.')).toBeVisible()
      await page.getByRole('button', { name: 'Mark as answered' }).click()
      await expect(toast(page, 'Marked as answered')).toBeVisible()
      await page.getByRole('link', { name: 'Back to the list' }).click()
      await expect(page).toHaveURL(/\?q=dale&answer=waiting$/)
      await expect(page.getByText('No contacts found')).toBeVisible()
      await expect(
        page.getByText('2 people have been waiting for an answer, none longer than 24 hours.', {
          exact: false,
        }),
      ).toBeVisible()
      await page.getByRole('link', { name: 'Clear' }).click()
      await expect(rows(page)).toHaveCount(20)
    })

    test('a contact is read, noted, and answered by letters', async ({ page, site }) => {
      test.slow()
      await test.step('a task is written, found on the dashboard, done and removed', async () => {
        fill(site)
        await openContacts(page)
        await page.goto('/admin/contacts/1')
        await page.getByLabel('For staff only').fill('Call Wanjiru\nabout the balloon')
        await page.getByLabel('To do by').fill('2025-05-30')
        await page.getByRole('button', { name: 'Save note' }).click()
        await expect(toast(page, 'Note saved')).toBeVisible()
        await expect(page.getByText('Was due May 30, 2025')).toBeVisible()

        await page.goto('/admin/dashboard')
        const task = page.getByRole('listitem').filter({ hasText: 'Call Wanjiru about the balloon' })
        await expect(task).toContainText('Wanjiru Kamau')
        await task.getByRole('link', { name: /^See task/ }).click()
        await page.getByRole('button', { name: /^Mark as done/ }).click()
        await expect(toast(page, 'Task marked as done')).toBeVisible()
        await expect(page.getByText('Done', { exact: true })).toBeVisible()
        await page.goto('/admin/dashboard')
        await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
        await expect(task).toHaveCount(0)

        await page.goto('/admin/contacts/1')
        await page.getByRole('link', { name: /^Remove/ }).click()
        await page.getByRole('button', { name: /^Remove note/ }).click()
        await expect(toast(page, 'Note removed')).toBeVisible()
        expect(site.rows('select id from notes')).toEqual([])
      })

      await test.step('a contact is read, answered and noted', async () => {
        await page.goto('/admin/contacts')
        await expect(page.getByRole('link', { name: 'wanjiru0@example.com' })).toHaveAttribute(
          'href',
          'mailto:wanjiru0@example.com',
        )
        await page.getByRole('link', { name: 'Wanjiru Kamau', exact: true }).first().click()
        await expect(page.getByRole('heading', { name: 'Wanjiru Kamau' })).toBeVisible()
        await expect(page.getByText('One is afraid of small planes.')).toBeVisible()
        await expect(page.getByText('Wrote on Jun 1, 2025 12:00 PM')).toBeVisible()
        await expect(page.getByRole('link', { name: 'Email Wanjiru' })).toHaveAttribute(
          'href',
          'mailto:wanjiru0@example.com',
        )

        await page.getByRole('button', { name: 'Mark as answered' }).click()
        await expect(toast(page, 'Marked as answered')).toBeVisible()
        await expect(page.getByText(/^Answered on Jun 1, 2025/)).toBeVisible()
        await page.getByLabel('For staff only').fill('Called on Monday')
        await page.getByRole('button', { name: 'Save note' }).click()
        await expect(toast(page, 'Note saved')).toBeVisible()
        await expect(page.getByLabel('For staff only')).toHaveValue('')
        await expect(page.getByRole('listitem').filter({ hasText: 'Called on Monday' })).toContainText(
          'Wambui',
        )

        await page.getByRole('link', { name: 'All contacts' }).click()
        await expect(rows(page).first()).toContainText('Answered')
        expect(site.rows('select id from contact_inquiries where answered_at is not null')).toHaveLength(1)
      })

      await test.step('an inquiry is answered by a letter, and once more', async () => {
        await page.goto('/admin/contacts/4')
        await page.getByRole('link', { name: 'Answer', exact: true }).click()
        await expect(page.getByLabel('Subject')).toHaveValue('Re: Your inquiry about luxury accommodations')
        await page.getByLabel('Subject').fill('Your October')
        await page.getByRole('button', { name: 'Send answer' }).click()
        await expect(page.getByText('Please write your answer')).toBeVisible()
        await expect(page.getByLabel('Subject')).toHaveValue('Your October')
        await page.getByLabel('Answer', { exact: true }).fill('Dear Wanjiru,\n\nyes, there is room.')
        await page.getByRole('button', { name: 'Send answer' }).click()
        await expect(toast(page, 'Answer sent')).toBeVisible()
        await expect(page.getByText(/^Answered on Jun 1, 2025/)).toBeVisible()
        const exchange = page.getByRole('region', { name: 'Exchange' }).getByRole('listitem')
        await expect(exchange).toHaveCount(2)
        await expect(exchange.first()).toContainText('Your October')
        await expect(exchange.first()).toContainText('Wambui')
        await expect(exchange.last()).toContainText('One is afraid of small planes.')

        await page.getByRole('link', { name: 'Answer again' }).click()
        await page.getByLabel('Answer', { exact: true }).fill('One more thing.')
        if (scripts) await expectWellMade(page)
        await page.getByRole('button', { name: 'Send answer' }).click()
        await expect(exchange).toHaveCount(3)
        await page.getByRole('link', { name: 'Bookings, emails and notes' }).click()
        await expect(page.getByRole('region', { name: 'Answers to inquiries' })).toContainText(
          'One more thing.',
        )
        expect(
          site.rows<{ subject: string }>(
            "select subject from outbox where kind = 'inquiry-answer' order by id",
          ),
        ).toMatchObject([
          { subject: 'Your October' },
          { subject: 'Re: Your inquiry about luxury accommodations' },
        ])
      })
    })
  })

test('the list by keyboard and on a phone, and a colleague’s note', async ({ page, site }) => {
  test.slow()
  await test.step('searching while typing keeps focus and adds no history', async () => {
    fill(site)
    await openContacts(page)
    await page.goto('/admin/contacts?q=kamau')
    await expect(rows(page)).toHaveCount(20)
    await page.goto('/admin/contacts')
    const field = page.getByLabel('Search contacts')
    await field.click()
    const before = await page.evaluate(() => history.length)
    await field.pressSequentially('wal', { delay: 350 })
    await expect(rows(page)).toHaveCount(20)
    await field.pressSequentially('ker', { delay: 30 })
    await expect(page).toHaveURL(/q=walker$/)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('walker')
    expect(await page.evaluate(() => history.length)).toBe(before)

    await field.fill('')
    await expect(page).toHaveURL(/\/admin\/contacts\?$|\/admin\/contacts$/)
    await expect(rows(page)).toHaveCount(30)
    await page.goBack()
    await expect(field).toHaveValue('kamau')
  })

  await test.step('a phone has two lines of a contact, and the rest on their own page', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/admin/contacts?q=kamau')
    const first = rows(page).first()
    const name = first.getByRole('link', { name: 'Wanjiru Kamau', exact: true })
    for (const part of [
      name,
      first.getByText('Jun 1, 2025'),
      first.getByText('Luxury Accommodations'),
      first.getByText('Unanswered'),
    ]) {
      const box = await part.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= 390, String(await part.textContent())).toBe(true)
    }
    const row = await first.boundingBox()
    expect(row?.height).toBeLessThan(90)
    await expect(first.getByRole('link')).toHaveCount(1)
    expect(
      await page
        .getByRole('region', { name: 'Contacts' })
        .evaluate((box) => box.scrollWidth > box.clientWidth),
    ).toBe(false)
    await name.click()
    await expect(page.getByRole('link', { name: 'wanjiru0@example.com' })).toBeVisible()
    await page.getByRole('link', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete contact' })
    await expect(dialog).toContainText('wanjiru0@example.com')
    await dialog.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/admin\/contacts\?q=kamau$/)
  })

  await test.step('a colleague’s note is shown before it is written over', async () => {
    site.change(
      "insert into notes (contact_id, text, form_key, written_by, created_at) values (1, 'Ours', 'x', 'Njeri', 1)",
    )
    await page.goto('/admin/contacts/1')
    await page.getByRole('link', { name: 'Change “Ours”' }).click()
    await expect(page.getByLabel('For staff only')).toBeFocused()
    site.change("update notes set text = 'Hers' where id = 1")
    await page.getByLabel('For staff only').fill('Mine')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByRole('alert')).toContainText('Hers')
    await expect(page.getByLabel('For staff only')).toHaveValue('Mine')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(toast(page, 'Note saved')).toBeVisible()
    expect(site.rows('select text from notes')).toEqual([{ text: 'Mine' }])
    await expect(page.getByRole('link', { name: 'Change “Mine”' })).toBeFocused()
  })

  await test.step('by keyboard, Escape gives focus back to the row', async () => {
    await page.setViewportSize(DESKTOP)
    await page.goto('/admin/contacts')
    const link = page.getByRole('link', { name: 'Delete Wanjiru Kamau' }).first()
    await link.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete contact' })
    await expect(page.locator('dialog:modal')).toBeVisible()
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab')
      // Between its last and its first stop focus visits the browser's own bar.
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()

    await page.keyboard.press('Enter')
    // As a modal it takes the focus once more.
    await expect(page.locator('dialog:modal')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete contact' }).focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Contact deleted')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeFocused()
  })
})

test('no contact screen violates WCAG 2.2 AA', async ({ page, site }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  await openContacts(page)
  await expectWellMadeAtBothWidths(page)
  fill(site)
  for (const path of [
    '/admin/contacts',
    '/admin/contacts?q=a&interest=luxury&from=2025-05-31',
    '/admin/contacts?answer=waiting',
    '/admin/contacts/1',
    '/admin/contacts/999',
    '/admin/contacts/1/delete',
    '/admin/contacts/999/delete',
  ]) {
    await page.goto(path)
    if (path.endsWith('delete')) await expect(page.locator('dialog:modal')).toBeVisible()
    await expectWellMadeAtBothWidths(page)
  }
})

for (const scripts of [true, false])
  test.describe(`with scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('the filter button stays put, open or filtering', async ({ page, site }) => {
      fill(site)
      await openContacts(page)
      for (const size of [PHONE, DESKTOP])
        await test.step(`at ${size.width} pixels`, async () => {
          await page.setViewportSize(size)
          await page.goto('/admin/contacts')
          const button = page.getByText(/^Filter( \(\d\))?$/)
          const place = async () => {
            const { x, y } = (await button.boundingBox()) ?? {}
            const scrolled = await page.evaluate('scrollY')
            return { x, y: Number(y) + Number(scrolled) }
          }
          const before = await place()
          await expect(page.getByLabel('Interest')).toBeHidden()
          await button.click()
          await expect(page.getByLabel('Interest')).toBeVisible()
          expect(await place()).toEqual(before)
          await page.getByLabel('Interest').selectOption('Safari Adventures')
          await page.getByRole('button', { name: 'Apply filter' }).click()
          await expect(button).toHaveText('Filter (1)')
          await expect(page.getByLabel('Interest')).toHaveValue('safari')
          expect(await place()).toEqual(before)
          await button.click()
          await expect(page.getByLabel('Interest')).toBeHidden()
          expect(await place()).toEqual(before)
        })
    })
  })
