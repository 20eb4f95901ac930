import { existsSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { SITE_LINKS } from '#app/site/site-pages'
import { FOLDER, startOurs } from './servers'

/** The instant at which the filled databases "are": everything in them lies before it. */
export const TODAY = Date.parse('2025-08-08T13:00:00Z')

const FIRST = 'Wanjiru Otieno Mary Akinyi José Chebet Brian Fatuma Esther Daudi Asha Baraka Naomi Peter Grace'
const LAST = 'Kamau Odhiambo O’Brien Were Müller Santos Kiplagat Hassan Wambui Mwangi Njoroge Smith Garcia'
const PAGES = [...SITE_LINKS.map(({ to }) => to), '/checkout', '/gallery/amboseli-herd'].join(' ')
const SOURCES = 'direct google.com facebook.com instagram.com newsletter bing.com nation.africa'

const word = (words: string, number: string) => {
  const all = words.split(' ')
  return `json_extract('${JSON.stringify(all)}', '$[' || ((${number}) % ${all.length}) || ']')`
}

/**
 * This many, numbered from 0 and spread evenly over the days until TODAY. A name comes again after 195, an
 * address never.
 */
export const people = (count: number, days = 1) => `
  drop table if exists temp.people;
  create temp table people as
    with numbers (n) as (select 0 union all select n + 1 from numbers where n < ${count - 1}),
      named as (select n, ${word(FIRST, 'n')} first, ${word(LAST, 'n')} last from numbers)
    select n, first, last, first || ' ' || last name, lower(first || '.' || last || '.' || n || '@example.com') email,
      printf('TS-%06d', n) reference, ${TODAY} - ${days * 86_400_000} * (${count} - n) / ${count} at
    from named;`

/** One for this many people each, with as many seats, this many days after the last one. */
export const departures = (firstStart: string, daysApart: number, seats: number) => `
  insert into departures (id, tour_id, starts_on, ends_on, seats, deposit_cents, double_price_cents, single_price_cents,
      first_installment_due_on, final_installment_due_on, sales, updated_at)
    select 1000 + n / ${seats}, 1, date('${firstStart}', (${daysApart} * (n / ${seats})) || ' days'),
      date('${firstStart}', (11 + ${daysApart} * (n / ${seats})) || ' days'), ${seats}, 50000, 450000, 650000,
      '2025-10-15', '2025-11-15', 'open', 0 from people where n % ${seats} = 0;`

/**
 * A booking of one for each of the people, with its deposit paid and two installments; five hundred to a
 * departure.
 */
export const BOOKINGS = `
  ${departures('2024-10-16', -14, 500)}
  insert into bookings (booking_reference, departure_id, room_type, payment_type, payment_status, customer_name,
      customer_email, customer_address, customer_city, customer_state, customer_zip_code, customer_country, total_cents,
      deposit_cents, agreed_deposit_cents, refund_terms, hold_ends_at, browser_digest, checkout_key, link_token,
      created_at, updated_at)
    select reference, 1000 + n / 500, 'double', 'deposit', 'deposit_paid', name, email, '12 Congress Avenue', 'Austin',
      'Texas', '78701', 'United States', 450000, 50000, 50000, 'Fully refundable for 30 days.', at, reference, reference,
      reference || '-a-link-token', at, at from people order by n;
  insert into rooms (id, departure_id) select 100000 + id, departure_id from bookings;
  insert into travelers (booking_id, position, name, email, price_cents, deposit_cents, room_id, link_token, created_at,
      updated_at)
    select id, 1, customer_name, customer_email, 450000, 50000, 100000 + id, link_token || '-own', created_at, created_at
    from bookings;
  insert into traveler_details (traveler_id, passport_name, born_on, nationality, passport_ends_on, diet, emergency_name,
      emergency_phone, emergency_relation, arrival_flight, departure_flight, updated_at)
    select id, upper(name), '1970-05-31', 'United States', '2031-01-31', 'Vegetarian, no nuts', 'Achieng Otieno',
      '+1 512 555 0199', 'Sister', 'KQ 003, Oct 16, 9:45', 'KQ 002, Oct 27, 23:50', created_at from travelers;
  insert into payments (booking_id, kind, amount_cents, created_at) select id, 'payment', 50000, created_at from bookings;
  insert into installments (booking_id, number, amount_cents, due_on)
    select id, 1, 200000, '2026-08-15' from bookings union all select id, 2, 200000, '2026-09-15' from bookings;`

/** Two of three have paid the rest as well. */
const PAID_IN_FULL = `
  insert into payments (booking_id, kind, amount_cents, created_at)
    select b.id, 'payment', 400000, b.created_at from bookings b where b.id % 3 > 0;
  update installments set paid_at = 1 where booking_id % 3 > 0;
  update bookings set payment_status = 'completed' where id % 3 > 0;`

const INQUIRIES = `
  insert into contact_inquiries (first_name, last_name, email, phone, interest, message, created_at)
    select first, last, email, '+1 512 555 0100', ${word('safari cultural luxury custom', 'n')},
      'We would like to see the great migration with the children.', at from people;`

/** Three to a visitor. */
const VIEWS = `
  insert into page_views (path, source, country, visitor_digest, day, created_at)
    select ${word(PAGES, 'n')}, ${word(SOURCES, 'n / 3')}, ${word('US KE GB DE CA TZ unknown', 'n / 3')},
      printf('%022d', n / 3), date((at - 18000000) / 1000, 'unixepoch'), at from people order by n;`

type Sizes = { contacts: number; bookings: number; views: number }

export const fewRows = () =>
  filledDatabase(`${FOLDER}/few.db`, { contacts: 1_000, bookings: 1_000, views: 1_000 })

export const filledDatabase = (path: string, { contacts, bookings, views }: Sizes) =>
  filled(
    path,
    () => `${people(contacts, 700)} ${INQUIRIES} ${people(bookings, 700)} ${BOOKINGS} ${PAID_IN_FULL}
      ${people(views, 400)} ${VIEWS}`,
  )

/**
 * A database file with what the SQL writes, kept for the next run. The site makes and seeds it; its triggers
 * add up.
 */
export async function filled(path: string, rows: (file: Database.Database) => string): Promise<string> {
  if (existsSync(path)) return path
  const unfinished = `${path}.part`
  for (const end of ['', '-wal', '-shm']) rmSync(unfinished + end, { force: true })
  await (await startOurs(unfinished, { CLOCK_START: new Date(TODAY).toISOString() })).close()

  const started = Date.now()
  const file = new Database(unfinished)
  for (const pragma of ['synchronous = OFF', 'journal_mode = MEMORY', 'cache_size = -400000'])
    file.pragma(pragma)
  file.exec(`begin; ${rows(file)} commit; analyze`)
  file.close()
  renameSync(unfinished, path)
  console.log(`  filled ${path} in ${Math.round((Date.now() - started) / 1_000)} s`)
  return path
}

/** How many bookings are paid, and have their letters. */
export const WHOLE_BOOKINGS = `select count(*) from bookings where payment_status = 'deposit_paid'
  and (select count(*) from outbox where booking_id = bookings.id) = 2`

/** What checkout asks of a guest. */
export const guestOf = (index: number) => ({
  ...{ name: `Wanjiru Kamau ${index}`, email: `wanjiru${index}@example.com`, address: '12 Congress Avenue' },
  ...{ city: 'Austin', state: 'Texas', zipCode: '78701', country: 'United States' },
})
