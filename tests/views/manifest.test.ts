import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { newRoom, partyOf } from '#app/bookings/party.server'
import { openCents } from '#app/bookings/status'
import { detailsProgress, sealing, sealingWith } from '#app/travelers/details.server'
import { manifest, manifestTotals } from '#app/views/manifest.server'
import { db, immediately } from '#db/connection.server'
import { bookings, travelerDetails, travelers } from '#db/schema/bookings'
import { aTraveler, NOON, theDeparture } from '#tests/fixtures/orders'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

beforeEach(nothingBooked)

const paid = async (name: string, details: Parameters<typeof aPaidBooking>[0] = {}) =>
  (await aPaidBooking({ traveler: aTraveler({ name }), ...details })).booking

const seatOf = (booking: Booking, position = 1) => {
  const seat = partyOf(booking.id).find((one) => one.position === position)
  if (!seat) throw new Error(`${booking.reference} has no traveler ${position}`)
  return seat.id
}

/** What a traveler told of themselves: all that is asked for, and how they eat. */
function tell(travelerId: number, details: Partial<typeof travelerDetails.$inferInsert> = {}) {
  const sealed = (field: 'passportNumber' | 'medicalNotes', text: string) =>
    sealing.seal(text, { travelerId, field })
  db.insert(travelerDetails)
    .values({
      travelerId,
      passportName: 'KAMAU WANJIRU',
      bornOn: '1980-03-05',
      nationality: 'United States',
      sealedPassportNumber: sealed('passportNumber', 'X1234567'),
      passportEndsOn: '2030-01-31',
      diet: 'Vegetarian',
      sealedMedicalNotes: sealed('medicalNotes', 'Penicillin allergy'),
      emergencyName: 'Achieng Otieno',
      emergencyPhone: '+1 512 555 0199',
      emergencyRelation: 'Sister',
      arrivalFlight: 'KQ 003, Oct 16, 9:45',
      departureFlight: 'KQ 002, Oct 27, 23:50',
      updatedAt: NOON,
      ...details,
    })
    .run()
}

const everybody = () => manifest(theDeparture()).flatMap((room) => room.travelers)

test('who has paid is on it, and nobody else', async () => {
  const standing = await paid('Zawadi')
  const done = await paid('Amina', { paymentType: 'full' })
  for (const status of ['pending', 'expired', 'cancelled', 'refunded'] as const) {
    const other = await paid(`Nobody ${status}`)
    db.update(bookings).set({ status }).where(eq(bookings.id, other.id)).run()
  }
  expect(
    everybody()
      .map(({ reference }) => reference)
      .toSorted(),
  ).toEqual([standing.reference, done.reference].toSorted())
})

test('a party stands by its rooms, unnamed ones by seat', async () => {
  const three = await paid('Wanjiru Kamau', { travelers: 3 })
  const rooms = manifest(theDeparture())
  expect(rooms.map(({ number, roomType, travelers: own }) => [number, roomType, own.length])).toEqual([
    [1, 'double', 1],
    [2, 'double', 2],
  ])
  expect(rooms.map(({ hasFreeBed }) => hasFreeBed)).toEqual([true, false])
  expect(everybody().map(({ name }) => name)).toEqual([
    `Traveler 3 of ${three.reference}`,
    'Wanjiru Kamau',
    `Traveler 2 of ${three.reference}`,
  ])
})

test('the balance stands once, at the booking’s first traveler', async () => {
  await paid('Wanjiru Kamau', { travelers: 3 })
  const balances = everybody().map(({ position, money }) => [position, money && openCents(money)])
  expect(balances.toSorted()).toEqual([
    [1, 3 * 400_000],
    [2, null],
    [3, null],
  ])
})

test('each traveler has contact, home and early bird', async () => {
  const booking = await paid('Wanjiru Kamau', { travelers: 2 })
  for (const traveler of everybody())
    expect(traveler).toMatchObject({
      reference: booking.reference,
      city: 'Austin',
      state: 'Texas',
      country: 'United States',
      earlyBirdOffer: booking.earlyBirdOffer,
    })
  expect(booking.earlyBirdOffer).not.toBeNull()
  expect(everybody().map(({ email }) => email)).toEqual([booking.customerEmail, null])
})

describe('details', () => {
  test('are opened, and what is missing is said', async () => {
    const booking = await paid('Wanjiru Kamau', { travelers: 2 })
    tell(seatOf(booking))
    const [first, second] = everybody()
    expect(first?.details).toMatchObject({
      passportName: 'KAMAU WANJIRU',
      passportNumber: 'X1234567',
      passportEndsOn: '2030-01-31',
      medicalNotes: 'Penicillin allergy',
      arrivalFlight: 'KQ 003, Oct 16, 9:45',
    })
    expect(first?.missing).toEqual([])
    expect(second?.details?.passportNumber ?? null).toBeNull()
    expect(second?.missing).toContain('passportNumber')
  })

  test('that no key opens are said to be there', async () => {
    const booking = await paid('Wanjiru Kamau')
    const { seal } = sealingWith(['a key that was thrown away'])
    const travelerId = seatOf(booking)
    tell(travelerId, { sealedMedicalNotes: seal('Asthma', { travelerId, field: 'medicalNotes' }) })
    const [traveler] = everybody()
    expect(traveler?.details).toMatchObject({ passportNumber: 'X1234567', medicalNotes: null })
    expect(traveler?.unreadable).toEqual(['medicalNotes'])
    expect(traveler?.missing).toEqual([])
  })

  test('are counted as the admin area counts them', async () => {
    const booking = await paid('Wanjiru Kamau', { travelers: 2 })
    tell(seatOf(booking))
    tell(seatOf(booking, 2), { emergencyPhone: null })
    const { travelers: count, complete } = manifestTotals(manifest(theDeparture()))
    expect({ travelers: count, complete }).toEqual({ travelers: 2, complete: 1 })
    expect(detailsProgress(theDeparture().id)).toEqual({ travelers: 2, complete: 1 })
  })
})

test('totals count rooms, who is alone, and diets', async () => {
  const couple = await paid('Wanjiru Kamau', { travelers: 2 })
  const alone = await paid('Otieno')
  const single = await paid('Amina', { roomType: 'single' })
  tell(seatOf(couple), { diet: 'vegetarian ' })
  tell(seatOf(alone), { diet: 'Vegetarian' })
  tell(seatOf(single), { diet: 'No pork' })
  expect(manifestTotals(manifest(theDeparture()))).toEqual({
    travelers: 4,
    rooms: { double: 2, single: 1 },
    alone: ['Otieno'],
    complete: 3,
    diets: [
      { diet: 'Vegetarian', travelers: 2 },
      { diet: 'No pork', travelers: 1 },
    ],
  })
})

test('two who were put together share a room', async () => {
  const [one, other] = [await paid('Zawadi'), await paid('Amina')]
  immediately((tx) => {
    const roomId = newRoom(theDeparture().id)
    for (const booking of [one, other])
      tx.update(travelers).set({ roomId }).where(eq(travelers.bookingId, booking.id)).run()
  })
  const [room, ...others] = manifest(theDeparture())
  expect(others).toEqual([])
  expect(room?.travelers.map(({ name }) => name).toSorted()).toEqual(['Amina', 'Zawadi'])
  expect(room?.travelers.every(({ money }) => money !== null)).toBe(true)
})
