import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { siteTotals } from '#app/analytics/figures.server'
import { dueSoonUntil, installmentState } from '#app/bookings/installments/due'
import { installmentInWords, JOINERS_DEPOSIT } from '#app/bookings/installments/plan'
import { placeBooking } from '#app/bookings/place-booking.server'
import { cents } from '#app/platform/money'
import { needsAttention } from '#app/views/attention.server'
import { db } from '#db/connection.server'
import { installments } from '#db/schema/money'
import { contactInquiries } from '#db/schema/people'
import { anOrder, NOON } from '#tests/fixtures/orders'
import { aBookingCounted, anInquiry, aSubscriber, nothingHappened } from './sums'

const TODAY = '2025-06-01'

beforeEach(nothingHappened)

function owes(bookingId: number, dueOn: string) {
  db.update(installments).set({ dueOn }).where(eq(installments.bookingId, bookingId)).run()
  db.delete(installments).where(eq(installments.number, 2)).run()
}

const owing = (dueOn: string, paidCents = 500_00) => {
  const booking = aBookingCounted('2025-03-01T17:00:00Z', paidCents)
  owes(booking.id, dueOn)
  return booking.reference
}

test('an installment becomes overdue the day after it is due', () => {
  const yesterday = owing('2025-05-31')
  const today = owing('2025-06-01')
  const seventh = owing('2025-06-08')
  owing('2025-06-09')
  owing('2025-05-30', 4_500_00)
  const { overdue, dueSoon } = needsAttention(TODAY, NOON)
  expect([overdue.count, overdue.rows.map(({ reference }) => reference)]).toEqual([1, [yesterday]])
  expect([dueSoon.count, dueSoon.rows.map(({ reference }) => reference)]).toEqual([2, [today, seventh]])
})

test('due soon is one number of days, in its state and in what staff look at', () => {
  const stateOf = (dueOn: string) => installmentState({ owedCents: cents(1), dueOn }, false, TODAY)
  expect([stateOf('2025-06-08'), stateOf('2025-06-09')]).toEqual(['due', 'upcoming'])
  expect(dueSoonUntil(TODAY)).toBe('2025-06-08')
  expect([JOINERS_DEPOSIT, 1].map(installmentInWords)).toEqual([
    'Deposit of the added traveler',
    'Installment 1',
  ])
})

test('a held seat without a deposit owes nothing', () => {
  const placed = placeBooking(anOrder(), NOON)
  if (!('booking' in placed)) throw new Error('no place')
  owes(placed.booking.id, '2025-05-01')
  const { overdue, held } = needsAttention(TODAY, NOON)
  expect(overdue).toEqual({ count: 0, rows: [] })
  expect(held).toEqual({ count: 1, rows: [expect.objectContaining({ reference: placed.booking.reference })] })
})

test('the five longest overdue installments are shown, all are counted', () => {
  for (const day of [20, 26, 21, 25, 22, 24, 23]) owing(`2025-05-${day}`)
  const { overdue } = needsAttention(TODAY, NOON)
  expect(overdue.count).toBe(7)
  expect(overdue.rows.map(({ dueOn }) => dueOn.slice(-2))).toEqual(['20', '21', '22', '23', '24'])
})

test('unanswered inquiries are listed, the longest waiting first', () => {
  for (const [day, hour] of [
    ['2025-05-31', 18],
    ['2025-06-01', 11],
    ['2025-05-31', 17],
    ['2025-05-30', 12],
  ])
    anInquiry(`${day}T${hour}:00:00Z`)
  db.update(contactInquiries)
    .set({ answeredAt: NOON })
    .where(eq(contactInquiries.createdAt, new Date('2025-05-30T12:00:00Z')))
    .run()
  const { inquiries } = needsAttention(TODAY, NOON)
  expect(inquiries).toMatchObject({ waiting: 3, late: 1 })
  expect(inquiries.rows.map(({ createdAt }) => createdAt.getUTCHours())).toEqual([17, 18, 11])
})

test('totals count only paid bookings and current subscribers', () => {
  const before = siteTotals()
  anInquiry('2025-06-01T10:00:00Z')
  aSubscriber('2025-06-01T10:00:00Z')
  aBookingCounted('2025-06-01T10:00:00Z', 500_00)
  placeBooking(anOrder(), NOON)
  expect(siteTotals()).toEqual({
    totalContacts: before.totalContacts + 1,
    totalBookings: before.totalBookings + 1,
    totalNewsletterSubscribers: before.totalNewsletterSubscribers + 1,
  })
})
