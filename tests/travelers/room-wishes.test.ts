import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeLead, leadSummary } from '#app/money/changes/party/change-lead.server'
import { byStaff } from '#app/staff/audit-log.server'
import { pairTravelers, separateTravelers } from '#app/travelers/pair-travelers.server'
import { roomCompanionOf } from '#app/travelers/room-companion.server'
import { roomList } from '#app/travelers/room-guests.server'
import {
  confirmRequest,
  declineRequest,
  type RoomWish,
  RoomWishForm,
  saveRoomWish,
} from '#app/travelers/room-wishes.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { aTraveler, minutesAfter, NOON } from '#tests/fixtures/orders'
import { aStaffMember } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
import { addressesOf, aGuest, end, letters, sleeping } from './guests'

beforeEach(() => {
  nothingBooked()
  db.delete(auditLog).run()
})

type Guest = Awaited<ReturnType<typeof aGuest>>

const wish = ({ booking }: Guest, wanted: RoomWish, at = NOON) => saveRoomWish(booking.id, wanted, at)
const names = (guest: Guest, companion: string, at = NOON) =>
  wish(guest, { kind: 'companion', companion }, at)
const aloneOf = ({ booking }: Guest, at = NOON) => roomCompanionOf(booking, at)?.alone
const askers = (guest: Guest) => aloneOf(guest)?.askedBy.map(({ firstName }) => firstName)

const saved = { saved: true, isPaired: false }
const pairedNow = { saved: true, isPaired: true }

describe('two who travel together and booked separately', () => {
  test('are paired once each has named the other’s reference', async () => {
    const [amina, barasa, chebet] = [
      await aGuest('Amina Ali'),
      await aGuest('Barasa W'),
      await aGuest('Chebet K'),
    ]
    expect(names(amina, barasa.booking.reference)).toEqual(saved)
    expect(sleeping()).toEqual(['Amina Ali', 'Barasa W', 'Chebet K'])
    expect(names(barasa, amina.booking.reference)).toEqual(pairedNow)
    expect(sleeping()).toEqual(['Chebet K', 'Amina Ali + Barasa W'])
    expect(addressesOf('room-paired').toSorted()).toEqual(['amina@example.com', 'barasa@example.com'])
    expect(aloneOf(amina)).toBeNull()
    expect(aloneOf(chebet)).toEqual({ wish: null, askedBy: [] })
  })

  test('are paired by the addresses they booked with', async () => {
    const amina = await aGuest('Amina Ali', {
      traveler: aTraveler({ name: 'Amina Ali', email: 'A.Ali@example.com' }),
    })
    const barasa = await aGuest('Barasa W')
    names(barasa, 'a.ali@example.com')
    expect(names(amina, 'barasa@example.com')).toEqual(pairedNow)
  })

  test('are paired by those also after staff changed one of them', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    names(barasa, 'amina@example.com')
    const { words, version } = leadSummary(amina.booking, amina.traveler)
    const { reference } = amina.booking
    const typed = { ...words, phone: undefined, email: 'amina@example.org' }
    const wanted = { ...typed, reference, version, travelerId: amina.traveler.id, formKey: 'moved' }
    expect(await changeLead(wanted, aStaffMember(), () => NOON)).toHaveProperty('changed')
    expect(askers(amina)).toEqual(['Barasa'])
    expect(names(amina, 'barasa@example.com')).toEqual(pairedNow)
  })

  test('are paired where one address booked for both', async () => {
    const email = 'couple@example.com'
    const amina = await aGuest('Amina Ali', { traveler: aTraveler({ name: 'Amina Ali', email }) })
    const barasa = await aGuest('Barasa W', { traveler: aTraveler({ name: 'Barasa W', email }) })
    expect(names(amina, email)).toEqual(saved)
    expect(names(barasa, email)).toEqual(pairedNow)
  })

  test('are paired when the second books later and confirms', async () => {
    const amina = await aGuest('Amina Ali')
    expect(names(amina, 'barasa@example.com')).toEqual(saved)
    const barasa = await aGuest('Barasa W')
    expect(letters('room-companion-asked')).toEqual([])
    const [request] = aloneOf(barasa)?.askedBy ?? []
    expect(request).toEqual({ travelerId: amina.traveler.id, firstName: 'Amina' })
    expect(confirmRequest(barasa.booking.id, amina.traveler.id, NOON)).toEqual(pairedNow)
    expect(sleeping()).toEqual(['Amina Ali + Barasa W'])
  })

  test('stay parted when staff have parted them', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    names(amina, barasa.booking.reference)
    names(barasa, amina.booking.reference)
    separateTravelers(amina.traveler.id, byStaff(aStaffMember()), minutesAfter(1))
    expect(aloneOf(amina)).toEqual({ wish: null, askedBy: [] })
    expect(aloneOf(barasa)).toEqual({ wish: null, askedBy: [] })
  })
})

describe('who is named', () => {
  test('gets one letter, with a first name and no typed word', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    for (let minute = 0; minute < 5; minute += 1) {
      names(amina, 'barasa@example.com', minutesAfter(minute))
      names(amina, barasa.booking.reference, minutesAfter(minute))
      wish(amina, { kind: 'none' }, minutesAfter(minute))
    }
    const asked = letters('room-companion-asked')
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      to: 'barasa@example.com',
      subject: 'Amina says you’re sharing a room',
    })
    expect(asked[0]?.text).not.toMatch(/ Ali|amina@|TS-/)
    expect(asked[0]?.text).toContain(`/booking/${barasa.booking.linkToken}`)
    const wishes = db.select().from(auditLog).where(eq(auditLog.action, 'room-wish-saved')).all()
    expect(wishes).toMatchObject([{ actor: 'traveler', detail: { times: 15 } }])
  })

  test('says “Not me”, and is not asked again', async () => {
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    names(amina, 'barasa@example.com')
    expect(askers(barasa)).toEqual(['Amina'])
    const before = aloneOf(amina)
    expect(declineRequest(barasa.booking.id, amina.traveler.id, NOON)).toBe(true)
    expect(askers(barasa)).toEqual([])
    expect(aloneOf(amina)).toEqual(before)
    expect(declineRequest(barasa.booking.id, amina.traveler.id, NOON)).toBe(false)
    expect(confirmRequest(barasa.booking.id, amina.traveler.id, NOON)).toEqual({ refused: 'gone' })
    names(amina, barasa.booking.reference)
    expect(askers(barasa)).toEqual([])

    expect(names(barasa, amina.booking.reference)).toEqual(pairedNow)
  })

  test('hears nothing where they cannot be meant', async () => {
    const amina = await aGuest('Amina Ali')
    await aGuest('Barasa W', { roomType: 'single' })
    await aGuest('Otieno O', { travelers: 2 })
    const gone = await aGuest('Chebet K')
    end(gone.booking)
    const [one, other] = [await aGuest('Zawadi N'), await aGuest('Wekesa B')]
    pairTravelers({ travelerId: one.traveler.id, withId: other.traveler.id }, { actor: 'site' }, NOON)
    for (const name of ['barasa', 'otieno', 'chebet', 'zawadi', 'nobody'])
      expect(names(amina, `${name}@example.com`)).toEqual(saved)
    expect(letters('room-companion-asked')).toEqual([])
  })

  test('is answered alike, there or not', async () => {
    const [amina] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    expect(names(amina, 'barasa@example.com')).toEqual(names(amina, 'nobody@example.com'))
    expect(names(amina, 'TS-ZZZZZZ')).toEqual(saved)
    expect(names(amina, amina.booking.reference)).toEqual({ refused: 'yourself' })
  })
})

describe('a wish', () => {
  test('to be introduced is shown on the room list', async () => {
    const amina = await aGuest('Amina Ali')
    wish(amina, { kind: 'introduction' })
    expect(roomList(1)[0]?.sleepers[0]?.wish).toEqual({ kind: 'introduction', companion: '' })
    names(amina, 'barasa@example.com')
    expect(roomList(1)[0]?.sleepers[0]?.wish).toEqual({ kind: 'companion', companion: 'barasa@example.com' })
    wish(amina, { kind: 'none' })
    expect(roomList(1)[0]?.sleepers[0]?.wish).toBeNull()
  })

  test('is taken of one who is alone in a double', async () => {
    const single = await aGuest('Wekesa B', { roomType: 'single' })
    const party = await aGuest('Otieno O', { travelers: 2 })
    for (const guest of [single, party]) {
      expect(wish(guest, { kind: 'introduction' })).toEqual({ refused: 'not-alone' })
      expect(roomCompanionOf(guest.booking, NOON)).toBeNull()
    }
    const [amina, barasa] = [await aGuest('Amina Ali'), await aGuest('Barasa W')]
    pairTravelers({ travelerId: amina.traveler.id, withId: barasa.traveler.id }, { actor: 'site' }, NOON)
    expect(wish(amina, { kind: 'introduction' })).toEqual({ refused: 'not-alone' })
    end(barasa.booking)
    expect(wish(amina, { kind: 'introduction' })).toEqual(saved)
  })

  test('comes too late once the journey has begun', async () => {
    const amina = await aGuest('Amina Ali')
    const eve = new Date('2025-10-15T17:00:00Z')
    const firstDay = new Date('2025-10-16T17:00:00Z')
    expect(wish(amina, { kind: 'introduction' }, eve)).toEqual(saved)
    expect(wish(amina, { kind: 'none' }, firstDay)).toEqual({ refused: 'not-alone' })
    expect(roomCompanionOf(amina.booking, firstDay)).toBeNull()
  })

  test('is not taken anymore once the departure is canceled', async () => {
    const amina = await aGuest('Amina Ali')
    db.update(departures).set({ canceledAt: NOON, sales: 'closed' }).run()
    expect(wish(amina, { kind: 'introduction' })).toEqual({ refused: 'not-alone' })
    expect(roomCompanionOf(amina.booking, NOON)).toBeNull()
  })

  test('writes no letter by itself', async () => {
    const amina = await aGuest('Amina Ali')
    db.delete(outbox).run()
    wish(amina, { kind: 'introduction' })
    expect(db.select().from(outbox).all()).toEqual([])
  })
})

test.each([
  [
    { wish: 'companion', companion: ' ts-abc234 ' },
    { kind: 'companion', companion: 'TS-ABC234' },
  ],
  [
    { wish: 'companion', companion: 'Amina@Example.com' },
    { kind: 'companion', companion: 'amina@example.com' },
  ],
  [{ wish: 'introduction', companion: 'whatever' }, { kind: 'introduction' }],
  [{ wish: 'none' }, { kind: 'none' }],
  [{ wish: 'companion' }, null],
  [{ wish: 'companion', companion: 'my sister' }, null],
  [{ wish: 'companion', companion: 'a@example.com, b@example.com' }, null],
  [{ wish: 'companion', companion: `${'a'.repeat(300)}@example.com` }, null],
  [{ wish: 'everybody' }, null],
  [{}, null],
])('%j is read as %j', (sent, read) => {
  expect(RoomWishForm.safeParse(sent).data ?? null).toEqual(read)
})
