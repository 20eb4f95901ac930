import type Database from 'better-sqlite3'
import { gramsOf, nameOf } from './names'
import { TODAY } from './today'

const ON_ONE_DEPARTURE = 500
const SPREAD_MS = 700 * 24 * 3_600_000

/** Bookings on departures of the past, with travelers, ledger, installments, totals and search tables. */
export function fillBookings(file: Database.Database, count: number): void {
  const addDeparture = file.prepare(
    `insert into departures (tour_id, starts_on, ends_on, seats, deposit_cents, double_price_cents,
       single_price_cents, first_installment_due_on, final_installment_due_on, sales, updated_at)
     values (1, date('2024-10-16', -@back || ' days'), date('2024-10-27', -@back || ' days'), 500, 50000, 450000,
       650000, '2020-08-15', '2020-09-15', 'closed', 0) returning id`,
  )
  const add = file.prepare(
    `insert into bookings (booking_reference, departure_id, room_type, payment_type, payment_status, customer_name,
       customer_email, customer_address, customer_city, customer_state, customer_zip_code, customer_country,
       total_cents, deposit_cents, agreed_deposit_cents, kept_cents, refund_terms, hold_ends_at, browser_digest, checkout_key, link_token, created_at,
       updated_at)
     values (@reference, @departureId, 'double', 'deposit', @status, @name, @email, '12 Congress Avenue', 'Austin',
       'Texas', '78701', 'United States', 450000, 50000, 50000, @kept, 'Fully refundable for 30 days.', @at, @reference,
       @reference, @reference || '-link-token-long', @at, @at) returning id`,
  )
  const pay = file.prepare(
    `insert into payments (booking_id, kind, amount_cents, created_at) values (?, 'payment', ?, ?)`,
  )
  const owe = file.prepare(
    `insert into installments (booking_id, number, amount_cents, due_on, paid_at, is_owed) values (?, ?, 200000, ?, ?, 1)`,
  )
  const addRoom = file.prepare('insert into rooms (departure_id) values (?) returning id')
  const addTraveler = file.prepare(
    `insert into travelers (booking_id, position, name, email, price_cents, deposit_cents, room_id, link_token,
       created_at, updated_at)
     values (@id, 1, @name, @email, 450000, 50000, @roomId, @reference || '-own-link-token', @at, @at) returning id`,
  )
  const tell = file.prepare(
    `insert into traveler_details (traveler_id, passport_name, born_on, nationality, passport_ends_on, diet,
       emergency_name, emergency_phone, emergency_relation, arrival_flight, departure_flight, updated_at)
     values (@travelerId, upper(@name), '1970-05-31', 'United States', '2031-01-31', 'Vegetarian, no nuts',
       'Achieng Otieno', '+1 512 555 0199', 'Sister', 'KQ 003, Oct 16, 9:45', 'KQ 002, Oct 27, 23:50', @at)`,
  )
  const addGrams = file.prepare('insert into booking_grams (rowid, grams) values (?, ?)')
  const addWords = file.prepare('insert into booking_words (booking_id, words) values (?, ?)')
  let departureId: unknown
  for (let index = 0; index < count; index += 1) {
    if (index % ON_ONE_DEPARTURE === 0) {
      departureId = addDeparture.pluck().get({ back: (14 * index) / ON_ONE_DEPARTURE })
    }
    const { first, last } = nameOf(index)
    const name = `${first} ${last}`
    const email = `${first}.${last}.${index}@example.com`.toLowerCase()
    const reference = `TS-${index.toString(36).toUpperCase().padStart(6, '0')}`
    const at = Math.round(TODAY - SPREAD_MS + (SPREAD_MS * index) / count)
    const status = index % 3 === 0 ? 'deposit_paid' : 'completed'
    const kept = status === 'completed' ? 450_000 : 50_000
    const id = add.pluck().get({ reference, departureId, status, name, email, at, kept })
    const roomId = addRoom.pluck().get(departureId)
    const travelerId = addTraveler.pluck().get({ id, name, email, roomId, reference, at })
    tell.run({ travelerId, name, at })
    pay.run(id, 50_000, at)
    for (const number of [1, 2]) {
      const paidAt = status === 'completed' ? at : null
      owe.run(id, number, number === 1 ? '2026-08-15' : '2026-09-15', paidAt)
      if (paidAt) pay.run(id, 200_000, at)
    }
    const words = [reference, name, email, '15125550199']
    addWords.run(id, words.join('\n'))
    addGrams.run(id, gramsOf(words))
  }
  file.exec(`
    insert into booking_search (booking_search) values ('rebuild');
    insert or replace into totals select 'bookings:' || payment_status, count(*) from bookings group by 1;
    insert or replace into totals select 'money:' || money_state, count(*) from bookings group by 1;
    insert or replace into totals select 'installments:collected', coalesce(sum(amount_cents), 0)
      from installments where paid_at is not null;
    update bookings set asked_cents = max(0, total_cents - kept_cents);
    update installments set owed_cents = iif(paid_at is null, amount_cents, 0);
    insert or replace into totals select 'installments:outstanding', coalesce(sum(owed_cents), 0) from installments;
    insert or replace into slot_tallies select 'bookings', created_at / 900000, count(*) from bookings group by 2;
    insert or replace into slot_tallies
      select 'revenue', created_at / 900000, sum(amount_cents) from payments group by 2;`)
}
