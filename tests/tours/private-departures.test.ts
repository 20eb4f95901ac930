import { ne } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { departureOfCode } from '#app/bookings/discount-codes.server'
import { addCode } from '#app/bookings/save-discount-code.server'
import { placesToMove } from '#app/money/changes/schedule/choose.server'
import { tourPage } from '#app/routes/site/tour-page.server'
import { nameInLinks, pageOf, readNameInLinks } from '#app/tours/departure'
import { departuresAhead, openInstead, seatsOnSale } from '#app/tours/departure-list.server'
import {
  departureIn,
  departureNamed,
  departureOnOffer,
  isPublicDeparture,
  nextOnSale,
  publicDepartures,
} from '#app/tours/departures.server'
import { removeDeparture } from '#app/tours/remove-departure.server'
import { copyDeparture, saveDeparture } from '#app/tours/save-departure.server'
import { firstTour } from '#app/tours/tours.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

const staff = aStaffMember()
const JUNE = '2025-06-01'
const CHOIR = '2025-09-04'

beforeEach(() => {
  nothingBooked()
  db.delete(departures).where(ne(departures.id, 1)).run()
  db.update(departures)
    .set({ ...FIRST_DEPARTURE, salesOpenOn: null, salesCloseOn: null, isPrivate: false, linkKey: null })
    .run()
})

const departure = (id: number) => {
  const found = departureIn(id)
  if (!found) throw new Error('It is gone')
  return found
}

/** Saved as it is, but for `changes`. */
function save(id: number, changes: Partial<typeof departures.$inferSelect>) {
  const {
    name: _,
    path: ____,
    tourType: __,
    id: ___,
    tourId,
    guaranteedAt,
    canceledAt,
    updatedAt,
    linkKey,
    ...terms
  } = departure(id)
  return saveDeparture(id, { ...terms, ...changes }, staff, NOON)
}

/** The choir's own departure, which would be next on sale. */
function aPrivateOne() {
  const copied = copyDeparture(1, CHOIR, staff, NOON)
  if ('refused' in copied) throw new Error(copied.refused)
  save(copied.id, { sales: 'open', isPrivate: true, privateFor: 'the Bluebonnet Choir' })
  return departure(copied.id)
}

describe('a private departure', () => {
  test('is on no list, also where it is the next on sale', async () => {
    const choir = aPrivateOne()
    const { booking } = await aPaidBooking()
    expect(publicDepartures(JUNE).map(({ id }) => id)).toEqual([1])
    expect(nextOnSale(JUNE)?.id).toBe(1)
    expect(departureOnOffer(JUNE).id).toBe(1)
    expect(tourPage(firstTour(), null).departures).toEqual([])
    expect(openInstead(1, JUNE)).toEqual([])
    expect(placesToMove(booking, NOON)).toEqual([])
    const code = { code: 'CHOIR', off: '10%', words: 'Singers', endsOn: null, usesAtMost: null }
    addCode({ ...code, usesEachAtMost: null, departureIds: [choir.id] }, staff, NOON)
    // Who guesses a code learns no link.
    expect(departureOfCode('CHOIR', JUNE)).toBeNull()
    expect([departuresAhead(JUNE), seatsOnSale(JUNE)].map((list) => list.length)).toEqual([2, 2])
    expect(departuresAhead(JUNE)[0]?.id).toBe(choir.id)
  })

  test('is found by its key, and not by its first day', () => {
    const choir = aPrivateOne()
    expect(nameInLinks(choir)).toMatch(/^[\w-]{32}$/)
    expect(pageOf(choir)).toBe(`/texascountrysafari?departure=${choir.linkKey}`)
    expect(departureOnOffer(JUNE, choir.linkKey).id).toBe(choir.id)
    expect(departureOnOffer(JUNE, CHOIR).id).toBe(1)
    expect(isPublicDeparture(CHOIR)).toBe(false)
    expect(tourPage(firstTour(), CHOIR).privateTo).toBeNull()
    const page = tourPage(firstTour(), choir.linkKey)
    expect(page.privateTo).toBe('A private departure for the Bluebonnet Choir')
    expect(page.checkoutQuery).toBe(`departure=${choir.linkKey}`)
    expect(JSON.stringify(page.things)).not.toContain('TouristTrip')
  })

  test('keeps its link while everybody sees it, and a copy has its own', () => {
    const choir = aPrivateOne()
    save(choir.id, { isPrivate: false })
    expect(nameInLinks(departure(choir.id))).toBe(CHOIR)
    expect(departureNamed(String(choir.linkKey))?.id).toBe(choir.id)
    save(choir.id, { isPrivate: true })
    expect(departure(choir.id).linkKey).toBe(choir.linkKey)
    const copied = copyDeparture(choir.id, '2026-09-03', staff, NOON)
    const copy = 'id' in copied ? departure(copied.id) : null
    expect(copy).toMatchObject({ isPrivate: true, privateFor: 'the Bluebonnet Choir', sales: 'draft' })
    expect(nameInLinks(departure(Number(copy?.id)))).not.toBe(choir.linkKey)
  })

  test('is never all that the site has to show', async () => {
    expect(save(1, { isPrivate: true })).toEqual({ refused: 'only-public' })
    aPrivateOne()
    expect(save(1, { isPrivate: true })).toEqual({ refused: 'only-public' })
    expect(save(1, { sales: 'draft' })).toEqual({ refused: 'only-one' })
    expect(await removeDeparture(1, staff, NOON)).toEqual({ refused: 'only-one' })
  })

  test.each(['', 'x', '2025-13-40', 'a'.repeat(31), `${'a'.repeat(31)}/`, null, 7])('%j names none', (text) =>
    expect(readNameInLinks(text)).toBeNull(),
  )
})
