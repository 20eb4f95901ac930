import type { RouteConfigEntry } from '@remix-run/route-config'
import { eq, ne } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import routes from '#app/routes'
import { firstWords } from '#app/site/page-words'
import { wordsOf } from '#app/site/page-words.server'
import { changeJourneyState, copyJourney } from '#app/tours/copy-journey.server'
import { nameInLinks, pageOf, readNameInLinks } from '#app/tours/departure'
import { seatsOnSale } from '#app/tours/departure-list.server'
import {
  departureIn,
  departureNamed,
  departureOnOffer,
  publicDepartures,
  traveledWith,
} from '#app/tours/departures.server'
import { JourneyForm } from '#app/tours/journey-form'
import { removeJourney } from '#app/tours/remove-journey.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { daysOf, itemsOf, saveTourWords } from '#app/tours/tour-lists.server'
import { isTourPage, journeysForGuests, tourAt, tourIn, toursPath } from '#app/tours/tours.server'
import { confirmWatching, notifyWatchers, startWatching } from '#app/tours/watchers.server'
import { historyBy } from '#app/views/history.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { broadcasts } from '#db/schema/broadcasts'
import { pageWords } from '#db/schema/site'
import { adminUsers } from '#db/schema/staff'
import {
  departureDays,
  departures,
  departureWatchers,
  guideDepartures,
  tourItems,
  tours,
} from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember } from '#tests/fixtures/paid-bookings'

const staff = aStaffMember()
const JUNE = '2025-06-01'
const LAIKIPIA = { from: 1, name: 'Lodges of Laikipia & the Coast', path: 'laikipia', startsOn: '2025-10-16' }

beforeEach(() => {
  db.delete(departureWatchers).run()
  db.delete(departures).where(ne(departures.id, 1)).run()
  db.delete(tourItems).where(ne(tourItems.tourId, 1)).run()
  db.delete(pageWords).run()
  db.delete(tours).where(ne(tours.id, 1)).run()
  db.update(departures)
    .set({ ...FIRST_DEPARTURE, numberOnDay: 1, isPrivate: false })
    .run()
})

/** The second journey as a draft, and its departure, which is on sale or not. */
function laikipia({ sells = true } = {}) {
  const copied = copyJourney(LAIKIPIA, staff, NOON)
  if ('refused' in copied) throw new Error(copied.refused)
  if (sells) db.update(departures).set({ sales: 'open' }).where(eq(departures.tourId, copied.id)).run()
  const its = db.select().from(departures).where(eq(departures.tourId, copied.id)).get()
  const departure = departureIn(its?.id ?? 0)
  if (!departure) throw new Error('It has no departure')
  return { id: copied.id, departure }
}

test('a journey is copied without its pictures, and no one sees it before it is shown', () => {
  const chosen = { page: 'tour-1', words: { picture: '/pictures/tour-stage' }, updatedAt: NOON } as const
  db.insert(pageWords).values(chosen).run()
  const { id, departure } = laikipia()
  expect(tourIn(id)).toMatchObject({ state: 'draft', tourType: 'laikipia', introText: tourIn(1).introText })
  const texts = (tourId: number) => Object.values(itemsOf(tourId)).map((list) => list.map(({ text }) => text))
  expect(texts(id)).toEqual(texts(1))
  expect(daysOf(departure.id).map(({ title }) => title)).toEqual(daysOf(1).map(({ title }) => title))
  expect([wordsOf('tour-1').picture, wordsOf(`tour-${id}`)]).toEqual([
    '/pictures/tour-stage',
    firstWords(`tour-${id}`),
  ])
  expect([tourAt('/laikipia'), isTourPage('/laikipia'), departureNamed(nameInLinks(departure))]).toEqual([
    undefined,
    false,
    undefined,
  ])
  expect(publicDepartures(JUNE).map((one) => one.id)).toEqual([1])
  expect(copyJourney(LAIKIPIA, staff, NOON)).toEqual({ refused: 'path-taken' })
})

test('a draft that was never sold is deleted, and leaves nothing behind', async () => {
  const { id, departure } = laikipia()
  const words = { page: `tour-${id}`, words: { picture: '/pictures/lamu-roofs' }, updatedAt: NOON } as const
  db.insert(pageWords).values(words).run()
  const remove = () => removeJourney(id, staff, NOON)
  const [only] = db.select().from(departures).where(eq(departures.id, 1)).all()

  db.update(tours).set({ state: 'shown' }).where(eq(tours.id, id)).run()
  expect(await remove()).toEqual({ refused: 'not-draft' })
  db.update(tours).set({ state: 'draft' }).where(eq(tours.id, id)).run()
  const guide = { adminUserId: db.select().from(adminUsers).get()?.id ?? 0, departureId: departure.id }
  db.insert(guideDepartures).values(guide).run()
  expect(await remove()).toEqual({ refused: 'in-use', by: ['a guide'] })
  db.delete(guideDepartures).run()
  const { booking } = await aPaidBooking()
  db.update(bookings).set({ departureId: departure.id }).run()
  expect(await remove()).toEqual({ refused: 'was-sold' })
  db.update(bookings).set({ departureId: 1, tourType: 'laikipia' }).run()
  expect(await remove()).toEqual({ refused: 'was-sold' })
  db.update(bookings).set({ tourType: booking.tourType }).run()

  expect(await remove()).toEqual({ removed: LAIKIPIA.name })
  expect(await remove()).toEqual({ refused: 'gone' })
  expect(await removeJourney(1, staff, NOON)).toEqual({ refused: 'not-draft' })
  expect(db.select().from(departures).all()).toEqual([only])
  for (const left of [
    db.select().from(tourItems).where(eq(tourItems.tourId, id)).all(),
    db
      .select()
      .from(pageWords)
      .where(eq(pageWords.page, `tour-${id}`))
      .all(),
    db.select().from(departureDays).where(eq(departureDays.departureId, departure.id)).all(),
    db.select().from(broadcasts).where(eq(broadcasts.departureId, departure.id)).all(),
  ])
    expect(left).toEqual([])
  expect(historyBy(staff.id, { from: 'start' }).acts[0]).toMatchObject({
    did: 'deleted',
    name: 'a journey that is gone',
    detail: `the draft of ${LAIKIPIA.name}`,
  })
})

test('it is shown once it sells, and ends once it does not; one is always shown', () => {
  const { id, departure } = laikipia({ sells: false })
  expect(changeJourneyState(id, 'shown', staff, NOON)).toEqual({ refused: 'no-departure' })
  expect(changeJourneyState(1, 'ended', staff, NOON)).toEqual({ refused: 'only-one' })
  expect(journeysForGuests()).toMatchObject({ first: { label: '2Step Safari' }, list: null })
  db.update(departures).set({ sales: 'open' }).where(eq(departures.id, departure.id)).run()
  expect(changeJourneyState(id, 'shown', staff, NOON)).toEqual({ changed: true })
  expect(isTourPage('/laikipia')).toBe(true)
  expect(journeysForGuests()).toMatchObject({ list: { to: '/journeys' } })
  expect(changeJourneyState(id, 'ended', staff, NOON)).toEqual({ refused: 'on-sale' })
  db.update(departures).set({ sales: 'closed' }).where(eq(departures.id, departure.id)).run()
  expect(changeJourneyState(id, 'ended', staff, NOON)).toEqual({ changed: true })
  expect([isTourPage('/laikipia'), toursPath()]).toEqual([true, '/texascountrysafari'])
})

test('the second that begins on a day has its number in links, and takes the first free one where it moves', () => {
  const { departure } = laikipia()
  db.update(tours).set({ state: 'shown' }).run()
  expect(pageOf(departure)).toBe('/laikipia?departure=2025-10-16-2')
  expect(departureNamed('2025-10-16-2')?.id).toBe(departure.id)
  expect(departureNamed('2025-10-16')?.id).toBe(1)
  expect(departureOnOffer(JUNE, null, { tourId: departure.tourId }).id).toBe(departure.id)
  const copied = copyDeparture(departure.id, '2026-10-15', staff, NOON)
  expect(departureIn('id' in copied ? copied.id : 0)).toMatchObject({ numberOnDay: 1, path: 'laikipia' })
  // Guests could not tell two of one journey on one day apart.
  expect(copyDeparture(1, '2025-10-16', staff, NOON)).toEqual({ refused: 'date-taken' })
})

test('an address that names no departure sells the first journey while that has one', () => {
  const { departure } = laikipia()
  db.update(tours).set({ state: 'shown' }).run()
  const earlier = { startsOn: '2025-09-01', endsOn: '2025-09-12', numberOnDay: 1 }
  db.update(departures).set(earlier).where(eq(departures.id, departure.id)).run()
  expect(publicDepartures(JUNE)[0]?.id).toBe(departure.id)
  expect(departureOnOffer(JUNE).id).toBe(1)
  db.update(departures).set({ sales: 'closed' }).where(eq(departures.id, 1)).run()
  expect(departureOnOffer(JUNE).id).toBe(departure.id)
  // Once both are over, the first journey's page of long ago.
  expect(departureOnOffer('2027-06-01').id).toBe(1)
})

test('a private departure begins on the day of a public one', () => {
  db.update(departures).set({ isPrivate: true }).where(eq(departures.id, 1)).run()
  const copied = copyDeparture(1, '2025-10-16', staff, NOON)
  const choir = departureIn('id' in copied ? copied.id : 0)
  expect(choir).toMatchObject({ startsOn: '2025-10-16', numberOnDay: 2, isPrivate: true })
})

test.each(['2025-10-16', '2025-10-16-2', '2025-10-16-99'])('%s names a departure', (name) =>
  expect(readNameInLinks(name)).toBe(name),
)
test.each(['2025-10-16-1', '2025-10-16-0', '2025-10-16-100', '2025-10-16-', '2025-02-30-2'])(
  '%s names none',
  (name) => expect(readNameInLinks(name)).toBeNull(),
)

test('who waits for the next departure of a journey hears of that one', () => {
  const { departure } = laikipia({ sells: false })
  db.update(tours).set({ state: 'shown' }).run()
  db.update(departures).set({ sales: 'closed' }).run()
  for (const [email, named] of [
    ['a@example.com', '2025-10-16'],
    ['b@example.com', '2025-10-16-2'],
  ] as const)
    startWatching(email, NOON, named)
  for (const { confirmToken } of db.select().from(departureWatchers).all())
    confirmWatching(confirmToken ?? '')
  db.update(departures).set({ sales: 'open' }).where(eq(departures.id, departure.id)).run()
  expect(notifyWatchers(NOON)).toBe(1)
  const told = db
    .select()
    .from(departureWatchers)
    .all()
    .filter(({ toldAt }) => toldAt !== null)
  expect(told.map(({ email }) => email)).toEqual(['b@example.com'])
})

test('a story stands on the page of the journey that its teller was on', () => {
  const { id } = laikipia()
  const { startsOn } = FIRST_DEPARTURE
  db.update(departures)
    .set({ startsOn: '2026-01-22', endsOn: '2026-02-02' })
    .where(eq(departures.tourId, id))
    .run()
  const days = [startsOn, '2026-01-22', '2019-01-01', null]
  expect(days.map((day) => traveledWith(1, day))).toEqual([true, false, true, true])
  expect(days.map((day) => traveledWith(id, day))).toEqual([false, true, false, false])
})

test('what is written of one journey changes no other', () => {
  const { id } = laikipia()
  const { version, ...words } = tourIn(id)
  saveTourWords(id, { ...words, introTitle: 'Two lodges', version }, staff, NOON)
  expect([tourIn(id).introTitle, tourIn(1).introTitle]).toEqual(['Two lodges', 'One plaid, two homelands'])
})

/** What comes first in the addresses of routes, and of what the server answers before them. */
const firstParts = (routes: RouteConfigEntry[]): string[] =>
  routes.flatMap(({ path, children = [] }) => (path ? (path.split('/')[0] ?? '') : firstParts(children)))

test('no journey stands where the site answers something else', async () => {
  const answered = [
    ...firstParts(await routes),
    'healthz',
    'readyz',
    'metrics',
    'assets',
    'pictures',
    'photos',
  ]
  const taken = (path: string) => !JourneyForm.safeParse({ ...LAIKIPIA, from: '1', path }).success
  expect(answered.length).toBeGreaterThan(30)
  expect(answered.filter((path) => !taken(path))).toEqual([])
  expect(taken(LAIKIPIA.path)).toBe(false)
})

test('with several, staff read of which journey a departure is, wherever dates alone would name two', () => {
  const [{ dates: alone } = { dates: '' }] = seatsOnSale(JUNE)
  expect(alone).toBe('Oct 16 to Oct 27, 2025')
  laikipia()
  db.update(tours).set({ state: 'shown' }).run()
  expect(seatsOnSale(JUNE).map(({ dates }) => dates)).toEqual([
    'Oct 16 to Oct 27, 2025, 2Step Safari',
    'Oct 16 to Oct 27, 2025, Lodges of Laikipia & the Coast',
  ])
})
