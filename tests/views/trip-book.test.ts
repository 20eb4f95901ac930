import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { partyOf } from '#app/bookings/party.server'
import { addDays } from '#app/platform/days'
import { introduceGuide } from '#app/staff/users.server'
import { assignGuide } from '#app/tours/guides.server'
import { lodgingOf, TRIP_BOOK_DAYS_AFTER, TRIP_FILES_AT_MOST } from '#app/tours/itinerary'
import { copyDeparture } from '#app/tours/save-departure.server'
import { daysIn, daysOf } from '#app/tours/tour-lists.server'
import {
  addTripFile,
  filesOf,
  notesIn,
  notesOf,
  removeTripFile,
  tripFileOf,
} from '#app/tours/trip-book.server'
import { pairTravelers } from '#app/travelers/pair-travelers.server'
import { shareContact } from '#app/travelers/room-wishes.server'
import { saveDetails } from '#app/travelers/save-details.server'
import { isOpen, secondsLeft, tripBook, tripByToken } from '#app/views/trip-book.server'
import { db } from '#db/connection.server'
import { openingSteps } from '#db/schema/site'
import { adminUsers } from '#db/schema/staff'
import { departureDays, departures, tripFiles, tripNotes } from '#db/schema/tours'
import { LODGING_OF_DAYS, TRIP_NOTES } from '#db/seed/trip-book'
import { minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import { aStaffMember } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'
import { somebody } from '#tests/staff/staff'
import { aGuest, end } from '#tests/travelers/guests'
import { aWish } from '#tests/travelers/wishes'

const staff = aStaffMember()
const LATER = minutesAfter(10)

beforeEach(() => {
  nothingBooked()
  db.delete(tripFiles).run()
  db.update(departureDays).set({ changedAt: null }).run()
  db.update(tripNotes).set({ changedAt: null }).run()
})

type Guest = Awaited<ReturnType<typeof aGuest>>

const behind = ({ traveler }: Guest, today = '2025-06-01') => tripByToken(traveler.linkToken, today)

function bookOf(guest: Guest, since = NOON, at = LATER) {
  const trip = behind(guest)
  if (!isOpen(trip)) throw new Error('The trip book is closed')
  return tripBook(trip, since, at)
}

const daysShown = (guest: Guest) => bookOf(guest).stays.flatMap(({ days }) => days)

describe('a trip book opens', () => {
  test('from the first payment until 30 days after the return', async () => {
    const guest = await aGuest('Amina Ali')
    const { endsOn } = theDeparture()
    const last = addDays(endsOn, TRIP_BOOK_DAYS_AFTER)
    expect(isOpen(behind(guest))).toBe(true)
    expect(isOpen(behind(guest, last))).toBe(true)
    expect(behind(guest, addDays(last, 1))).toBe('ended')
    const trip = behind(guest)
    if (!isOpen(trip)) throw new Error('closed')
    expect(secondsLeft(trip, new Date('2025-11-26T12:00:00-06:00'))).toBe(12 * 3_600)
  })

  test('for nobody whose booking has ended, and by no other link', async () => {
    const [canceled, refunded] = [await aGuest('Amina Ali'), await aGuest('Zawadi Njeri')]
    end(canceled.booking)
    end(refunded.booking, 'refunded')
    expect([behind(canceled), behind(refunded)]).toEqual(['ended', 'ended'])
    expect(tripByToken('made-up-made-up-made-up', '2025-06-01')).toBeNull()
    expect(tripByToken(canceled.booking.linkToken, '2025-06-01')).toBeNull()
  })
})

describe('a trip book says', () => {
  test('no lodge, meeting point or number that nobody of the company wrote', async () => {
    const guest = await aGuest('Amina Ali')
    db.delete(openingSteps).run()
    db.update(departureDays).set({ lodge: 'Our own camp' }).where(eq(departureDays.position, 5)).run()
    const book = JSON.stringify(bookOf(guest))
    db.insert(openingSteps).values({ step: 'sample-company', confirmedAt: NOON }).run()
    db.update(departureDays).set({ lodge: 'Mwanzi Landing' }).where(eq(departureDays.position, 5)).run()

    const invented = LODGING_OF_DAYS.flatMap((day) => Object.values(day))
    for (const words of [...invented, '+254 20 555 0100', '555-0142']) expect(book).not.toContain(words)
    for (const words of ['Our own camp', 'Police, fire and ambulance in Kenya: 999 or 112'])
      expect(book).toContain(words)
  })

  test('where one sleeps, place by place, with the way home at the last one', async () => {
    const { stays } = bookOf(await aGuest('Amina Ali'))
    expect(stays.map(({ lodge, nights, days }) => [lodge, nights, days.length])).toEqual([
      ['Msanapa House', 2, 2],
      ['Enkare Acacia Camp', 2, 2],
      ['Mwanzi Landing', 1, 1],
      ['Makalia Ridge Lodge', 1, 1],
      ['Olare Lamps Camp', 3, 3],
      ['Kaskazi Sands House', 2, 3],
    ])
    expect(stays.every(({ picture }) => picture)).toBe(true)
  })

  test('who guides, from 14 days before', async () => {
    const guest = await aGuest('Amina Ali')
    const guide = await somebody('Kiprono', 'guide')
    assignGuide(guide.id, [1], staff, NOON)
    expect(
      introduceGuide(guide.id, { guideName: 'Kiprono Rotich', guidePhone: '+254 700 555 014' }, staff, NOON),
    ).toBe(true)
    expect(bookOf(guest).guidesFrom).toBe('Oct 2, 2025')
    expect(bookOf(guest).guides).toEqual([])
    const { guides } = bookOf(guest, NOON, new Date('2025-10-02T18:00:00Z'))
    expect(guides).toEqual([{ name: 'Kiprono Rotich', phone: '+254 700 555 014' }])
    db.delete(adminUsers).where(eq(adminUsers.id, guide.id)).run()
  })

  test('flights of one’s own, and of a companion what both agreed to', async () => {
    const [amina, zawadi] = [await aGuest('Amina Ali'), await aGuest('Zawadi Njeri')]
    saveDetails(
      amina.traveler,
      aWish({ arrivalFlight: 'KQ 3, Oct 16, 6:40 AM', medicalNotes: 'Insulin' }),
      NOON,
    )
    expect(bookOf(amina).flights).toEqual({ arrival: 'KQ 3, Oct 16, 6:40 AM', departure: null })
    expect(bookOf(zawadi).flights.arrival).toBeNull()
    expect(bookOf(amina).room).toEqual({ party: [], elsewhere: null })
    pairTravelers(
      { travelerId: amina.traveler.id, withId: zawadi.traveler.id },
      { actor: staff.username, actorId: staff.id },
      NOON,
    )
    expect(bookOf(amina).room?.elsewhere).toMatchObject({ other: 'Zawadi', contact: null })
    for (const { booking, traveler } of [amina, zawadi]) shareContact(booking.id, traveler.id, true, NOON)
    expect(bookOf(amina).room?.elsewhere?.contact?.email).toBe('zawadi@example.com')
    const all = JSON.stringify(bookOf(amina))
    for (const secret of ['Insulin', '$', amina.traveler.linkToken, zawadi.booking.reference])
      expect(all).not.toContain(secret)
  })

  test('with whom of the same booking one shares the room', async () => {
    const { booking, traveler } = await aGuest('Otieno Odhiambo', { travelers: 2 })
    const second = partyOf(booking.id)[1]
    if (!second) throw new Error('There is one traveler')
    expect(bookOf({ booking, traveler: second }).room?.party).toEqual(['Otieno'])
    expect(bookOf({ booking, traveler }).room?.party).toEqual(['Traveler 2'])
  })
})

describe('what has changed is marked', () => {
  test('since the last look, and only where something else is said now', async () => {
    const guest = await aGuest('Amina Ali')
    const [first, second] = daysOf(1)
    if (!first || !second) throw new Error('There are no days')
    const words = daysIn(1).open(first.id)?.words
    if (!words) throw new Error('There is no such day')
    daysIn(1).change(first.id, words, staff, LATER)
    expect(bookOf(guest).changes).toEqual([])
    daysIn(1).change(first.id, { ...words, lodge: 'Kifaru House' }, staff, LATER)
    expect(bookOf(guest).changes).toEqual([{ anchor: 'day-1', words: 'Thu Oct 16: Karibu night' }])
    expect(bookOf(guest, minutesAfter(11)).changes).toEqual([])
    daysIn(1).change(first.id, words, staff, NOON)
  })

  test('where days change places, or one is taken out of the middle', async () => {
    const guest = await aGuest('Amina Ali')
    const changed = () => daysShown(guest).flatMap(({ number, isChanged }) => (isChanged ? [number] : []))
    daysIn(1).move(daysOf(1)[1]?.id ?? 0, 'down', staff, LATER)
    expect(changed()).toEqual([2, 3])
    daysIn(1).move(daysOf(1)[2]?.id ?? 0, 'up', staff, NOON)
    expect(changed()).toEqual([])
    const day = {
      title: 'Rest',
      place: 'Diani',
      text: 'Nothing.',
      kind: 'beach',
      evening: null,
      stop: 'Diani',
      onward: null,
      picture: '',
    } as const
    const added = daysIn(1).add({ ...day, ...lodgingOf({}) }, staff, NOON)
    if ('refused' in added) throw new Error(added.refused)
    daysIn(1).remove(daysOf(1)[10]?.id ?? 0, staff, LATER)
    expect(changed()).toEqual([11, 12])
    db.delete(departureDays).run()
  })
})

describe('staff write it', () => {
  test('chapters and files are copied with the departure, and nothing of the copy counts as changed', async () => {
    const added = await addTripFile(1, { title: 'Flight', bytes: Buffer.from('%PDF-1.7 …') }, staff, NOON)
    if ('refused' in added) throw new Error(added.refused)
    const [note] = notesOf(1)
    if (!note) throw new Error('There are no chapters')
    notesIn(1).change(note.id, { ...note, title: 'Pack', isPublic: false }, staff, LATER)
    const copy = copyDeparture(1, '2026-10-15', staff, NOON)
    if ('refused' in copy) throw new Error(copy.refused)
    expect(notesOf(copy.id).map(({ title, changedAt }) => [title, changedAt])[0]).toEqual(['Pack', null])
    expect(notesOf(copy.id)).toHaveLength(TRIP_NOTES.length)
    const [copied] = filesOf(copy.id)
    expect(copied).toMatchObject({ title: 'Flight', changedAt: null })
    await removeTripFile(1, added.id, staff, NOON)
    expect(await tripFileOf(1, added.id)).toBeNull()
    expect((await tripFileOf(copy.id, copied?.id ?? 0))?.type).toBe('application/pdf')
    expect(await tripFileOf(1, copied?.id ?? 0)).toBeNull()
    db.delete(departures).where(eq(departures.id, copy.id)).run()
  })

  test('a file is what its bytes say, at most 5 MB, once, and at most ten of them', async () => {
    const file = (title: string, bytes: Buffer) => addTripFile(1, { title, bytes }, staff, NOON)
    expect(await file('Page', Buffer.from('<html>'))).toEqual({ refused: 'wrong-kind' })
    expect(await file('Nothing', Buffer.alloc(0))).toEqual({ refused: 'missing' })
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5 * 1024 * 1024)])
    expect(await file('Large', large)).toEqual({ refused: 'too-large' })
    for (let count = 1; count <= TRIP_FILES_AT_MOST; count += 1)
      expect(await file(`Map ${count}`, Buffer.from(`%PDF-${count}`))).toHaveProperty('id')
    expect(await file('Map 1', Buffer.from('%PDF-1'))).toEqual({ refused: 'already-here' })
    expect(await file('Map 11', Buffer.from('%PDF-11'))).toEqual({ refused: 'too-many' })
  })

  test('a phone keeps the small files', async () => {
    const guest = await aGuest('Amina Ali')
    await addTripFile(1, { title: 'Small', bytes: Buffer.from('%PDF-small') }, staff, NOON)
    await addTripFile(
      1,
      { title: 'Large', bytes: Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(1_300_000)]) },
      staff,
      NOON,
    )
    expect(bookOf(guest).files.map(({ title, isKept }) => [title, isKept])).toEqual([
      ['Large', false],
      ['Small', true],
    ])
  })

  test('of the first departure each night has a lodge', () => {
    expect(LODGING_OF_DAYS.filter(({ lodge }) => lodge)).toHaveLength(11)
  })
})
