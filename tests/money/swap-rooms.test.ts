import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { sharesOf } from '#app/money/books/shares.server'
import { swappingOf, swapRooms } from '#app/money/changes/party/swap-rooms.server'
import { pairTravelers } from '#app/travelers/pair-travelers.server'
import { history } from '#tests/fixtures/disputes'
import { aPaidBooking, aStaffMember, lettersOfKind } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, expectAgreement, leaves } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

const JULY = at('2025-07-01')
/** A couple in a double, and grandmother in a single. */
const FAMILY = { roomType: 'double', travelers: 3, singles: 1 } as const

beforeEach(anOpenTour)

const idOf = ({ id }: Booking, position: number) =>
  partyOf(id).find((one) => one.position === position)?.id ?? 0

/** The dialog as it was opened, and sent. */
function swaps(booking: Booking, one: number, other: number, formKey: string = crypto.randomUUID()) {
  const wish = { reference: booking.reference, travelerId: one, withId: other, formKey }
  const found = swappingOf(bookingNow(booking), wish, JULY)
  const quoted = 'quote' in found ? digestOf(found.quote) : ''
  return swapRooms({ ...wish, quoted }, aStaffMember(), () => JULY)
}

/** Of each, their kind of room and with whom they share it. */
const roomsOf = ({ id }: Booking) =>
  partyOf(id).map(({ position, roomId, roomType }) => {
    const mates = partyOf(id).filter((mate) => mate.roomId === roomId && mate.position !== position)
    return [position, roomType, ...mates.map((mate) => mate.position)]
  })

test('two of a party change beds at no price, and the same again undoes it', async () => {
  const { booking } = await aPaidBooking(FAMILY)
  const before = {
    money: sharesOf(bookingNow(booking)).map(({ shareCents }) => shareCents),
    ...bookingNow(booking),
  }
  const apart = roomsOf(booking)
  const [wife, grandmother] = [idOf(booking, 2), idOf(booking, 3)]
  const formKey = crypto.randomUUID()
  expect(await swaps(booking, wife, grandmother, formKey)).toMatchObject({
    swapped: { after: [{ becomes: 'single' }, { becomes: 'double' }] },
  })
  expect(await swaps(booking, wife, grandmother, formKey)).toEqual({ known: true })
  expect(roomsOf(booking)).toEqual([
    [1, 'double', 3],
    [2, 'single'],
    [3, 'double', 1],
  ])
  const { totalCents, singles, roomType } = before
  expect(bookingNow(booking)).toMatchObject({ totalCents, singles, roomType })
  expect(sharesOf(bookingNow(booking)).map(({ shareCents }) => shareCents)).toEqual(before.money)
  expect(lettersOfKind(booking, 'room-changed')).toHaveLength(1)
  expect(lettersOfKind(booking, 'room-changed')[0]).toContain('have changed rooms')
  expect(history(booking)).toContainEqual(expect.stringContaining('swapped two rooms of'))

  await swaps(booking, grandmother, wife)
  expect(roomsOf(booking)).toEqual(apart)
  await leaves(booking, 3, JULY)
  expectAgreement(booking)
})

test('a lead traveler who swaps has the booking’s room from then on', async () => {
  const { booking } = await aPaidBooking(FAMILY)
  await swaps(booking, idOf(booking, 1), idOf(booking, 3))
  expect(bookingNow(booking)).toMatchObject({ roomType: 'single', singles: 1 })
  expect(roomsOf(booking)).toEqual([
    [1, 'single'],
    [2, 'double', 3],
    [3, 'double', 2],
  ])
})

test('not in one room, not with another booking, nor where one of it sleeps in the room', async () => {
  const { booking } = await aPaidBooking({ ...FAMILY, travelers: 2, singles: 1 })
  const { booking: couple } = await aPaidBooking({ roomType: 'double', travelers: 2 })
  const { booking: alone } = await aPaidBooking({ roomType: 'double', travelers: 1 })
  const [lead, single] = [idOf(booking, 1), idOf(booking, 2)]
  expect(await swaps(couple, idOf(couple, 1), idOf(couple, 2))).toEqual({ refused: 'same-room' })
  expect(await swaps(booking, lead, idOf(alone, 1))).toEqual({ refused: 'no-such-traveler' })
  pairTravelers({ travelerId: idOf(alone, 1), withId: lead }, { actor: 'Wambui' }, JULY)
  expect(await swaps(booking, lead, single)).toEqual({ refused: 'shared-room' })
})
