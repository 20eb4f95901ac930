import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { moveBooking, moveQuote } from '#app/money/changes/move-booking.server'
import { byStaff } from '#app/staff/audit-log.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { pairTravelers, separateTravelers } from '#app/travelers/pair-travelers.server'
import { roomList } from '#app/travelers/room-guests.server'
import { proposedRooms, roomsToSettle } from '#app/travelers/room-proposals.server'
import { saveRoomWish } from '#app/travelers/room-wishes.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { NOON } from '#tests/fixtures/orders'
import { aStaffMember, lettersOfKind } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, leaves } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'
import { addressesOf, aGuest, sleeping } from './guests'

const STAFF = byStaff(aStaffMember())
const TODAY = '2025-06-20'
let other = 0

beforeEach(() => {
  anOpenTour()
  if (other) return
  const copy = copyDeparture(1, '2026-10-15', aStaffMember(), NOON)
  if (!('id' in copy)) throw new Error(copy.refused)
  other = copy.id
  db.update(departures).set({ sales: 'open' }).where(eq(departures.id, other)).run()
})

const wish = ({ booking }: { booking: Booking }, companion: string | null) =>
  saveRoomWish(booking.id, companion ? { kind: 'companion', companion } : { kind: 'introduction' }, NOON)

const proposed = () =>
  proposedRooms(roomList(1)).map(({ one, other, because }) =>
    [one, other].map(({ name, payerName }) => name || `of ${payerName}`).concat(because),
  )

async function move(booking: Booking, departureId: number) {
  const quote = moveQuote(bookingNow(booking), departureId, at(TODAY))
  if ('refused' in quote) throw new Error(quote.refused)
  const wished = { departureId, price: 'agreed', quoted: digestOf(quote) } as const
  const asked = { ...wished, reference: booking.reference, formKey: randomUUID() }
  expect(await moveBooking(asked, aStaffMember(), () => at(TODAY))).toHaveProperty('moved')
}

test('two of one booking who are left alone in two doubles are proposed, and the guest is told', async () => {
  const { booking, traveler } = await aGuest('Otieno Odhiambo', { travelers: 3 })
  expect(proposed()).toEqual([])
  await leaves(booking, 2, at(TODAY))
  expect(sleeping()).toEqual(['Otieno Odhiambo', 'of Otieno Odhiambo'])
  expect(proposed()).toEqual([['Otieno Odhiambo', 'of Otieno Odhiambo', 'one-booking']])
  expect(roomsToSettle(TODAY)).toMatchObject([{ departureId: 1, proposals: 1 }])
  expect(lettersOfKind(booking, 'party-lessened')[0]).toContain(
    'You and one of your party are each alone in a double room now. We suggest that you share one',
  )

  const [, second] = roomList(1).flatMap(({ sleepers }) => sleepers)
  pairTravelers({ travelerId: second?.travelerId ?? 0, withId: traveler.id }, STAFF, at(TODAY))
  expect([proposed(), roomsToSettle(TODAY)]).toEqual([[], []])
  // Staff who separate two of one booking want it so.
  separateTravelers(traveler.id, STAFF, at(TODAY))
  expect([sleeping().length, proposed()]).toEqual([2, []])
})

test('two whom a move parted are proposed again once they are on one departure, and both are told', async () => {
  const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa Wekesa')]
  pairTravelers({ travelerId: amina.traveler.id, withId: barasa.traveler.id }, STAFF, NOON)
  await move(amina.booking, other)
  expect(addressesOf('room-parted')).toEqual(['barasa@example.com'])
  expect(lettersOfKind(amina.booking, 'booking-moved')[0]).toContain(
    'On the new dates you no longer share your double room with Barasa.',
  )
  expect(proposed()).toEqual([])

  await move(amina.booking, 1)
  expect(proposed()).toEqual([['Amina Ali', 'Barasa Wekesa', 'parted-by-move']])
  const back = lettersOfKind(amina.booking, 'booking-moved')
  expect(back.at(-1)).not.toContain('no longer share')
  pairTravelers({ travelerId: amina.traveler.id, withId: barasa.traveler.id }, STAFF, at(TODAY))
  expect(addressesOf('room-paired').slice(-2).toSorted()).toEqual(['amina@example.com', 'barasa@example.com'])
  // Staff who separate two do not read that they should be together.
  separateTravelers(amina.traveler.id, STAFF, at(TODAY))
  expect(proposed()).toEqual([])
})

test('who names the other, and who both ask to be introduced, are proposed, each once', async () => {
  const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa Wekesa')]
  const [chebet, daudi] = [await aGuest('Chebet Kiprono'), await aGuest('Daudi Juma')]
  const erick = await aGuest('Erick Mwangi')
  wish(amina, barasa.booking.reference)
  for (const one of [chebet, daudi, erick]) wish(one, null)
  expect(proposed()).toEqual([
    ['Amina Ali', 'Barasa Wekesa', 'named'],
    ['Chebet Kiprono', 'Daudi Juma', 'introduction'],
  ])
})
