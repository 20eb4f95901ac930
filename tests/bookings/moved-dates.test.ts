import { beforeEach, expect, test } from 'vitest'
import { movedBookings, tellNewDates } from '#app/bookings/moved-dates.server'
import { cancelQuote } from '#app/payments/refunds/cancel-booking.server'
import { db } from '#db/connection.server'
import { departures, outbox } from '#db/schema'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

beforeEach(() => {
  nothingBooked()
  db.update(departures).set(FIRST_DEPARTURE).run()
})

const move = (startsOn: string, endsOn: string) => db.update(departures).set({ startsOn, endsOn }).run()
const staff = aStaffMember()

test('new dates are told once, and only when staff say so', async () => {
  const { booking } = await aPaidBooking()
  await aPaidBooking()
  db.delete(outbox).run()
  move('2025-10-20', '2025-10-31')
  expect(movedBookings(1)).toHaveLength(2)
  expect(db.select().from(outbox).all()).toEqual([])

  expect(tellNewDates(1, 'The band asked for it.', staff, NOON)).toBe(2)
  tellNewDates(1, '', staff, NOON)
  const letters = db.select().from(outbox).all()
  expect(letters).toHaveLength(2)
  expect(letters[0]).toMatchObject({ kind: 'dates-changed', toAddress: booking.customerEmail })
  expect(letters[0]?.textBody).toContain(
    'they were Oct 16 to Oct 27, 2025; now they are Oct 20 to Oct 31, 2025',
  )
  expect(letters[0]?.textBody).toContain('The band asked for it.')

  move('2025-10-16', '2025-10-27')
  expect(movedBookings(1)).toEqual([])
})

test('a refund follows the agreed dates, or better ones', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  const on = (day: string) => cancelQuote(booking, new Date(`${day}T17:00:00Z`)).refundCents
  expect([on('2025-09-15'), on('2025-09-16'), on('2025-10-16')]).toEqual([400_000, 0, 0])

  move('2025-12-01', '2025-12-12')
  expect([on('2025-10-16'), on('2025-10-31'), on('2025-11-01')]).toEqual([400_000, 400_000, 0])

  move('2025-09-12', '2025-09-23')
  expect([on('2025-09-11'), on('2025-09-12')]).toEqual([400_000, 0])
})
