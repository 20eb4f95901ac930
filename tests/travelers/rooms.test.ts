import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { placeBooking } from '#app/bookings/place-booking.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { byStaff } from '#app/staff/audit-log.server'
import { pairTravelers, separateTravelers } from '#app/travelers/pair-travelers.server'
import { roomCompanionOf } from '#app/travelers/room-companion.server'
import { roomList } from '#app/travelers/room-guests.server'
import { shareContact } from '#app/travelers/room-wishes.server'
import { db, sqlite } from '#db/connection.server'
import { rooms, travelers } from '#db/schema/bookings'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { patiently } from '#scripts/test/patience.mjs'
import { anOrder, aTraveler, minutesAfter, NOON } from '#tests/fixtures/orders'
import { aStaffMember, cancel } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
import { addressesOf, aGuest, end, firstOf, letters, roomsOfAll, sleeping } from './guests'

const STAFF = byStaff(aStaffMember())

beforeEach(() => {
  nothingBooked()
  db.delete(auditLog).run()
})

type Guest = Awaited<ReturnType<typeof aGuest>>

const pair = (one: Guest, other: Guest, at = NOON) =>
  pairTravelers({ travelerId: one.traveler.id, withId: other.traveler.id }, STAFF, at)
const part = ({ traveler }: Guest, at = NOON) => separateTravelers(traveler.id, STAFF, at)
const roomNow = ({ booking }: Guest) => firstOf(booking).roomId
const paired = { done: true, isOneBooking: false }

const acts = (guest: Guest) =>
  db
    .select({ action: auditLog.action, actor: auditLog.actor, detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.subject, `booking:${guest.booking.reference}`))
    .orderBy(auditLog.id)
    .all()
    .filter(({ action }) => action.startsWith('travelers-'))

describe('the room list', () => {
  test('shows first who is alone in a double', async () => {
    const chebet = await aGuest('Chebet Kiprono')
    await aGuest('Wekesa Barasa', { roomType: 'single' })
    const amina = await aGuest('Amina Ali')
    await aGuest('Zawadi Njeri')
    await aGuest('Otieno Odhiambo', { travelers: 2 })
    pair(chebet, amina)

    expect(sleeping()).toEqual([
      'Zawadi Njeri',
      'Chebet Kiprono + Amina Ali',
      'Otieno Odhiambo + of Otieno Odhiambo',
      'Wekesa Barasa',
    ])
    expect(roomList(1).map(({ hasFreeBed }) => hasFreeBed)).toEqual([true, false, false, false])
  })

  test('leaves out who has not paid, and who canceled', async () => {
    placeBooking(anOrder({ traveler: aTraveler({ name: 'Only Held' }) }), NOON)
    const { booking } = await aGuest('Amina Ali')
    expect(sleeping()).toEqual(['Amina Ali'])
    await cancel(booking)
    expect(sleeping()).toEqual([])
    expect(roomsOfAll()).toHaveLength(2)
  })

  test('has five hundred travelers in well under a tenth of a second', async () => {
    const { booking } = await aGuest('Amina Ali')
    const columns = sqlite
      .prepare("select group_concat(name) from pragma_table_info('bookings') where name <> 'id'")
      .pluck()
      .get() as string
    const copy = sqlite.prepare(
      `insert into bookings (${columns}) select ${columns
        .replace('booking_reference', "'TS-X' || ?")
        .replace('checkout_key', "'key' || ?")
        .replace('link_token', "'token' || ?")} from bookings where id = ${booking.id} returning id`,
    )
    sqlite.transaction(() => {
      for (let number = 0; number < 499; number += 1) {
        const { id } = copy.get(number, number, number) as { id: number }
        const room = db.insert(rooms).values({ departureId: 1 }).returning().get()
        const { id: _, ...traveler } = firstOf(booking)
        const linkToken = `copied-${number}`
        db.insert(travelers)
          .values({ ...traveler, bookingId: id, roomId: room.id, linkToken })
          .run()
      }
    })()
    roomList(1)
    const begun = performance.now()
    expect(roomList(1)).toHaveLength(500)
    expect(performance.now() - begun).toBeLessThan(patiently(100))
  })
})

describe('two who booked separately', () => {
  test('are paired, parted and paired again; a third stays alone', async () => {
    const [amina, barasa, chebet] = [
      await aGuest('Amina Ali'),
      await aGuest('Barasa W'),
      await aGuest('Chebet K'),
    ]
    expect(pair(amina, barasa)).toEqual(paired)
    expect(sleeping()).toEqual(['Chebet K', 'Amina Ali + Barasa W'])
    expect(roomNow(amina)).toBe(roomNow(barasa))

    expect(part(amina, minutesAfter(1))).toEqual(paired)
    expect(sleeping()).toEqual(['Amina Ali', 'Barasa W', 'Chebet K'])
    expect(part(amina, minutesAfter(2))).toEqual({ refused: 'alone-already' })

    expect(pair(amina, barasa, minutesAfter(3))).toEqual(paired)
    expect(roomNow(chebet)).not.toBe(roomNow(barasa))
    expect(addressesOf('room-paired')).toHaveLength(4)
    expect(addressesOf('room-parted')).toHaveLength(2)
  })

  test('leave no empty room behind, and nobody in two', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    pair(amina, barasa)
    part(barasa)
    pair(barasa, amina)
    expect(db.select().from(rooms).all()).toHaveLength(1)
    expect(new Set(roomsOfAll()).size).toBe(1)
  })

  test('read the first name of the other, and no more', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Dr. Barasa Wekesa')]
    pair(amina, barasa)
    const [toAmina, toBarasa] = letters('room-paired').toSorted((one, other) =>
      one.to.localeCompare(other.to),
    )
    expect(toAmina).toMatchObject({
      to: 'amina@example.com',
      subject: 'You’ll be sharing your double room with Barasa',
    })
    for (const secret of [
      'Wekesa',
      barasa.booking.reference,
      barasa.booking.customerEmail,
      barasa.booking.linkToken,
    ])
      expect(toAmina?.text).not.toContain(secret)
    expect(toBarasa?.text).toContain('You’ll be sharing your double room with Amina.')
    for (const secret of [
      ' Ali',
      amina.booking.reference,
      amina.booking.customerEmail,
      amina.booking.linkToken,
    ])
      expect(toBarasa?.text).not.toContain(secret)
    expect(toAmina?.text).toContain(`/booking/${amina.booking.linkToken}`)
  })

  test('are in the history of both, without names', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    pair(amina, barasa)
    part(amina)
    expect(acts(amina)).toEqual([
      { action: 'travelers-paired', actor: 'Wambui', detail: { with: barasa.booking.reference } },
      { action: 'travelers-parted', actor: 'Wambui', detail: { with: barasa.booking.reference } },
    ])
    expect(acts(barasa)).toHaveLength(2)
  })
})

describe('nobody is paired', () => {
  test('twice: a double press changes and writes nothing', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    pair(amina, barasa)
    expect(pair(amina, barasa)).toEqual({ refused: 'same-room' })
    expect(pair(barasa, amina)).toEqual({ refused: 'same-room' })
    expect(pair(amina, amina)).toEqual({ refused: 'same-room' })
    expect(addressesOf('room-paired')).toHaveLength(2)
    expect(acts(amina)).toHaveLength(1)
  })

  test('by two members of staff with two people', async () => {
    const [amina, barasa, chebet] = [
      await aGuest('Amina Ali'),
      await aGuest('Barasa W'),
      await aGuest('Chebet K'),
    ]
    expect(pair(amina, barasa)).toEqual(paired)
    expect(pair(chebet, barasa)).toEqual({ refused: 'no-free-bed' })
    expect(pair(barasa, chebet)).toEqual({ refused: 'no-free-bed' })
    expect(sleeping()).toEqual(['Chebet K', 'Amina Ali + Barasa W'])
  })

  test('with a single room, another departure or nobody', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W', { roomType: 'single' })]
    expect(pair(amina, barasa)).toEqual({ refused: 'not-double' })
    expect(pair(barasa, amina)).toEqual({ refused: 'not-double' })
    expect(pairTravelers({ travelerId: amina.traveler.id, withId: 0 }, STAFF, NOON)).toEqual({
      refused: 'not-found',
    })
    const { id: _, ...first } = db.select().from(departures).where(eq(departures.id, 1)).get() ?? { id: 0 }
    const other = db
      .insert(departures)
      .values({ ...(first as typeof departures.$inferInsert), startsOn: '2025-10-01', sales: 'open' })
      .returning()
      .get()
    const chebet = await aGuest('Chebet K', { departureId: other.id })
    expect(pair(amina, chebet)).toEqual({ refused: 'other-departure' })
    end(chebet.booking)
    expect(pair(amina, chebet)).toEqual({ refused: 'not-found' })
    nothingBooked()
    db.delete(rooms).run()
    db.delete(departures).where(eq(departures.id, other.id)).run()
  })
})

describe('a party', () => {
  test('of three has a third who can be paired', async () => {
    const party = await aGuest('Otieno Odhiambo', { travelers: 3 })
    const amina = await aGuest('Amina Ali')
    const third = db.select().from(travelers).where(eq(travelers.position, 3)).get()
    expect(sleeping()).toEqual(['Amina Ali', 'of Otieno Odhiambo', 'Otieno Odhiambo + of Otieno Odhiambo'])
    expect(pair({ ...party, traveler: third ?? party.traveler }, amina)).toEqual(paired)
    expect(letters('room-paired').find(({ to }) => to === 'otieno@example.com')?.subject).toBe(
      'Your companion will be sharing a double room with Amina',
    )
    expect(letters('room-paired').find(({ to }) => to === 'amina@example.com')?.subject).toBe(
      'You’ll be sharing your double room with a fellow traveler',
    )
  })

  test('has a companion written to at their own address', async () => {
    const party = await aGuest('Otieno Odhiambo', { travelers: 3 })
    const amina = await aGuest('Amina Ali')
    db.update(travelers)
      .set({ name: 'Njeri Odhiambo', email: 'njeri@example.com' })
      .where(eq(travelers.position, 3))
      .run()
    const third = db.select().from(travelers).where(eq(travelers.position, 3)).get()
    pair({ ...party, traveler: third ?? party.traveler }, amina)
    const letter = letters('room-paired').find(({ to }) => to === 'njeri@example.com')
    expect(letter?.text).toContain('You’ll be sharing your double room with Amina.')
    expect(letter?.text).toContain(`/traveler/${third?.linkToken}`)
    expect(letter?.text).not.toContain(party.booking.linkToken)
    expect(addressesOf('room-paired')).not.toContain('otieno@example.com')
  })

  test('of two is parted without letters, where staff wish it', async () => {
    const { traveler } = await aGuest('Otieno Odhiambo', { travelers: 2 })
    expect(separateTravelers(traveler.id, STAFF, NOON)).toEqual({ done: true, isOneBooking: true })
    expect(roomList(1).map(({ hasFreeBed }) => hasFreeBed)).toEqual([true, true])
    expect(letters('room-parted')).toEqual([])
  })
})

describe('contact', () => {
  const contactFor = ({ booking }: Guest) => roomCompanionOf(booking, NOON)?.shared[0]?.contact

  test('is shown once both agreed, until one takes it back', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa Wekesa')]
    const share = ({ booking, traveler }: Guest, shares = true) =>
      shareContact(booking.id, traveler.id, shares, NOON)
    expect(share(amina)).toBe(false)
    pair(amina, barasa)
    expect(roomCompanionOf(amina.booking, NOON)?.shared[0]).toMatchObject({ other: 'Barasa', shares: false })
    share(amina)
    expect([contactFor(amina), contactFor(barasa)]).toEqual([null, null])
    share(barasa)
    expect(contactFor(amina)).toEqual({
      name: 'Barasa Wekesa',
      bookedBy: null,
      email: 'barasa@example.com',
      phone: null,
    })
    expect(contactFor(barasa)).toMatchObject({ name: 'Amina Ali', email: 'amina@example.com' })
    share(barasa, false)
    expect([contactFor(amina), contactFor(barasa)]).toEqual([null, null])
  })

  test('is shared with the next companion by nobody', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa Wekesa')]
    pair(amina, barasa)
    for (const { booking, traveler } of [amina, barasa]) shareContact(booking.id, traveler.id, true, NOON)
    part(barasa)
    pair(amina, barasa)
    expect([contactFor(amina), contactFor(barasa)]).toEqual([null, null])
  })

  test('of another booking cannot be agreed to', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa Wekesa')]
    pair(amina, barasa)
    expect(shareContact(amina.booking.id, barasa.traveler.id, true, NOON)).toBe(false)
  })
})

test.each([
  ['Wanjiru Kamau', 'Wanjiru'],
  ['  Dr. Amina Ali', 'Amina'],
  ['Anne-Marie O’Neill', 'Anne-Marie'],
  ['王小明', '王小明'],
  ['https://evil.example/x Kamau', null],
  ['evil.example', null],
  ['', null],
  ['J. Smith', 'J. Smith'],
  ['Mr and Mrs Otieno', 'Mr and Mrs Otieno'],
  ['Mr. & Mrs. Daniel Otieno', 'Mr. & Mrs. Daniel Otieno'],
  ['Mrs Otieno', 'Mrs Otieno'],
  ['Anne & Bob Otieno', 'Anne & Bob'],
  ['Herr und Frau Klein', 'Herr und Frau Klein'],
  ['St. John Rivers', 'St. John'],
  ['A. P. J. Abdul Kalam', 'A. P. J. Abdul'],
  ['צ׳רלי בן־דוד', 'צ׳רלי'],
  ['Free EVIL4.COM/win', 'Free'],
])('the first name in “%s” is %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})
