import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { postponeInstallment, postponeQuote } from '#app/money/changes/installment-days.server'
import { tripCalendar } from '#app/views/trip-calendar.server'
import { aPaidBooking, aStaffMember, payLater, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

beforeEach(anOpenTour)

/** What a calendar takes from a file of that day: by its number, the newest word on each installment. */
const taken = (booking: Booking, day: string) =>
  tripCalendar(bookingNow(booking), at(day))
    .split('BEGIN:VEVENT')
    .slice(2)
    .map((event) => {
      const of = (name: string) => event.match(new RegExp(`^${name}[^:]*:(.*)\r$`, 'm'))?.[1]
      return { status: of('STATUS'), starts: of('DTSTART'), sequence: Number(of('SEQUENCE')) }
    })

test('an installment that was paid and is owed again comes back into a calendar', async () => {
  const { booking } = await aPaidBooking({}, at('2025-06-01'))
  const files = [taken(booking, '2025-06-02')]
  await payLater(booking, 200_000, at('2025-06-03'))
  files.push(taken(booking, '2025-06-03'))
  await refund(booking, 50_000, { reason: 'owed-again' }, at('2025-06-03'))
  files.push(taken(booking, '2025-06-04'))
  expect(files.map(([first]) => first?.status)).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED'])
  const sequences = files.map(([first]) => first?.sequence ?? 0)
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
  expect(new Set(sequences).size).toBe(3)
})

test('a due date that staff put off moves in a calendar', async () => {
  const { booking } = await aPaidBooking({}, at('2025-06-01'))
  const [before] = taken(booking, '2025-06-02')
  const wish = { reference: booking.reference, number: 1, dueOn: '2025-08-29', note: '', formKey: 'later' }
  const confirmed = { ...wish, quoted: digestOf(postponeQuote(booking, 1)) }
  expect(await postponeInstallment(confirmed, aStaffMember(), () => at('2025-06-03'))).toHaveProperty(
    'postponed',
  )
  const [after] = taken(booking, '2025-06-04')
  expect(after?.starts).toBe('20250829')
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
})
