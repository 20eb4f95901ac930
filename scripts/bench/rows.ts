import { existsSync, renameSync } from 'node:fs'
import Database from 'better-sqlite3'
import { teachFolding } from '#db/migrate.server'
import { PAGES_TO_A_SEAT } from '../pages-to-a-seat'
import { FOLDER, freshDatabase, startOurs } from './servers'

/** The instant at which the filled databases "are": everything in them lies before it. */
const TODAY = Date.parse('2025-08-08T13:00:00Z')
export const AT_TODAY = { CLOCK_START: new Date(TODAY).toISOString() }

const FIRST = 'Wanjiru Otieno Mary Akinyi José Chebet Brian Fatuma Esther Daudi Asha Baraka Naomi Peter Grace'
const LAST = 'Kamau Odhiambo O’Brien Were Müller Santos Kiplagat Hassan Wambui Mwangi Njoroge Smith Garcia'
const PAGES = [...PAGES_TO_A_SEAT, '/gallery/amboseli-herd'].join(' ')
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

/** A booking of one for each of the people, with its deposit paid; this many to a departure. */
const bookings = (seats: number) => `
  insert into bookings (booking_reference, departure_id, room_type, payment_type, payment_status, customer_name,
      customer_email, customer_phone, customer_address, customer_city, customer_state, customer_zip_code, customer_country,
      total_cents, deposit_cents, agreed_deposit_cents, refund_terms, hold_ends_at, browser_digest, checkout_key,
      link_token, created_at, updated_at)
    select reference, 1000 + n / ${seats}, 'double', 'deposit', 'deposit_paid', name, email,
      printf('+1 %03d %07d', 200 + n * 37 % 800, n * 7654321 % 10000000), '12 Congress Avenue', 'Austin', 'Texas', '78701',
      'United States', 450000, 50000, 50000, 'Fully refundable for 30 days.', at, reference, reference,
      reference || '-a-link-token', at, at from people order by n;`

/** Five hundred to a departure, with what is known of each traveler, and two installments. */
const BOOKINGS = `
  ${departures('2024-10-16', -14, 500)}
  ${bookings(500)}
  insert into rooms (id, departure_id) select 100000 + id, departure_id from bookings;
  insert into travelers (booking_id, position, name, email, deposit_cents, room_id, link_token, created_at, updated_at)
    select id, 1, customer_name, customer_email, 50000, 100000 + id, link_token || '-own', created_at, created_at
    from bookings;
  insert into charges (booking_id, act_id, traveler_id, kind, price_cents, created_at)
    select booking_id, id, id, 'seat', 450000, created_at from travelers;
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

export const fewRows = () => staffRows('few', 1_000, 1_000, 1_000)

export const manyRows = (scale: number) =>
  staffRows(`many-${scale}`, 1_000_000 * scale, 100_000 * scale, 5_000_000 * scale)

const staffRows = (name: string, contacts: number, bookings: number, views: number) =>
  filled(
    name,
    `${people(contacts, 700)} ${INQUIRIES} ${people(bookings, 700)} ${BOOKINGS} ${PAID_IN_FULL}
      ${people(views, 400)} ${VIEWS}`,
  )

/** How many of a hundred thousand installments are due in a week. */
export const REMINDERS_DUE = 1_000

export const remindersToWrite = () =>
  filled(
    'reminders',
    `${people(50_000, 700)} ${BOOKINGS}
    update departures set starts_on = date(starts_on, '10 years'), ends_on = date(ends_on, '10 years');
    update installments set due_on = '2025-08-15' where number = 1 and booking_id in
      (select id from bookings order by id limit ${REMINDERS_DUE});`,
  )

/** The booking that is looked for, and who travels along on it, whose name nobody else has. */
export const THIS_ONE = 'TS-000424'
export const COMPANION = 'Zuberi Quillfeather'
/** As many journeys with few bookings as with many. */
const DEPARTURES = 2_000

/** This many bookings; the index is merged as the night leaves it (purge-expired.server.ts). */
export function bookingsToSearch(count: number): Promise<string> {
  const seats = Math.ceil(count / DEPARTURES)
  const name = `iif(booking_reference = '${THIS_ONE}', '${COMPANION}', 'Amina ' || customer_name)`
  const rows = `
    ${people(DEPARTURES * seats, 700)} ${departures('2024-10-16', -1, seats)}
    delete from people where n >= ${count}; ${bookings(seats)}
    insert into booking_words (booking_id, words)
      select id, concat_ws(char(10), booking_reference, customer_name, customer_email,
        replace(substr(customer_phone, 2), ' ', ''), ${name}) from bookings;
    update booking_words set words = folded(words);
    insert into booking_search (booking_search) values ('rebuild'), ('optimize');`
  return filled(`search-${count}`, rows, 'without triggers')
}

/**
 * A database file with such rows, kept from run to run. The site makes and seeds it; its triggers add up,
 * unless what they would write is among the rows: they take a millisecond for each booking.
 */
async function filled(name: string, rows: string, how?: 'without triggers'): Promise<string> {
  const path = `${FOLDER}/${name}.db`
  if (existsSync(path)) return path
  const unfinished = freshDatabase(`${name}-unfinished`)
  await (await startOurs(unfinished, AT_TODAY)).close()

  const started = Date.now()
  const file = new Database(unfinished)
  teachFolding(file)
  file.exec('pragma synchronous = off; pragma journal_mode = memory; pragma cache_size = -400000')
  const triggers = file.prepare("select name, sql from sqlite_master where type = 'trigger' and ?")
  const idle = triggers.all(Number(how === 'without triggers')) as { name: string; sql: string }[]
  for (const { name } of idle) file.exec(`drop trigger "${name}"`)
  file.exec(`begin; ${rows} commit; analyze`)
  for (const { sql } of idle) file.exec(sql)
  file.close()
  renameSync(unfinished, path)
  console.log(`  filled ${path} in ${Math.round((Date.now() - started) / 1_000)} s`)
  return path
}

/** How many bookings are paid, and have their letters. */
export const WHOLE_BOOKINGS = `select count(*) whole from bookings where payment_status = 'deposit_paid'
  and (select count(*) from outbox where booking_id = bookings.id) = 2`

/** What a query finds in a database file. */
export function oneOf(path: string, query: string): string {
  const file = new Database(path, { readonly: true })
  const value = file.prepare(query).pluck().get()
  file.close()
  return String(value)
}
