import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { partyChoices } from '#app/bookings/checkout-offer.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney, partyOf, seatsOf } from '#app/bookings/party.server'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import { requestedTravelers } from '#app/bookings/requested-checkout.server'
import { seatsLeft } from '#app/tours/departures.server'
import { db } from '#db/connection.server'
import { bookings, rooms, travelers } from '#db/schema/bookings'
import { departures } from '#db/schema/tours'
import { PARTY_AT_MOST } from '#db/values'
import { anOrder, aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'

beforeEach(() => {
  db.delete(bookings).run()
  db.update(departures).set({ sales: 'open', salesCloseOn: null, seats: 20 }).run()
})

function placed(details: Partial<Order>, now = NOON) {
  const answer = placeBooking(anOrder(details), now)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.booking
}

const roomsOf = (bookingId: number) => {
  const ids = partyOf(bookingId).map(({ roomId }) => roomId)
  return ids.map((id) => ids.indexOf(id))
}

describe('a party of two in a double room', () => {
  test('holds two seats at twice every amount', () => {
    const booking = placed({ travelers: 2 })
    expect(booking).toMatchObject({ travelers: 2, totalCents: 900_000, depositCents: 100_000 })
    expect(booking.refundTerms).toContain('$1,000 deposit')
    expect(installmentsOf(booking.id)).toMatchObject([
      { amountCents: 400_000, dueOn: '2025-08-15' },
      { amountCents: 400_000, dueOn: '2025-09-15' },
    ])
    expect(seatsLeft(theDeparture())).toBe(18)
    expect(partyMoney(booking).sum).toBe('2 × $4,500')
  })

  test('has a traveler for each seat in one room', () => {
    const booking = placed({ travelers: 2, traveler: aTraveler({ name: 'Amina Odera' }) })
    expect(seatsOf(booking.id)).toMatchObject([
      { traveler: { position: 1, name: 'Amina Odera', depositCents: 50_000 }, priceCents: 450_000 },
      { traveler: { position: 2, name: '', email: null, depositCents: 50_000 }, priceCents: 450_000 },
    ])
    expect(roomsOf(booking.id)).toEqual([0, 0])
  })
})

test('rooms follow the number and the kind asked', () => {
  expect(roomsOf(placed({ travelers: 5 }).id)).toEqual([0, 0, 2, 2, 4])
  expect(roomsOf(placed({ travelers: 3, roomType: 'single' }).id)).toEqual([0, 1, 2])
})

test('one traveler alone has a price without a sum', () => {
  const booking = placed({})
  expect(partyMoney(booking).sum).toBeNull()
  expect(partyOf(booking.id)).toMatchObject([{ position: 1, name: booking.customerName }])
})

test('a price that was changed shows no sum', () => {
  const booking = placed({ travelers: 2 })
  expect(partyMoney({ ...booking, totalCents: 850_000 as typeof booking.totalCents }).sum).toBeNull()
})

test('six at the last five seats are refused whole', () => {
  db.update(departures).set({ seats: 5 }).run()
  expect(placeBooking(anOrder({ travelers: 6 }), NOON)).toEqual({ refused: 'too-few-seats', seatsLeft: 5 })
  expect(db.select().from(travelers).all()).toEqual([])
  expect(db.select().from(rooms).all()).toEqual([])
  expect(placeBooking(anOrder({ travelers: 5 }), NOON)).toHaveProperty('booking')
  expect(placeBooking(anOrder(), NOON)).toEqual({ refused: 'sold-out' })
})

describe('a hold that is asked for again', () => {
  const again = (order: Order, travelers: number) => placeBooking({ ...order, travelers }, minutesAfter(5))

  test('changes its number while there are seats', () => {
    db.update(departures).set({ seats: 4 }).run()
    const order = anOrder({ travelers: 2 })
    const { id } = placed(order)
    expect(again(order, 4)).toMatchObject({ booking: { id, travelers: 4, totalCents: 1_800_000 } })
    expect(roomsOf(id)).toEqual([0, 0, 2, 2])
    expect(again(order, 5)).toEqual({ refused: 'too-few-seats', seatsLeft: 4 })
    expect(again(order, 1)).toMatchObject({ booking: { id, travelers: 1, totalCents: 450_000 } })
    expect(roomsOf(id)).toEqual([0])
    expect(db.select().from(rooms).all()).toHaveLength(1)
  })

  test('keeps the agreed price for the same number', () => {
    const order = anOrder({ travelers: 2 })
    placed(order)
    db.update(departures)
      .set({ doublePriceCents: 500_000 as never })
      .run()
    expect(again(order, 2)).toMatchObject({ booking: { totalCents: 900_000 } })
    expect(again(order, 3)).toMatchObject({ booking: { totalCents: 1_500_000 } })
    db.update(departures)
      .set({ doublePriceCents: 450_000 as never })
      .run()
  })
})

test('one address holds eight seats at most', () => {
  const from = { addressDigest: 'the-same-network' }
  placed({ ...from, travelers: 6 })
  expect(placeBooking(anOrder({ ...from, travelers: 3 }), NOON)).toMatchObject({ refused: 'too-many-holds' })
  expect(placeBooking(anOrder({ ...from, travelers: 2 }), NOON)).toHaveProperty('booking')
})

test('a renewed hold passes eight seats as little', () => {
  const from = { addressDigest: 'the-same-network' }
  const orders = [1, 2, 3].map((guest) =>
    anOrder({ ...from, traveler: aTraveler({ email: `guest${guest}@example.com` }) }),
  )
  for (const order of orders) placed(order)
  const asked = orders.map((order) => placeBooking({ ...order, travelers: 6 }, minutesAfter(1)))
  expect(asked.map((answer) => 'booking' in answer)).toEqual([true, false, false])
  expect(asked[1]).toMatchObject({ refused: 'too-many-holds' })
  expect(seatsLeft(theDeparture())).toBe(12)
})

test('an ended hold gives all its seats back', () => {
  const booking = placed({ travelers: 4 })
  endBooking(booking.id, 'expired', minutesAfter(31))
  expect(seatsLeft(theDeparture())).toBe(20)
})

test('the choices end where the seats end', () => {
  const sizes = (held?: Parameters<typeof partyChoices>[0]['held']) =>
    partyChoices({ departure: theDeparture(), held }, 'double', '2025-06-01')
      .filter(({ singles }) => singles === 0)
      .map(({ totalCents }) => totalCents / 450_000)
  expect(sizes()).toEqual([1, 2, 3, 4, 5, 6])
  db.update(departures).set({ seats: 4 }).run()
  const held = placed({ travelers: 2 })
  expect(sizes()).toEqual([1, 2])
  expect(sizes(held)).toEqual([1, 2, 3, 4])
})

test.each([
  ['2', 2],
  [String(PARTY_AT_MOST), PARTY_AT_MOST],
  ['0', null],
  ['7', null],
  ['2.5', null],
  ['a', null],
  [null, null],
])('an address that asks for %s travelers gets %s', (text, guests) => {
  expect(requestedTravelers(text)).toBe(guests)
})

test('parties of every size never oversell the departure', () => {
  for (let guest = 0; guest < 200; guest += 1) {
    const guests = 1 + ((guest * 7 + (guest % 5)) % PARTY_AT_MOST)
    const left = seatsLeft(theDeparture())
    const answer = placeBooking(anOrder({ travelers: guests }), NOON)
    expect('booking' in answer).toBe(left >= guests)
  }
  expect(seatsLeft(theDeparture())).toBe(0)
})
