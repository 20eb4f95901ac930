import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HONEYPOT } from '#app/platform/typed/fields'
import { booked } from '#tests/fixtures/booked'
import { termsIn } from '#tests/fixtures/index-terms'
import { type Site, startSite } from '#tests/fixtures/site'
import { staffCookie, WAMBUI } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// Somebody about whom every part of the site knows something reads it, and is erased.

/** Written nowhere but by this test: no token and no picture has it by chance. */
const MARK = 'zqxjwkv'
const EMAIL = `${MARK}.otieno@example.com`
const FORMER = `${MARK}.before@example.com`
const NAME = `Zqxjwkv Achieng`
/** As search has it, in pieces. */
const TRIGRAMS = ['zqx', 'qxj', 'xjw', 'jwk', 'wkv']

let site: Site
let staff: string
let booking: Awaited<ReturnType<typeof booked>>
let log = ''
beforeAll(async () => {
  site = await startSite(WAMBUI)
  for (const stream of [site.process().stdout, site.process().stderr])
    stream?.on('data', (words) => (log += words))
  staff = await staffCookie(site)
  await everywhere()
})
afterAll(() => site.close())

const { get, read, post, send } = visitor(() => site)
const asStaff = () => staff
const adminPath = (page: string, email = EMAIL) => `/admin/people/${page}?email=${encodeURIComponent(email)}`
const folder = () => dirname(site.settings.DATABASE_PATH)

/** Writes, subscribes, waits, books, travels, reviews, and is written about by others. */
async function everywhere() {
  const inquiry = {
    ...{ form: 'inquiry', firstName: 'Zqxjwkv', lastName: 'Achieng', email: EMAIL.toUpperCase() },
    ...{ phone: '+254 711 000 111', interest: 'safari', message: `I am ${NAME}`, [HONEYPOT]: '' },
  }
  await post('/contact', inquiry)
  await post('/contact', { ...inquiry, email: EMAIL, [HONEYPOT]: 'spam' })
  await post('/?index', { form: 'newsletter', email: EMAIL, [HONEYPOT]: '' })
  const other = await booked(site)
  booking = await booked(site, { email: FORMER, isWhole: true })
  const { id } = booking
  const now = Date.parse('2025-06-01T17:00:00Z')
  const change = (...words: [string, ...unknown[]]) => site.change(...words)
  change('update bookings set customer_email = ?, customer_name = ? where id = ?', EMAIL, NAME, id)
  change('update travelers set email = ?, name = ? where booking_id = ? and position = 1', EMAIL, NAME, id)
  await post(`/booking/${booking.token}`, { intent: 'ask', kind: 'contact', message: `Call ${NAME}` })
  change(
    `insert into guest_requests (booking_id, kind, message, created_at) values (?, 'cancel', ?, ?)`,
    ...[id, `From ${NAME}`, now],
  )
  change(
    `insert into traveler_details (traveler_id, passport_name, own_phone, updated_at)
       select id, ?, '+254 711 000 222', ? from travelers where booking_id = ?`,
    ...[NAME, now, id],
  )
  change(
    `insert into reviews (traveler_id, booking_id, rating, words, may_publish, publish_as, place, created_at, updated_at)
       select id, booking_id, 5, ?, 1, ?, 'Nairobi', ?, ? from travelers where booking_id = ?`,
    ...[`Karibu, says ${NAME}`, NAME, now, now, id],
  )
  change(
    `insert into review_photos (review_id, digest, width, height, created_at) values (1, 'theirs', 4, 4, ?)`,
    now,
  )
  const pictures = join(folder(), 'pictures')
  mkdirSync(pictures, { recursive: true })
  writeFileSync(join(pictures, 'review-theirs.file'), `a picture of ${NAME}`)
  change(
    `insert into waitlist_entries (departure_id, name, email, at_least, at_most, rooms, state, joined_at, confirmed_at,
       confirm_token, link_token, created_at, updated_at) select departure_id, ?, ?, 1, 1, 'single', 'waiting', ?, ?,
       'confirms-the-entry', 'link-of-the-entry', ?, ? from bookings where id = ?`,
    ...[NAME, EMAIL, now, now, now, now, id],
  )
  change(
    `insert into departure_watchers (tour_id, email, consent_at, token, created_at) values (1, ?, ?, 'a-watcher', ?)`,
    ...[EMAIL, now, now],
  )
  change(
    `insert into documents (departure_id, signers, days_before, created_at) values (1, 'each', 30, ?)`,
    now,
  )
  change(
    `insert into document_versions (document_id, title, text, digest, asks_again, since) values (1, 'Waiver', 'Lions', 'd', 1, ?)`,
    now,
  )
  change(
    `insert into signatures (version_id, booking_id, traveler_id, traveler_name, signed_name, signed_as, by_link, digest, signed_at)
       select 1, booking_id, id, ?, ?, 'traveler', 'own', 'd', ? from travelers where booking_id = ? and position = 1`,
    ...[NAME, NAME, now, id],
  )
  // What others wrote, in whatever table.
  change(
    `insert into room_wishes (traveler_id, kind, companion, created_at)
       select id, 'companion', ?, ? from travelers where booking_id = ? and position = 1`,
    ...[EMAIL, now, other.id],
  )
  change(`update payments set note = ? where booking_id = ?`, `Check of ${NAME}`, id)
  change(
    `insert into notes (booking_id, text, form_key, written_by, created_at) values (?, ?, 'a-note', 'Wambui', ?)`,
    ...[id, `${NAME} likes tea`, now],
  )
  change(
    `insert into notes (booking_id, text, form_key, written_by, created_at) values (?, ?, 'b-note', 'Wambui', ?)`,
    ...[other.id, `Friend of ${NAME}, ${EMAIL}`, now],
  )
  change(
    `insert into charges (booking_id, act_id, traveler_id, kind, price_cents, words, created_at)
       select ?, 900, id, 'discount', -100, ?, ? from travelers where booking_id = ? and position = 1`,
    ...[id, `For ${NAME}`, now, id],
  )
  change(
    `insert into audit_log (actor, action, subject, detail, created_at) values ('Wambui', 'note-added', ?, ?, ?)`,
    ...[`booking:${booking.reference}`, JSON.stringify({ because: NAME }), now],
  )
}

/** Files of the data folder that have a text, in any case. */
const filesWith = (words: string): string[] =>
  (readdirSync(folder(), { recursive: true, encoding: 'utf8' }) as string[]).filter((name) => {
    const file = join(folder(), name)
    return statSync(file).isFile() && readFileSync(file, 'latin1').toLowerCase().includes(words)
  })

const indexesWithThem = (): string[] =>
  ['booking_search', 'contact_search'].filter((table) =>
    termsIn(site, table).some((term) => TRIGRAMS.includes(term)),
  )

test('the owner of a mailbox reads all that is held, once a day', async () => {
  const ask = (email: string) => send('/my-data', { email, [HONEYPOT]: '' })
  const answers = [await ask(EMAIL.toUpperCase()), await ask(EMAIL), await ask('nobody@example.com')]
  for (const { status, to } of answers) expect({ status, to }).toEqual({ status: 303, to: '/my-data?sent' })
  const isLink = ({ subject }: { subject: string }) => subject === 'What we hold about you'
  const letter = await site.mailbox.waitFor(isLink)
  expect(letter.to.map((address) => address.toLowerCase())).toEqual([EMAIL])
  expect(site.rows("select id from outbox where kind = 'personal-data-link'")).toHaveLength(1)

  const path = /\/my-data\/[\w-]+/.exec(letter.text)?.[0] ?? ''
  const { html, status } = await read(path)
  expect(status).toBe(200)
  for (const words of [
    NAME,
    `From ${NAME}`,
    'Your bookings (1)',
    'What you paid',
    'Check of',
    booking.reference,
  ])
    expect(html).toContain(words)
  const file = await (await get(`${path}/file`)).json()
  expect(Object.keys(file.held)).toEqual(
    expect.arrayContaining([
      ...['contact_inquiries', 'caught_messages', 'newsletter_subscriptions', 'departure_watchers'],
      ...[
        'waitlist_entries',
        'guest_requests',
        'reviews',
        'review_photos',
        'traveler_details',
        'travelers',
        'signatures',
      ],
      ...['bookings', 'former_words', 'outbox', 'payments', 'charges', 'notes', 'payment_intents'],
    ]),
  )
  expect(JSON.stringify(file)).not.toMatch(/Token|browserDigest|addressDigest/)
  expect((await read(`${path}x`)).status).toBe(404)

  for (const _ of [1, 2]) expect((await send(path, {})).status).toBe(302)
  expect(site.rows("select id from outbox where kind = 'staff-erasure-request'")).toHaveLength(1)
  expect((await read('/admin/dashboard', asStaff())).html).toContain('Asks to be erased')
  // Longer than the letter to staff has its text.
  site.change(
    "update outbox set text_body = '', html_body = '', headers = '{}' where kind = 'staff-erasure-request'",
  )
  expect((await read('/admin/dashboard', asStaff())).html).toContain('Asks to be erased')
})

test('staff read the same, on a page and as JSON, and the log says so', async () => {
  const page = await read(adminPath('held'), asStaff())
  expect(page.html).toContain(`From ${NAME}`)
  expect(await (await get(adminPath('held.json'), asStaff())).json()).toMatchObject({ address: EMAIL })
  expect(
    site.rows("select subject from audit_log where action = 'person-read'").map(({ subject }) => subject),
  ).toEqual([`booking:${booking.reference}`, `booking:${booking.reference}`])
  expect((await read(adminPath('held', 'nobody@example.com'), asStaff())).status).toBe(404)
})

test('a subscriber is taken off in two presses', async () => {
  const [row] = site.rows<{ id: number }>('select id from newsletter_subscriptions')
  const list = await read('/admin/subscribers', asStaff())
  const path = `/admin/subscribers/${row?.id}/take-off`
  expect(list.html).toContain(`href="${path}"`)
  expect((await read(path, asStaff())).html).toContain('no more campaigns')
  expect((await send(path, {}, asStaff())).to).toBe('/admin/subscribers')
  expect(site.rows('select state from newsletter_subscriptions')).toEqual([{ state: 'left' }])
  expect(site.rows("select id from audit_log where action = 'subscriber-taken-off'")).toHaveLength(1)
  await send(path, {}, asStaff())
  expect(site.rows("select id from audit_log where action = 'subscriber-taken-off'")).toHaveLength(1)
})

test('seats of a coming journey and open money stand in the way, in words', async () => {
  const before = await read(adminPath('erase'), asStaff())
  expect(before.html).toContain(`${booking.reference} has seats on the journey of`)
  expect(before.html).not.toContain('Erase for good')
  expect((await send(adminPath('erase'), {}, asStaff())).status).toBe(409)

  site.change("update departures set starts_on = '2025-05-01', ends_on = '2025-05-12'")
  site.change('update bookings set asked_cents = 100 where id = ?', booking.id)
  expect((await read(adminPath('erase'), asStaff())).html).toContain(
    `Money of ${booking.reference} is still open`,
  )
  site.change('update bookings set asked_cents = 0 where id = ?', booking.id)
  expect(filesWith(MARK)).not.toEqual([])
  expect(indexesWithThem()).toEqual(['booking_search', 'contact_search'])
})

test('once erased, they are in no byte of the data folder, and the books are as they were', async () => {
  const books = () =>
    [
      'select amount_cents, method from payments',
      'select price_cents from charges',
      'select * from totals',
    ].map((query) => JSON.stringify(site.rows(`${query} where true`)).replace(/"subscribers?[^}]*}/g, ''))
  const before = books().slice(0, 2)
  const erased = await send(adminPath('erase'), {}, asStaff())
  expect(erased.to).toBe('/admin/people')
  expect((await read('/admin/dashboard', asStaff())).html).not.toContain('Asks to be erased')

  expect(filesWith(MARK)).toEqual([])
  expect(indexesWithThem()).toEqual([])
  expect(filesWith('254711000')).toEqual([])
  expect(log.toLowerCase()).not.toContain(MARK)
  expect(books().slice(0, 2)).toEqual(before)
  expect(site.rows('select customer_name, customer_email from bookings where id = ?', booking.id)).toEqual([
    {
      customer_name: 'Erased guest',
      customer_email: expect.stringMatching(`^erased-${booking.id}-on-.*@erased.invalid$`),
    },
  ])
  expect(site.rows("select text from notes where form_key = 'b-note'")).toEqual([
    { text: `Friend of (erased), (erased)` },
  ])
  expect((await read(adminPath('erase'), asStaff())).status).toBe(302)
  const list = await read(`/admin/bookings/${booking.reference}`, asStaff())
  expect(list.status).toBe(200)
  expect(list.html).toContain('Erased guest')
  expect(list.html).toMatch(/Erased on request, \w+ \d+, 2025/)
  const seen = list.html.replaceAll(/<script[\s\S]*?<\/script>/g, '')
  for (const way of ['mailto:erased', '@erased.invalid', 'Email Customer', 'All about this person'])
    expect(seen).not.toContain(way)
})
