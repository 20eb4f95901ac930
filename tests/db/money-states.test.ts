import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#db/migrate.server'

// Bookings from before their money was kept beside them are counted as the new ones are.

const folder = mkdtempSync(join(tmpdir(), 'money-states-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The migrations as they were before the one with that name. */
function migrationsBefore(name: string): string {
  cpSync('db/migrations', folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] }
  const index = journal.entries.findIndex(({ tag }) => tag.endsWith(name))
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, index) }))
  return folder
}

function aBooking(file: Database.Database, reference: string, status: string) {
  return file
    .prepare(
      `insert into bookings (booking_reference, tour_id, room_type, payment_type, payment_status, customer_name,
         customer_email, customer_address, customer_city, customer_state, customer_zip_code, customer_country,
         total_cents, deposit_cents, refund_terms, hold_ends_at, browser_digest, checkout_key, link_token,
         cancelled_at, created_at, updated_at)
       values (@reference, 1, 'double', 'deposit', @status, 'Ann', 'a@example.com', 'A', 'B', 'C', 'D', 'E', 450000,
         50000, '-', 0, '-', @reference, @reference, 10, 0, 0) returning id`,
    )
    .pluck()
    .get({ reference, status }) as number
}

test('the money of a canceled booking is filled in', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsBefore('money-states'))
  file.exec(
    `insert into tours (slug, tour_type, name, starts_on, ends_on, seats, deposit_cents, double_price_cents,
       single_price_cents, first_installment_due_on, final_installment_due_on, updated_at)
     values ('t', 't', 'T', '2025-10-16', '2025-10-27', 20, 50000, 450000, 650000, '2025-08-15', '2025-09-15', 0)`,
  )
  const pay = file.prepare(
    "insert into payments (booking_id, kind, method, amount_cents, created_at) values (?, ?, 'cheque', ?, ?)",
  )
  const owe = file.prepare(
    `insert into refunds (booking_id, stripe_intent_id, amount_cents, reason, order_key, state, next_attempt_at, created_at)
     values (?, 'pi', ?, 'goodwill', ?, ?, 0, 0)`,
  )
  const open = aBooking(file, 'TS-OPEN01', 'completed')
  pay.run(open, 'payment', 50_000, 0)
  owe.run(open, 10_000, 'a', 'owed')
  owe.run(open, 5_000, 'b', 'refused')
  owe.run(open, 7_000, 'c', 'dropped')
  const full = aBooking(file, 'TS-FULL01', 'deposit_paid')
  pay.run(full, 'payment', 450_000, 0)
  const cancelled = aBooking(file, 'TS-GONE01', 'cancelled')
  pay.run(cancelled, 'payment', 250_000, 0)
  file
    .prepare(
      `insert into audit_log (actor, action, subject, detail, created_at)
       values ('Wambui', 'booking-cancelled', 'booking:TS-GONE01', '{"byHandCents":200000}', 10)`,
    )
    .run()
  pay.run(cancelled, 'refund', -150_000, 20)
  aBooking(file, 'TS-HELD01', 'pending')

  migrate(file)
  expect(
    file
      .prepare(
        `select booking_reference ref, money_state state, kept_cents kept, going_back_cents back,
           stuck_back_cents stuck, stays_cents stays from bookings order by id`,
      )
      .all(),
  ).toEqual([
    { ref: 'TS-OPEN01', state: 'balance-open', kept: 35_000, back: 10_000, stuck: 5_000, stays: null },
    { ref: 'TS-FULL01', state: 'paid-in-full', kept: 450_000, back: 0, stuck: 0, stays: null },
    { ref: 'TS-GONE01', state: 'cancelled', kept: 100_000, back: 0, stuck: 0, stays: 50_000 },
    { ref: 'TS-HELD01', state: 'held', kept: 0, back: 0, stuck: 0, stays: null },
  ])
  expect(file.prepare("select name, amount from totals where name like 'money:%' order by 1").all()).toEqual([
    { name: 'money:balance-open', amount: 1 },
    { name: 'money:cancelled', amount: 1 },
    { name: 'money:held', amount: 1 },
    { name: 'money:paid-in-full', amount: 1 },
  ])
})
