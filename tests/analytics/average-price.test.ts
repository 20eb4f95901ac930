import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { figuresOf } from '#app/analytics/figures.server'
import { recentActivity } from '#app/analytics/recent-activity.server'
import { partyMoney } from '#app/bookings/party.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { writeOff, writeOffQuote } from '#app/money/changes/write-off.server'
import { movementsInPortions } from '#app/views/movements.server'
import { aPaidBooking, aStaffMember, byHand } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, leaves } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

beforeEach(anOpenTour)

const average = async () =>
  (await figuresOf({ from: '2025-05-03', to: '2025-06-01' }, '2025-06-01')).businessMetrics
    .averageBookingValueCents

test('the average price is what was agreed, whatever was written off of it', async () => {
  const { booking } = await aPaidBooking()
  const later = at('2025-08-20')
  const quote = writeOffQuote(booking, later)
  expect(quote.owedCents).toBe(400_000)
  const quoted = digestOf(quote)
  const wish = { reference: booking.reference, reason: 'Lost', formKey: randomUUID(), quoted }
  await writeOff(wish, aStaffMember(), () => later)
  expect(await average()).toBe(450_000)
})

test('neither it nor another list has what is promised back to a traveler who left', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await byHand(booking, 800_000, {}, at('2025-06-02'))
  await leaves(booking, 2, at('2025-06-03'))
  expect(partyMoney(bookingNow(booking)).promisedCents).toBe(350_000)
  expect(await average()).toBe(450_000)
  expect(recentActivity()).toMatchObject([{ type: 'booking', valueCents: 450_000 }])
  const year = { from: '2025-01-01', to: '2025-12-31' }
  const prices = [...movementsInPortions(year, 10)].flat().map(({ totalCents }) => totalCents)
  expect(new Set(prices)).toEqual(new Set([450_000]))
})
