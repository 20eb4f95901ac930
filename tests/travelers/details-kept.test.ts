import { beforeEach, expect, test } from 'vitest'
import { runDailyJob } from '#app/server/schedule/daily-jobs.server'
import { saveDetails } from '#app/travelers/save-details.server'
import { historyOf } from '#app/views/history.server'
import { db, sqlite } from '#db/connection.server'
import { jobLeases } from '#db/schema/running'
import { auditLog } from '#db/schema/staff'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, cancel } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
import { aCouple, aWholeWish, on } from './wishes'

beforeEach(() => {
  nothingBooked()
  for (const table of [auditLog, jobLeases]) db.delete(table).run()
})

const kept = () => sqlite.prepare('select count(*) from traveler_details').pluck().get()
const forgetOn = async (day: string) => {
  expect(await runDailyJob('retention', 'schedule', () => on(day, 4))).toHaveProperty('counts')
}
const erased = () =>
  historyOf('departure:1', { from: 'start' }).acts.filter(({ did }) => did.startsWith('erased details'))

test('details are erased sixty days after the return', async () => {
  const { payer, companion } = await aCouple()
  for (const { id } of [payer, companion]) saveDetails({ id }, aWholeWish(), NOON)
  await forgetOn('2025-12-25')
  expect(kept()).toBe(2)
  await forgetOn('2025-12-26')
  expect(kept()).toBe(0)
  expect(erased()).toMatchObject([{ who: 'The schedule', detail: '2 travelers' }])
  await forgetOn('2025-12-27')
  expect(erased()).toHaveLength(1)
})

test('those of a canceled booking sixty days after that', async () => {
  const { payer, booking } = await aCouple()
  saveDetails(payer, aWholeWish(), NOON)
  await cancel(booking, NOON)
  await forgetOn('2025-07-31')
  expect(kept()).toBe(1)
  await forgetOn('2025-08-01')
  expect(kept()).toBe(0)
})

test('many are one entry of the log, a departure', async () => {
  sqlite.exec('update departures set seats = 60')
  for (let booked = 0; booked < 5; booked += 1) {
    const { booking } = await aPaidBooking({ travelers: 6 })
    sqlite
      .prepare(
        'insert into traveler_details (traveler_id, updated_at) select id, 1 from travelers where booking_id = ?',
      )
      .run(booking.id)
  }
  expect(kept()).toBe(30)
  await forgetOn('2026-01-05')
  expect([kept(), erased().map(({ detail }) => detail)]).toEqual([0, ['30 travelers']])
})
