import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { afterAll, describe, expect, test } from 'vitest'
import { folded } from '#app/platform/typed/folded'
import { db, immediately, sqlite } from '#db/connection.server'
import { migrate } from '#db/migrate.server'
import { departures } from '#db/schema/tours'
import { seed } from '#db/seed/seed.server'
import { SITE_SETTINGS } from '#db/seed/site-settings'

const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The real migrations and one more, as a release would bring it. */
function migrationsAnd(statement: string, name: string): string {
  const migrations = join(folder, name)
  cpSync('db/migrations', migrations, { recursive: true })
  writeFileSync(join(migrations, '9999_next.sql'), statement)
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
  journal.entries.push({ ...journal.entries.at(-1), idx: 9999, when: Date.now(), tag: '9999_next' })
  writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify(journal))
  return migrations
}

const schemaOf = (file: Database.Database) =>
  file.prepare('select sql from sqlite_master order by name').pluck().all()

function migrated(): Database.Database {
  const file = new Database(':memory:')
  migrate(file)
  return file
}

test('a migration that fails leaves the file as it was', () => {
  const file = migrated()
  const before = schemaOf(file)
  const broken = migrationsAnd(
    'create table extra (id integer);--> statement-breakpoint\ninsert into nowhere values (1);',
    'broken',
  )

  expect(() => migrate(file, broken)).toThrow('no such table: nowhere')
  expect(schemaOf(file)).toEqual(before)
})

test('a migration that leaves rows pointing nowhere is refused', () => {
  const file = migrated()
  const orphaning = migrationsAnd(
    "insert into sessions (token_digest, admin_user_id, created_at, expires_at) values ('digest', 99, 0, 0);",
    'orphaning',
  )

  expect(() => migrate(file, orphaning)).toThrow('point at rows that do not exist')
  expect(file.prepare('select count(*) from sessions').pluck().get()).toBe(0)
})

test('migrations are applied once', () => {
  const file = migrated()
  migrate(file)
  expect(file.pragma('foreign_keys', { simple: true })).toBe(1)
})

/** The migrations of a release that came before. */
function migrationsUpTo(last: number): string {
  const migrations = join(folder, `up-to-${last}`)
  cpSync('db/migrations', migrations, { recursive: true })
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
  journal.entries = journal.entries.filter(({ idx }: { idx: number }) => idx <= last)
  writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify(journal))
  return migrations
}

test('moving address, hours and profile to Settings keeps the words', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(4))
  file.exec(
    `insert into site_settings (id, hero_title, hero_subtitle, about_text, footer_text, contact_email, contact_phone, updated_at)
     values (1, 'Ours', 'Ours', 'Ours', 'Ours', 'a@b.example', '+1 512', 0)`,
  )
  migrate(file)
  const { postalAddress, openingHours, leaderName, leaderPicture } = SITE_SETTINGS
  expect(file.prepare('select * from site_settings').get()).toMatchObject({
    hero_title: 'Ours',
    postal_address: postalAddress,
    opening_hours: openingHours,
    leader_name: leaderName,
    leader_role: 'Founder and head guide',
    leader_text: expect.stringMatching(
      /^Savanna Soul is led by guides. The couple who began it.*not with a desk.$/s,
    ),
    leader_picture: leaderPicture,
  })
})

test('a tour with its bookings becomes a journey and its departure', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(18))
  file.exec(
    `insert into tours (id, slug, tour_type, name, starts_on, ends_on, seats, deposit_cents, double_price_cents,
       single_price_cents, first_installment_due_on, final_installment_due_on, sales_open, sales_close_on, version,
       updated_at)
     values (1, 'texas', 'texas-safari', 'Ours', '2025-11-01', '2025-11-12', 18, 500, 4500, 6500, '2025-08-15',
       '2025-09-15', 0, '2025-10-20', 7, 5)`,
  )
  const statuses = [
    'pending',
    'deposit_paid',
    'completed',
    'expired',
    'cancelled',
    'refunded',
    'payment_failed',
  ]
  for (const [index, status] of statuses.entries())
    file.exec(
      `insert into bookings (id, booking_reference, tour_id, room_type, payment_type, payment_status, customer_name,
         customer_email, customer_address, customer_city, customer_state, customer_zip_code, customer_country,
         total_cents, deposit_cents, refund_terms, hold_ends_at, browser_digest, checkout_key, link_token, created_at,
         updated_at)
       values (${index + 1}, 'TS-${index + 1}', 1, 'double', 'deposit', '${status}', 'Wanjiru', 'w@example.com', '', '',
         '', '', '', 2500, 500, 'As agreed', 0, 'b', 'c${index}', 'link-${index}', ${index}, 0);
       insert into payments (booking_id, kind, amount_cents, created_at) values (${index + 1}, 'payment', 500, 0);
       insert into installments (booking_id, number, amount_cents, due_on) values (${index + 1}, 1, 2000, '2025-08-15')`,
    )
  const books = () => ({
    bookings: file
      .prepare(
        `select id, booking_reference, payment_status, money_state, total_cents, deposit_cents, kept_cents,
           refund_terms, link_token, number_of_guests, created_at from bookings order by id`,
      )
      .all(),
    payments: file
      .prepare('select id, booking_id, kind, method, amount_cents, created_at from payments order by id')
      .all(),
    installments: file
      .prepare(
        'select id, booking_id, number, amount_cents, due_on, paid_at, is_owed from installments order by id',
      )
      .all(),
    totals: file.prepare('select * from totals order by name').all(),
    found: file.prepare("select rowid from booking_search where booking_search match 'wanjiru'").all(),
  })
  const before = books()

  migrate(file)

  expect(books()).toEqual(before)
  expect(before.bookings).toHaveLength(statuses.length)
  expect(file.prepare('select * from departures').all()).toMatchObject([
    {
      id: 1,
      tour_id: 1,
      starts_on: '2025-11-01',
      ends_on: '2025-11-12',
      seats: 18,
      sales: 'closed',
      sales_open_on: null,
      sales_close_on: '2025-10-20',
      version: 7,
    },
  ])
  expect(
    file.prepare('select distinct departure_id, agreed_starts_on, agreed_ends_on from bookings').all(),
  ).toEqual([{ departure_id: 1, agreed_starts_on: '2025-11-01', agreed_ends_on: '2025-11-12' }])
  expect(file.pragma('foreign_key_check')).toEqual([])

  // The words of the page come with the start.
  const site = drizzle(file)
  site.transaction((tx) => seed(tx as never))
  site.transaction((tx) => seed(tx as never))
  expect(file.prepare('select name, intro_title from tours').all()).toEqual([
    { name: 'Ours', intro_title: 'One plaid, two homelands' },
  ])
  expect(file.prepare('select count(*) from departure_days').pluck().get()).toBe(12)
  expect(file.prepare("select count(*) from tour_items where kind = 'question'").pluck().get()).toBe(6)
})

test('whom the file knows already is found without accents', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(18))
  file.exec(
    `insert into tours (id, slug, tour_type, name, starts_on, ends_on, seats, deposit_cents, double_price_cents,
       single_price_cents, first_installment_due_on, final_installment_due_on, updated_at)
     values (1, 'texas', 'texas-safari', 'Ours', '2025-11-01', '2025-11-12', 18, 500, 4500, 6500, '2025-08-15',
       '2025-09-15', 5);
     insert into bookings (id, booking_reference, tour_id, room_type, payment_type, payment_status, customer_name,
       customer_email, customer_address, customer_city, customer_state, customer_zip_code, customer_country,
       total_cents, deposit_cents, refund_terms, hold_ends_at, browser_digest, checkout_key, link_token, created_at,
       updated_at)
     values (9, 'TS-9', 1, 'double', 'deposit', 'pending', 'José Núñez', 'w@example.com', '', '', '', '', '', 2500,
       500, 'As agreed', 0, 'b', 'c', 'link', 0, 0);
     insert into contact_inquiries (id, first_name, last_name, email, phone, interest, message, created_at)
     values (7, 'Síle', 'O’Brien', 's@example.com', '1', 'safari', 'x', 0)`,
  )
  migrate(file)
  const found = (table: string, query: string) =>
    file.prepare(`select rowid from ${table} where ${table} match ?`).pluck().all(query)
  const inHex = (letters: string) => Buffer.from(letters).toString('hex').toUpperCase()
  expect(found('contact_search', `"sile" AND "o'brien"`)).toEqual([7])
  expect(found('contact_grams', inHex("o'"))).toEqual([7])
  expect(found('booking_search', '"jose nunez"')).toEqual([9])
  expect(found('booking_grams', inHex('un'))).toEqual([9])
  file.prepare("update contact_inquiries set last_name = 'Ó Briain'").run()
  expect(found('contact_search', '"brien"')).toEqual([])
  expect(found('contact_search', '"briain"')).toEqual([7])
  file.prepare('delete from contact_inquiries').run()
  expect(found('contact_grams', inHex('br'))).toEqual([])
})

describe('money that was left to pay before a rule for it', () => {
  /** A site with bookings for $45 that were paid at once, and what was paid and is kept of each. */
  function withBookings(last: number, bookings: { id: number; status: string; kept: number }[]) {
    const file = new Database(':memory:')
    migrate(file, migrationsUpTo(last))
    file.exec(
      `insert into tours (id, slug, tour_type, name, starts_on, ends_on, seats, deposit_cents, double_price_cents,
         single_price_cents, first_installment_due_on, final_installment_due_on, updated_at)
       values (1, 't', 't', 'T', '2025-10-16', '2025-10-27', 20, 500, 4500, 6500, '2025-08-15', '2025-09-15', 0)`,
    )
    for (const { id, status, kept } of bookings) {
      file.exec(
        `insert into bookings (id, booking_reference, tour_id, room_type, payment_type, payment_status, customer_name,
           customer_email, customer_address, customer_city, customer_state, customer_zip_code, customer_country,
           total_cents, deposit_cents, refund_terms, hold_ends_at, browser_digest, checkout_key, link_token, created_at,
           updated_at)
         values (${id}, 'TS-${id}', 1, 'double', 'full', '${status}', '', '', '', '', '', '', '', 4500, 500, '', 0, '',
           'c${id}', 'l${id}', 0, 0);
         insert into payments (booking_id, kind, amount_cents, created_at) values (${id}, 'payment', ${kept}, 0)`,
      )
    }
    return file
  }

  test('owed again gets its installment, once', () => {
    const file = withBookings(6, [
      { id: 1, status: 'completed', kept: 4500 },
      { id: 2, status: 'completed', kept: 4000 },
      { id: 3, status: 'cancelled', kept: 4000 },
    ])
    migrate(file)
    migrate(file)
    expect(
      file
        .prepare('select booking_id, number, amount_cents, due_on, paid_at, is_owed from installments')
        .raw()
        .all(),
    ).toEqual([[2, 1, 500, '2025-10-15', null, 1]])
  })

  test('a rest that no card can pay is forgiven', () => {
    const file = withBookings(8, [
      { id: 1, status: 'completed', kept: 4470 },
      { id: 2, status: 'completed', kept: 4450 },
      { id: 3, status: 'cancelled', kept: 4470 },
    ])
    file.exec(
      "insert into installments (booking_id, number, amount_cents, due_on) values (1, 1, 30, '2025-10-15')",
    )
    migrate(file)
    const priced = file.prepare(
      `select b.id, total_cents, money_state,
         (select coalesce(sum(price_cents), 0) from charges where payment_id = payments.id)
       from bookings b join payments on booking_id = b.id`,
    )
    expect(priced.raw().all()).toEqual([
      [1, 4470, 'paid-in-full', -30],
      [2, 4500, 'balance-open', 0],
      [3, 4500, 'cancelled', 0],
    ])
    expect(file.prepare('select paid_at is not null from installments').pluck().all()).toEqual([1])
  })
})

test('a subscriber from before confirmations counts as confirmed', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(11))
  file.exec(
    `insert into newsletter_subscriptions (email, consent_at, unsubscribe_token, unsubscribed_at, created_at)
     values ('a@example.com', 0, 'a', null, 0), ('b@example.com', 0, 'b', 5, 0)`,
  )
  migrate(file)
  expect(file.prepare('select email, state from newsletter_subscriptions').raw().all()).toEqual([
    ['a@example.com', 'confirmed'],
    ['b@example.com', 'left'],
  ])
  expect(
    file.prepare("select name, amount from totals where name like 'subscribers%' order by name").raw().all(),
  ).toEqual([
    ['subscribers', 2],
    ['subscribers:confirmed', 1],
    ['subscribers:left', 1],
  ])
})

test('mail written before the key columns gets its keys', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(14))
  file.exec(
    `insert into newsletter_subscriptions (id, email, consent_at, unsubscribe_token, created_at)
     values (345, 'a@example.com', 0, 'a', 0)`,
  )
  const write = file.prepare(
    `insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id,
       next_attempt_at, created_at) values (?, ?, '', '', '', '', '', ?, 0, 0)`,
  )
  for (const [kind, occasion] of [
    ['campaign', 'campaign:12:345'],
    ['campaign', 'campaign:12:346'],
    ['reminder-friendly', 'reminder:7:friendly'],
    ['reminder-urgent', 'manual-reminder:7:4f2-key'],
    ['staff-dispute-opened', 'dispute-opened:dp_1'],
    ['booking-confirmation', 'booking-confirmation:TS-1'],
  ])
    write.run(kind, occasion, `<${occasion}>`)
  migrate(file)
  expect(file.prepare('select occasion, subscriber_id, form_key from outbox').raw().all()).toEqual([
    ['campaign:12:345', 345, null],
    ['campaign:12:346', null, null],
    ['reminder-friendly:7', null, null],
    ['reminder-urgent:7:4f2-key', null, '4f2-key'],
    ['staff-dispute-opened:dp_1', null, null],
    ['booking-confirmation:TS-1', null, null],
  ])
})

test('a traveler’s acts are renamed, those of staff kept', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(17))
  const before = 'traveller'
  file.exec(
    `insert into admin_users (id, username, password_hash, created_at) values (1, '${before}', '', 0);
     insert into audit_log (actor, actor_id, action, subject, created_at)
     values ('${before}', null, 'seat-held', 'booking:1', 0), ('${before}', 1, 'signed-in', 'user', 0)`,
  )
  migrate(file)
  expect(file.prepare('select actor from audit_log order by id').pluck().all()).toEqual(['traveler', before])
})

test('the note on a contact becomes its first one, with its writer', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(40))
  const write = (id: number, note: string | null, answeredAt: number | null) =>
    file
      .prepare(
        `insert into contact_inquiries (id, first_name, last_name, email, phone, interest, message, note, answered_at,
         created_at) values (?, 'W', 'K', 'w@example.com', '1', 'safari', 'Hello', ?, ?, 5)`,
      )
      .run(id, note, answeredAt)
  write(1, 'Called', 7)
  write(2, null, 7)
  write(3, 'From before the audit log', 7)
  for (const [actor, at] of [
    ['Wambui', 8],
    ['Njeri', 9],
  ])
    file
      .prepare(
        "insert into audit_log (actor, action, subject, created_at) values (?, 'contact-noted', 'contact:1', ?)",
      )
      .run(actor, at)
  migrate(file)
  expect(
    file.prepare('select contact_id, text, due_on, written_by, created_at from notes order by 1').raw().all(),
  ).toEqual([
    [1, 'Called', null, 'Njeri', 9],
    [3, 'From before the audit log', null, 'Staff', 7],
  ])
  expect(file.prepare('select count(*) from contact_inquiries').pluck().get()).toBe(3)
})

test('the connection syncs commits, waits and keeps foreign keys', () => {
  expect(sqlite.pragma('synchronous', { simple: true })).toBe(2)
  expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1)
  expect(sqlite.pragma('busy_timeout', { simple: true })).toBe(1_000)
})

test('the seed brings the announced tour only once', () => {
  expect(db.select().from(departures).all()).toMatchObject([
    {
      startsOn: '2025-10-16',
      endsOn: '2025-10-27',
      seats: 20,
      depositCents: 50_000,
      doublePriceCents: 450_000,
      singlePriceCents: 650_000,
    },
  ])
  db.update(departures).set({ seats: 18 }).run()
  immediately(seed)
  expect(db.select().from(departures).get()?.seats).toBe(18)
})

test.each([
  ['a deposit below nothing', 'update departures set deposit_cents = -1'],
  [
    'a second settings row',
    'insert into site_settings (id, hero_title, hero_subtitle, about_text, footer_text, contact_email, contact_phone, updated_at) select 2, hero_title, hero_subtitle, about_text, footer_text, contact_email, contact_phone, updated_at from site_settings',
  ],
  [
    'a refund that brings money in',
    "insert into payments (kind, method, amount_cents, created_at) values ('refund', 'card', 500, 0)",
  ],
  [
    'a rating of six',
    "insert into testimonials (slug, name, location, rating, review) values ('x', 'x', 'x', 6, 'x')",
  ],
])('the database itself refuses %s', (_, statement) => {
  expect(() => sqlite.exec(statement)).toThrow('CHECK constraint failed')
})

test('what was folded for the search before Persian letters were is found by either', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(68))
  file.exec(
    `insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
     values ('مریم', 'کریمی', 'maryam@example.com', '1', 'safari', 'Hello there', 0);
     delete from contact_search; delete from contact_grams;
     insert into contact_search (rowid, first_name, last_name, email, interest)
     values (1, 'مریم', 'کریمی', 'maryam@example.com', 'safari');`,
  )
  migrate(file)
  const found = file.prepare('select rowid from contact_search where contact_search match ?').pluck()
  expect(found.all(`"${folded('کریمی')}"`)).toEqual([1])
  expect(found.all('"کریمی"')).toEqual([])
})

test('mail of an earlier release stays, and may then reach a second address', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(72))
  const letter = (address: string, at: number) =>
    file.exec(`insert into outbox
      (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id, next_attempt_at, created_at)
      values ('alert', 'alert:1', '', '${address}', '', '', '', '${at}', 0, 0)`)
  letter('otieno@example.com', 1)
  expect(() => letter('njeri@example.com', 2)).toThrow('UNIQUE')
  migrate(file)
  letter('njeri@example.com', 3)
  expect(() => letter('otieno@example.com', 4)).toThrow('UNIQUE')
  expect(file.prepare('select to_address from outbox order by id').pluck().all()).toEqual([
    'otieno@example.com',
    'njeri@example.com',
  ])
})

/** A row with something in every column that must have one. */
function insertAnything(
  file: Database.Database,
  table: string,
  given: Record<string, number | string>,
): void {
  const columns = file.pragma(`table_info(${table})`) as {
    name: string
    type: string
    notnull: number
    dflt_value: unknown
  }[]
  const asked = columns.filter(
    ({ name, notnull, dflt_value: usual }) => name in given || (notnull && usual === null),
  )
  const values = asked.map(({ name, type }) => given[name] ?? (type === 'text' ? 'x' : 0))
  file
    .prepare(
      `insert into ${table} (${asked.map(({ name }) => name).join()}) values (${asked.map(() => '?').join()})`,
    )
    .run(...values)
}

/** What every booking has, as later migrations ask. */
const A_PLACE = { room_type: 'double', payment_type: 'full', deposit_cents: 1, total_cents: 1 }

test('campaigns and letters to departures become broadcasts, and go on where they were', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(73))
  // What a departure and a booking must have is not asked here.
  file.pragma('ignore_check_constraints = ON')
  for (const [table, given] of [
    ['tours', { id: 1 }],
    ['departures', { id: 1, tour_id: 1 }],
    ['bookings', { id: 5, departure_id: 1, ...A_PLACE }],
  ] as const)
    insertAnything(file, table, given)
  file.pragma('ignore_check_constraints = OFF')
  file.exec(
    `insert into admin_users (id, username, password_hash, created_at) values (1, 'wambui', 'none', 0);
     insert into newsletter_subscriptions (id, email, consent_at, unsubscribe_token, created_at)
     values (1, 'a@example.com', 0, 'a', 0), (2, 'b@example.com', 0, 'b', 0);
     insert into campaigns (id, subject, body, state, version, recipients, posted_through_id, last_subscriber_id,
       created_by, created_at, sending_at) values (3, 'Karibu', 'Hello', 'sending', 4, 2, 1, 2, 1, 10, 20);
     update newsletter_subscriptions set unsubscribed_campaign_id = 3 where id = 2;
     insert into departure_letters (id, departure_id, subject, body, audience, addressees, is_urgent, timing, send_on,
       send_minute, state, form_key, created_at, sending_at)
     values (7, 1, 'Strike', 'Dear {{first name}}', '{"who":"all","ids":[]}', 'leads', 1, 'on-day', '2025-06-02', 600,
       'sending', 'a form', 30, 40);
     insert into departure_letters (id, departure_id, subject, body, audience, addressees, timing, send_minute,
       created_at) values (9, 1, 'Deleted', '', '{"who":"all","ids":[]}', 'leads', 'by-hand', 540, 50);
     delete from departure_letters where id = 9;`,
  )
  const write = file.prepare(
    `insert into outbox (id, kind, occasion, campaign_id, subscriber_id, to_name, to_address, subject, text_body, html_body,
       message_id, next_attempt_at, created_at) values (?, ?, ?, ?, ?, '', '', '', '', '', ?, 0, 0)`,
  )
  write.run(11, 'campaign', 'campaign:3:1', 3, 1, '<11>')
  write.run(12, 'departure-letter', 'departure-letter:7:1', null, null, '<12>')
  file.exec(
    `insert into letter_recipients (id, letter_id, booking_id, traveler_id, outbox_id, read_token, read_at)
     values (6, 7, 5, 1, 12, 'token', 60)`,
  )
  migrate(file)

  const rows = (query: string) => file.prepare(query).all()
  expect(rows("select * from broadcasts where kind = 'written' order by id")).toMatchObject([
    {
      ...{
        id: 3,
        departure_id: null,
        subject: 'Karibu',
        body: 'Hello',
        state: 'sending',
        version: 4,
        recipients: 2,
      },
      ...{ posted_through_id: 1, last_subscriber_id: 2, created_by: 1, created_at: 10, sending_at: 20 },
      ...{ audience: '{"who":"subscribers","ids":[]}', timing: 'by-hand' },
    },
    {
      ...{ id: 16, former_letter_id: 7, departure_id: 1, subject: 'Strike', is_urgent: 1, timing: 'on-day' },
      ...{ send_on: '2025-06-02', send_minute: 600, state: 'sending', form_key: 'a form', created_at: 30 },
      ...{ audience: '{"who":"all","ids":[]}', addressees: 'leads', sending_at: 40 },
    },
  ])
  expect(rows('select * from broadcast_recipients')).toEqual([
    {
      ...{
        id: 6,
        broadcast_id: 16,
        booking_id: 5,
        traveler_id: 1,
        outbox_id: 12,
        read_token: 'token',
        read_at: 60,
      },
    },
  ])
  expect(rows('select campaign_id, subscriber_id from outbox where id = 11')).toEqual([
    { campaign_id: 3, subscriber_id: 1 },
  ])
  expect(rows('select unsubscribed_campaign_id as id from newsletter_subscriptions')).toEqual([
    { id: null },
    { id: 3 },
  ])
  // Behind every number that a written mail may have in its occasion.
  file.exec(
    `insert into broadcasts (subject, body, audience, addressees, timing, send_minute, created_at)
     values ('New', '', '{"who":"subscribers","ids":[]}', 'travelers', 'by-hand', 540, 0)`,
  )
  expect(rows("select id from broadcasts where subject = 'New'")).toEqual([{ id: 19 }])
  // What pointed at campaigns points at broadcasts.
  file.exec('delete from broadcasts where id = 3')
  expect(rows('select campaign_id from outbox where id = 11')).toEqual([{ campaign_id: null }])
})

describe('a price that becomes charges', () => {
  /** A booking of travelers at $4,500 each, with what stood of its money before. */
  function charged(total: number, travelers: number, money: string) {
    const file = new Database(':memory:')
    migrate(file, migrationsUpTo(74))
    file.exec(
      `insert into tours (id, tour_type, name, intro_title, intro_text, band_title, band_text, route_title,
         route_text, not_included, updated_at) values (1, 't', 'T', '', '', '', '', '', '', '[]', 0);
       insert into departures (id, tour_id, starts_on, ends_on, seats, deposit_cents, double_price_cents,
         single_price_cents, first_installment_due_on, final_installment_due_on, updated_at)
       values (1, 1, '2025-10-16', '2025-10-27', 20, 50000, 450000, 650000, '2025-08-15', '2025-09-15', 0);
       insert into bookings (id, booking_reference, departure_id, room_type, payment_type, payment_status,
           customer_name, customer_email, customer_address, customer_city, customer_state, customer_zip_code,
           customer_country, number_of_guests, total_cents, deposit_cents, refund_terms, hold_ends_at,
           browser_digest, checkout_key, link_token, created_at, updated_at)
         values (1, 'TS-1', 1, 'double', 'full', 'completed', '', '', '', '', '', '', '', ${travelers},
           ${total}, 50000, '', 0, '', 'c', 'l', 0, 9)`,
    )
    for (let position = 1; position <= travelers; position += 1) {
      file.exec(
        `insert into rooms (id, departure_id) values (${position}, 1);
           insert into travelers (id, booking_id, position, price_cents, deposit_cents, settled_share_cents,
             settled_paid_cents, room_id, link_token, created_at, updated_at)
           values (${position}, 1, ${position}, 450000, 50000, 450000, 0, ${position}, 't${position}', 0, 0)`,
      )
    }
    file.exec(money)
    migrate(file)
    const rows = (query: string) => file.prepare(query).raw().all()
    return {
      each: rows(
        'select traveler_id, sum(price_cents) from charges group by 1 order by traveler_id < 0, abs(traveler_id)',
      ),
      promised: rows(
        `select traveler_id, price_cents from charges where kind = 'promised' order by traveler_id, id`,
      ),
    }
  }

  test('leaves each their part where a loss took of what stays of a former traveler', () => {
    const money = `
      insert into party_changes (id, booking_id, price_change_cents, share_cents, of_cents, stays_cents, created_at)
        values (1, 1, -150000, 450000, 1350000, 300000, 1);
      insert into payments (booking_id, kind, amount_cents, created_at) values (1, 'payment', 700000, 0);
      insert into payments (booking_id, kind, amount_cents, stripe_intent_id, stripe_refund_id, created_at)
        values (1, 'adjustment', -600000, 'pi_1', 'dp_1', 2)`
    const { each } = charged(1_200_000, 2, money)
    expect(each).toEqual([
      [1, 450_000],
      [2, 450_000],
      [-1, 300_000],
    ])
  })

  test('knows what was promised to whom of two who left at once', () => {
    const money = `
      insert into party_changes (id, booking_id, price_change_cents, share_cents, of_cents, stays_cents, refund_cents,
          created_at)
        values (1, 1, -400000, 450000, 1350000, 50000, 0, 1), (2, 1, -450000, 450000, 1350000, 0, 400000, 1);
      insert into payments (booking_id, kind, amount_cents, created_at) values (1, 'payment', 900000, 0);
      insert into refunds (booking_id, stripe_intent_id, amount_cents, reason, order_key, price_change_cents,
          next_attempt_at, created_at)
        values (1, 'pi_1', 400000, 'left-party', 'key', -400000, 0, 1)`
    const { each, promised } = charged(500_000, 1, money)
    expect(promised).toEqual([
      [-2, 400_000],
      [-2, -400_000],
    ])
    expect(each).toEqual([
      [1, 450_000],
      [-1, 50_000],
      [-2, 0],
    ])
  })
})

test('holds and their visitors are counted from the days that are known', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(92))
  file.pragma('ignore_check_constraints = ON')
  insertAnything(file, 'tours', { id: 1 })
  insertAnything(file, 'departures', { id: 1, tour_id: 1 })
  file.pragma('ignore_check_constraints = OFF')
  const instant = (day: string) => Date.parse(`${day}T17:00:00Z`)
  const book = (id: number, day: string, status: string, soldBy = '') => {
    const given = { id, departure_id: 1, created_at: instant(day), payment_status: status, ...A_PLACE }
    const unique = { booking_reference: `B${id}`, link_token: `l${id}`, checkout_key: `c${id}` }
    insertAnything(file, 'bookings', { ...given, ...unique, ...(soldBy && { sold_by: soldBy }) })
  }
  book(1, '2025-05-01', 'completed')
  book(2, '2025-06-02', 'expired')
  book(3, '2025-06-02', 'deposit_paid')
  book(4, '2025-06-02', 'completed', 'wambui')
  const view = file.prepare(
    'insert into page_views (path, visitor_digest, day, created_at) values (?, ?, ?, ?)',
  )
  for (const [path, visitor, day] of [
    ['/checkout', 'one', '2025-06-01'],
    ['/checkout', 'one', '2025-06-02'],
    ['/checkout', 'one', '2025-06-02'],
    ['/checkout', 'two', '2025-06-02'],
  ] as const)
    view.run(path, visitor, day, instant(day))

  migrate(file)
  view.run('/checkout', 'two', '2025-06-02', instant('2025-06-02'))
  view.run('/checkout', 'three', '2025-06-02', instant('2025-06-02'))
  const slot = instant('2025-06-02') / 900_000
  expect(
    file.prepare("select series, slot, amount from slot_tallies where series like 'held%' order by 1").all(),
  ).toEqual([
    { series: 'held', slot, amount: 2 },
    { series: 'held-paid', slot, amount: 1 },
    { series: 'held-paid:texas-safari', slot, amount: 1 },
    { series: 'held:texas-safari', slot, amount: 2 },
  ])
  // Some views of the oldest day may be deleted already.
  expect(
    file.prepare("select day, visitors from daily_views where dimension = 'path' order by day").all(),
  ).toEqual([
    { day: '2025-06-01', visitors: 0 },
    { day: '2025-06-02', visitors: 3 },
  ])
  expect(file.prepare('select source from bookings order by id').pluck().all()).toEqual(['', '', '', null])
})
