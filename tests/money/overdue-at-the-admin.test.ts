import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { dueWords, installmentState } from '#app/bookings/installments/due'
import { installmentsByDueDate, installmentTotals } from '#app/bookings/installments/installment-list.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { listDepartures } from '#app/tours/departure-list.server'
import { needsAttention } from '#app/views/attention.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, byHand, keptAsInLedger, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// What staff read as overdue and outstanding is what the pay page asks for, and never what was planned.

beforeEach(anOpenTour)

const LATE = '2025-08-20'

/** Every sum that staff read on a day: lists, tiles, dashboard; of one departure and of all. */
function inAdmin(day: string, departureId: number) {
  const [listed] = listDepartures(day)
  const { rows, count } = needsAttention(day, at(day)).overdue
  const inList = installmentsByDueDate('overdue', null, { today: day, until: day }, 10)
  return {
    all: installmentTotals(day),
    one: installmentTotals(day, departureId),
    listed: { outstandingCents: listed?.outstandingCents, overdueCents: listed?.overdueCents },
    dashboard: { count, owed: rows.map(({ owedCents }) => owedCents) },
    list: inList.map(({ owedCents }) => owedCents),
  }
}

test('what was paid of an installment is not overdue anymore', async () => {
  const { booking } = await aPaidBooking()
  await byHand(booking, 150_000)
  const sums = { outstandingCents: 250_000, overdueCents: 50_000 }
  expect(amountsOwed(bookingNow(booking)).installments.map(({ owedCents }) => owedCents)).toEqual([
    50_000, 200_000,
  ])
  expect(inAdmin(LATE, booking.departureId)).toMatchObject({
    all: { ...sums, overdueCount: 1 },
    one: { ...sums, overdueCount: 1 },
    listed: sums,
    dashboard: { count: 1, owed: [50_000] },
    list: [50_000],
  })
})

test('what goodwill has taken off is not overdue, nor outstanding', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  await refund(booking, 100_000, { reason: 'owed-again' }, at('2025-06-02'))
  await refund(booking, 50_000, {}, at('2025-06-02'))
  expect(inAdmin(LATE, booking.departureId)).toMatchObject({
    all: { outstandingCents: 100_000, overdueCents: 100_000 },
    listed: { outstandingCents: 100_000, overdueCents: 100_000 },
    list: [100_000],
  })
  keptAsInLedger()
})

test('a whole refund that is stuck is neither', async () => {
  const { booking } = await aPaidBooking()
  stripeSandbox.switches.apiDown = 'refuses'
  await refund(booking, 50_000, {}, at('2025-06-02'))
  db.update(refunds).set({ state: 'refused' }).where(eq(refunds.state, 'owed')).run()
  expect(inAdmin(LATE, booking.departureId)).toMatchObject({
    all: { outstandingCents: 0, overdueCents: 0, overdueCount: 0 },
    one: { outstandingCents: 0, overdueCents: 0 },
    listed: { outstandingCents: 0, overdueCents: 0 },
    dashboard: { count: 0, owed: [] },
    list: [],
  })
  const [first] = amountsOwed(bookingNow(booking)).installments
  expect(first && installmentState(first, first.paidAt !== null, LATE)).toBe('not-asked')
  keptAsInLedger()
})

test('an installment is due on its day, and overdue after it', async () => {
  const { booking } = await aPaidBooking()
  await byHand(booking, 200_000)
  const [paid, open] = amountsOwed(bookingNow(booking)).installments
  if (!paid || !open) throw new Error('Not two installments')
  expect(installmentsOf(booking.id)[0]?.paidAt).not.toBeNull()
  expect(installmentState(paid, true, '2025-12-24')).toBe('paid')
  expect(installmentState(open, false, '2025-09-07')).toBe('upcoming')
  for (const day of ['2025-09-08', '2025-09-15']) expect(installmentState(open, false, day)).toBe('due')
  expect(installmentState(open, false, '2025-09-16')).toBe('overdue')
  expect(['2025-09-15', '2025-09-16'].map((day) => dueWords(open, day))).toEqual([
    'due Sep 15, 2025',
    'was due Sep 15, 2025',
  ])
})
