import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking, holdsThatEnded } from '#app/bookings/advance-booking.server'
import { partyChoices, roomFor, salesFor } from '#app/bookings/checkout-offer.server'
import { findBooking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { placeBooking } from '#app/bookings/place-booking.server'
import { contentVersion } from '#app/site/settings.server'
import { seatsLeft } from '#app/tours/departures.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { departures } from '#db/schema/tours'
import { anOrder, aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'

beforeEach(() => {
  db.delete(bookings).run()
  db.update(departures).set({ sales: 'open', salesOpenOn: null, salesCloseOn: null, seats: 20 }).run()
})

function placed(order = anOrder(), now = NOON) {
  const answer = placeBooking(order, now)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.booking
}

test('a hold lasts thirty minutes at the tour’s price', () => {
  const booking = placed(anOrder({ roomType: 'single' }))

  expect(booking).toMatchObject({
    status: 'pending',
    totalCents: 650_000,
    depositCents: 50_000,
    tourType: 'texas-safari',
    holdEndsAt: minutesAfter(30),
  })
  expect(booking.reference).toMatch(/^TS-[2-9A-HJ-NP-Z]{6}$/)
  expect(installmentsOf(booking.id)).toMatchObject([
    { number: 1, amountCents: 300_000, dueOn: '2025-08-15', paidAt: null },
    { number: 2, amountCents: 300_000, dueOn: '2025-09-15', paidAt: null },
  ])
  expect(seatsLeft(theDeparture())).toBe(19)
})

test('a traveler who pays in full has no installments', () => {
  expect(installmentsOf(placed(anOrder({ paymentType: 'full' })).id)).toEqual([])
})

test('the twenty-first traveler is turned away', () => {
  for (let seat = 0; seat < 20; seat += 1) placed()

  expect(placeBooking(anOrder(), NOON)).toEqual({ refused: 'sold-out' })
  expect(seatsLeft(theDeparture())).toBe(0)
})

test('closed sales or a passed closing date refuse a booking', () => {
  db.update(departures).set({ sales: 'closed' }).run()
  expect(placeBooking(anOrder(), NOON)).toEqual({ refused: 'closed' })

  db.update(departures).set({ sales: 'open', salesCloseOn: '2025-06-01' }).run()
  expect(placeBooking(anOrder(), NOON)).toHaveProperty('booking')
  expect(placeBooking(anOrder(), minutesAfter(24 * 60))).toEqual({ refused: 'closed' })
})

describe('a departure', () => {
  const LAST_MINUTE = new Date('2025-10-16T04:59:00Z')
  const FIRST_DAY = new Date('2025-10-16T05:00:00Z')

  test.each([
    ['without a closing date', null],
    ['whose closing date is after its last day', '2025-12-31'],
    ['whose closing date is its first day', '2025-10-16'],
  ])('%s is sold until midnight before its first day', (_, salesCloseOn) => {
    db.update(departures).set({ salesCloseOn }).run()
    expect(placeBooking(anOrder(), LAST_MINUTE)).toHaveProperty('booking')
    for (const late of [FIRST_DAY, new Date('2025-11-22T12:00:00Z'), new Date('2026-11-22T12:00:00Z')])
      expect(placeBooking(anOrder(), late)).toEqual({ refused: 'closed' })
  })

  test('that begins during a hold still lets its traveler finish', () => {
    const order = anOrder()
    const held = placed(order, LAST_MINUTE)
    expect(placed(order, minutesAfter(29, LAST_MINUTE)).id).toBe(held.id)
    expect(placeBooking(order, minutesAfter(30, LAST_MINUTE))).toMatchObject({ refused: 'intent-in-the-way' })
    endBooking(held.id, 'expired', minutesAfter(30, LAST_MINUTE))
    expect(placeBooking(order, minutesAfter(30, LAST_MINUTE))).toEqual({ refused: 'closed' })
  })
})

describe('a hold, once nothing is sold anymore,', () => {
  const LAST_MINUTE = new Date('2025-10-16T04:59:00Z')
  const FIRST_DAY = new Date('2025-10-16T05:01:00Z')

  test.each([
    ['by staff', { sales: 'closed' as const }, NOON, NOON],
    ['as a draft', { sales: 'draft' as const }, NOON, NOON],
    ['after its closing date', { salesCloseOn: '2025-05-31' }, NOON, NOON],
    ['before it opens', { salesOpenOn: '2025-06-02' }, NOON, NOON],
    ['on the first day of the journey', { salesCloseOn: null }, LAST_MINUTE, FIRST_DAY],
  ])('%s, neither grows nor moves to another room', (_, terms, heldAt, then) => {
    const order = anOrder({ travelers: 2 })
    const held = placed(order, heldAt)
    db.update(departures).set(terms).run()
    const refused = { refused: 'salesOpenOn' in terms ? 'not-yet' : 'closed-to-more' }
    for (const [roomType, guests] of [
      ['double', 3],
      ['single', 2],
      ['single', 1],
    ] as const)
      expect(placeBooking({ ...order, roomType, travelers: guests }, then)).toEqual(refused)
    expect(findBooking(held.reference)).toMatchObject({ roomType: 'double', travelers: 2 })
    db.update(departures).set({ salesOpenOn: null }).run()
  })

  test('can still be paid as it is, or for fewer', () => {
    const order = anOrder({ travelers: 3 })
    const held = placed(order)
    db.update(departures).set({ sales: 'closed' }).run()
    expect(placed({ ...order, paymentType: 'full' }).id).toBe(held.id)
    expect(placed({ ...order, travelers: 2 })).toMatchObject({ id: held.id, travelers: 2 })
    const choices = partyChoices(
      { departure: theDeparture(), held: findBooking(held.reference) },
      'double',
      '2025-06-01',
    )
    expect(choices.map(({ totalCents }) => totalCents)).toEqual([450_000, 900_000])
    expect(salesFor({ departure: theDeparture(), held }, { roomType: 'double', travelers: 3 }, NOON)).toBe(
      'open',
    )
    expect(salesFor({ departure: theDeparture(), held }, { roomType: 'double', travelers: 4 }, NOON)).toBe(
      'closed',
    )
    expect(salesFor({ departure: theDeparture(), held }, { roomType: 'single', travelers: 1 }, NOON)).toBe(
      'closed',
    )
    expect(roomFor({ departure: theDeparture(), held }, 'single', '2025-06-01')).toBe('double')
  })
})

test('a hold cannot take an e-mail address that holds enough already', () => {
  const email = 'amina@example.com'
  for (const name of ['Amina', 'Odera']) placed(anOrder({ traveler: aTraveler({ name, email }) }))
  const order = anOrder()
  placed(order)
  expect(placeBooking({ ...order, traveler: { ...order.traveler, email } }, NOON)).toMatchObject({
    refused: 'too-many-holds',
  })
})

describe('the same traveler again', () => {
  test('a second submit of the same page finds the hold', () => {
    const order = anOrder()
    const first = placed(order)
    const second = placed(
      { ...order, roomType: 'single', traveler: aTraveler({ name: 'Achieng Otieno' }) },
      minutesAfter(5),
    )

    expect(second.id).toBe(first.id)
    expect(second).toMatchObject({
      customerName: 'Achieng Otieno',
      totalCents: 650_000,
      holdEndsAt: first.holdEndsAt,
    })
    expect(seatsLeft(theDeparture())).toBe(19)
  })

  test('a second tab finds the hold by name and e-mail', () => {
    const order = anOrder({ traveler: aTraveler({ name: 'Wanjiru Kamau', email: 'Wanjiru@Example.com' }) })
    const first = placed(order)
    const second = placed({
      ...order,
      checkoutKey: 'another-tab',
      traveler: aTraveler({ name: 'wanjiru kamau', email: 'wanjiru@example.com' }),
    })

    expect(second.id).toBe(first.id)
  })

  test('another browser with the same address finds no hold', () => {
    const traveler = aTraveler()
    expect(placed(anOrder({ traveler })).id).not.toBe(placed(anOrder({ traveler })).id)
  })

  test('a paid traveler is not sold a second seat', () => {
    const order = anOrder()
    const booking = placed(order)
    db.update(bookings).set({ status: 'deposit_paid' }).run()

    expect(placeBooking(order, NOON)).toMatchObject({
      refused: 'already-booked',
      booking: { id: booking.id },
    })
    expect(placeBooking({ ...order, checkoutKey: 'another-tab' }, NOON)).toMatchObject({
      refused: 'already-booked',
    })
    expect(
      placeBooking({ ...order, checkoutKey: 'for-my-wife', traveler: aTraveler({ name: 'Mary' }) }, NOON),
    ).toHaveProperty('booking')
  })
})

describe('live holds', () => {
  test('two for one e-mail address, and no third', () => {
    const traveler = aTraveler()
    placed(anOrder({ traveler }))
    placed(anOrder({ traveler }), minutesAfter(10))

    expect(placeBooking(anOrder({ traveler }), minutesAfter(20))).toEqual({
      refused: 'too-many-holds',
      freeAt: minutesAfter(30),
    })
  })

  test('three for one network address', () => {
    const from = { addressDigest: 'one-house' }
    for (let hold = 0; hold < 3; hold += 1) placed(anOrder(from))

    expect(placeBooking(anOrder(from), NOON)).toMatchObject({ refused: 'too-many-holds' })
  })

  test('a full departure says so, also to somebody with holds', () => {
    const from = { addressDigest: 'one-house' }
    for (let hold = 0; hold < 3; hold += 1) placed(anOrder(from))
    db.update(departures).set({ seats: 3 }).run()

    expect(placeBooking(anOrder(from), NOON)).toEqual({ refused: 'sold-out' })
  })

  test('one that ran out gives its seat back once', () => {
    const booking = placed()

    expect(holdsThatEnded(minutesAfter(29))).toEqual([])
    expect(endBooking(booking.id, 'expired', minutesAfter(29))).toBe(false)
    expect(holdsThatEnded(minutesAfter(30)).map(({ id }) => id)).toEqual([booking.id])
    expect(endBooking(booking.id, 'expired', minutesAfter(30))).toBe(true)
    expect(endBooking(booking.id, 'expired', minutesAfter(31))).toBe(false)
    expect(seatsLeft(theDeparture())).toBe(20)
    expect(findBooking(booking.reference)).toMatchObject({ status: 'expired', addressDigest: null })
  })
})

test('a booking is found only by its reference or number', () => {
  const booking = placed()

  expect(findBooking(` ${booking.reference.toLowerCase()} `)?.id).toBe(booking.id)
  expect(findBooking(String(booking.id))?.id).toBe(booking.id)
  for (const wrong of ['', 'TS-', 'TS-000000', '0', '1e3', '-1', `${booking.id} or 1=1`, '９'])
    expect(findBooking(wrong)).toBeUndefined()
})

test('taking or freeing a seat outdates the kept pages', () => {
  const before = contentVersion()
  const booking = placed()
  const held = contentVersion()
  endBooking(booking.id, 'expired', minutesAfter(30))

  expect(held).toBeGreaterThan(before)
  expect(contentVersion()).toBeGreaterThan(held)
})
