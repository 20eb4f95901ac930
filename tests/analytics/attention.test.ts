import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { siteTotals } from '#app/analytics/figures.server'
import { dueSoonUntil, installmentState } from '#app/bookings/installments/due'
import { installmentInWords, JOINERS_DEPOSIT } from '#app/bookings/installments/plan'
import { placeBooking } from '#app/bookings/place-booking.server'
import { cents } from '#app/platform/money'
import type { Role } from '#app/staff/rights'
import { needsAttention } from '#app/views/attention.server'
import { toDoNow } from '#app/views/to-do-now.server'
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
  owing('2025-06-01')
  owing('2025-06-08')
  owing('2025-06-09')
  owing('2025-05-30', 4_500_00)
  const { overdue, dueSoon } = needsAttention(TODAY, NOON)
  expect([overdue.count, overdue.rows.map(({ reference }) => reference)]).toEqual([1, [yesterday]])
  expect(dueSoon).toBe(2)
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
  expect(held).toBe(1)
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

const toDo = (role: Role, today = TODAY) =>
  toDoNow({ staff: { id: 1, username: 'Wambui', role }, today, at: NOON, departureId: null })

test('to do now begins with the latest, whatever kind it is, each with its place', () => {
  anInquiry('2025-06-01T11:00:00Z')
  anInquiry('2025-05-27T17:00:00Z')
  const late = owing('2025-05-30')
  const later = owing('2025-05-20')
  expect(toDo('admin').rows.map(({ to, lateness }) => [to, lateness])).toEqual([
    ['/admin/books?month=2025-03', '32 days late'],
    [`/admin/bookings/${later}`, '12 days late'],
    [expect.stringMatching(/^\/admin\/contacts\/\d+$/), '4 days late'],
    [`/admin/bookings/${late}`, '2 days late'],
    [expect.stringMatching(/^\/admin\/contacts\/\d+$/), 'By Jun 2, 2025'],
  ])
})

test('details that are missing are to do once travelers are asked for them', () => {
  aBookingCounted('2025-03-01T17:00:00Z', 500_00)
  const details = (day: string) => toDo('admin', day).rows.find(({ key }) => key === 'details')
  expect(details('2025-08-16')).toBeUndefined()
  expect(details('2025-08-17')).toMatchObject({ what: '0 of 1 complete', lateness: 'By Sep 11, 2025' })
  expect(details('2025-09-12')).toMatchObject({ lateness: '1 day late' })
})

test('five of a kind are to do now, with the way to all, and nothing that a role does not see', () => {
  expect(toDo('admin')).toMatchObject({ rows: [], beyond: [] })
  for (const day of [20, 26, 21, 25, 22, 24, 23]) owing(`2025-05-${day}`)
  anInquiry('2025-05-27T17:00:00Z')
  const { rows, beyond } = toDo('bookkeeper')
  expect(rows.filter(({ key }) => key.startsWith('installment'))).toHaveLength(5)
  expect(rows.filter(({ key }) => key.startsWith('inquiry'))).toEqual([])
  expect(beyond[0]).toMatchObject({
    words: 'All 7 overdue installments',
    to: '/admin/installments?state=overdue',
  })
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
