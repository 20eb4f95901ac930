import { ne } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { placeBooking } from '#app/bookings/place-booking.server'
import { listDepartures } from '#app/tours/departure-list.server'
import {
  departureIn,
  departureOnOffer,
  isDepartureAhead,
  nextOnSale,
  salesState,
} from '#app/tours/departures.server'
import { lodgingOf } from '#app/tours/itinerary'
import { removeDeparture } from '#app/tours/remove-departure.server'
import { copyDeparture, saveDeparture } from '#app/tours/save-departure.server'
import { daysIn, daysOf } from '#app/tours/tour-lists.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { anOrder, NOON, theDeparture } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

const staff = aStaffMember()
const JUNE = '2025-06-01'

beforeEach(() => {
  nothingBooked()
  db.delete(departures).where(ne(departures.id, 1)).run()
  db.update(departures)
    .set({ ...FIRST_DEPARTURE, salesOpenOn: null, salesCloseOn: null })
    .run()
})

/** A copy of the first one, as `changes` have it. */
function aDeparture(startsOn: string, changes: Partial<typeof departures.$inferInsert> = {}) {
  const copied = copyDeparture(1, startsOn, staff, NOON)
  if ('refused' in copied) throw new Error(copied.refused)
  db.update(departures)
    .set({ sales: 'open', ...changes })
    .where(ne(departures.id, 1))
    .run()
  const departure = departureIn(copied.id)
  if (!departure) throw new Error('It is gone')
  return departure
}

const offered = (today: string, asked: string | null = null) => departureOnOffer(today, asked).startsOn

describe('what a guest is shown', () => {
  test('is the next departure that can be booked', () => {
    aDeparture('2026-10-15')
    expect(offered(JUNE)).toBe('2025-10-16')
    expect(offered('2025-10-16')).toBe('2026-10-15')
    expect(offered('2025-06-01', '2026-10-15')).toBe('2026-10-15')
  })

  test('is the next one when the first is sold out', () => {
    aDeparture('2026-10-15')
    db.update(departures).set({ seats: 0 }).where(ne(departures.startsOn, '2026-10-15')).run()
    expect(offered(JUNE)).toBe('2026-10-15')
    expect(nextOnSale(JUNE)?.startsOn).toBe('2026-10-15')
    expect(offered(JUNE, '2025-10-16')).toBe('2025-10-16')
  })

  test('is one that opens later rather than the past', () => {
    const later = aDeparture('2026-10-15', { salesOpenOn: '2026-01-10' })
    expect(salesState(later, '2026-01-09')).toBe('not-yet')
    expect(salesState(later, '2026-01-10')).toBe('open')
    expect(offered('2025-12-01')).toBe('2026-10-15')
    expect(nextOnSale('2025-12-01')).toBeNull()
    expect(placeBooking(anOrder({ departureId: later.id }), new Date('2025-12-01T17:00:00Z'))).toEqual({
      refused: 'not-yet',
    })
  })

  test('is never a draft, even when asked for', () => {
    aDeparture('2026-10-15', { sales: 'draft' })
    expect(offered('2025-12-01')).toBe('2025-10-16')
    expect(offered(JUNE, '2026-10-15')).toBe('2025-10-16')
    expect(isDepartureAhead('2025-12-01')).toBe(false)
  })

  test('falls back for a day on which nothing departs', () => {
    expect(offered(JUNE, '2025-10-17')).toBe('2025-10-16')
  })
})

describe('a copy', () => {
  test('moves every date by the same number of days', () => {
    db.update(departures).set({ salesCloseOn: '2025-10-01' }).run()
    const copied = copyDeparture(1, '2027-10-14', staff, NOON)
    expect(departureIn('id' in copied ? copied.id : 0)).toMatchObject({
      startsOn: '2027-10-14',
      endsOn: '2027-10-25',
      firstInstallmentDueOn: '2027-08-13',
      finalInstallmentDueOn: '2027-09-13',
      earlyBirdEndsOn: '2027-07-30',
      salesCloseOn: '2027-09-29',
      sales: 'draft',
      version: 1,
      seats: 20,
    })
    expect(daysOf('id' in copied ? copied.id : 0).map(({ title }) => title)).toEqual(
      daysOf(1).map(({ title }) => title),
    )
  })

  test('onto a date that exists is refused', () => {
    expect(copyDeparture(1, '2025-10-16', staff, NOON)).toEqual({ refused: 'date-taken' })
    expect(copyDeparture(99, '2027-10-14', staff, NOON)).toEqual({ refused: 'gone' })
  })
})

describe('a departure stays', () => {
  const terms = (id: number) => {
    const {
      id: _,
      tourId: __,
      name: ___,
      tourType: ____,
      updatedAt: _____,
      ...rest
    } = departureIn(id) ?? theDeparture()
    return rest
  }

  test('once somebody has booked it', async () => {
    aDeparture('2026-10-15')
    await aPaidBooking()
    expect(await removeDeparture(1, staff, NOON)).toEqual({ refused: 'has-bookings' })
    expect(saveDeparture(1, { ...terms(1), sales: 'draft' }, staff, NOON)).toEqual({
      refused: 'has-bookings',
    })
  })

  test('while it is the only one to show', async () => {
    expect(await removeDeparture(1, staff, NOON)).toEqual({ refused: 'only-one' })
    expect(saveDeparture(1, { ...terms(1), sales: 'draft' }, staff, NOON)).toEqual({ refused: 'only-one' })
    const { id } = aDeparture('2026-10-15')
    expect(await removeDeparture(id, staff, NOON)).toEqual({ removed: true })
    expect(daysOf(id)).toEqual([])
    expect(await removeDeparture(id, staff, NOON)).toEqual({ refused: 'gone' })
  })

  test('on a day of its own', () => {
    const { id } = aDeparture('2026-10-15')
    expect(saveDeparture(id, { ...terms(id), startsOn: '2025-10-16' }, staff, NOON)).toEqual({
      refused: 'date-taken',
    })
  })
})

test('the list counts seats and money of each departure apart', async () => {
  const { id } = aDeparture('2026-10-15')
  await aPaidBooking()
  await aPaidBooking({ departureId: id, paymentType: 'full' })
  await aPaidBooking({ departureId: id })
  const list = listDepartures('2025-08-20')
  expect(list.map(({ startsOn, state }) => [startsOn, state])).toEqual([
    ['2026-10-15', 'on-sale'],
    ['2025-10-16', 'on-sale'],
  ])
  expect(list).toMatchObject([
    { taken: 2, collectedCents: 500_000, outstandingCents: 400_000, overdueCents: 0 },
    { taken: 1, collectedCents: 50_000, outstandingCents: 400_000, overdueCents: 200_000 },
  ])
  expect(listDepartures('2025-10-20')[1]?.state).toBe('under-way')
  expect(listDepartures('2025-10-28')[1]?.state).toBe('past')
})

test('days are added, moved and removed for one departure alone', () => {
  const { id } = aDeparture('2026-10-15')
  const day = {
    title: 'Rhinos',
    place: 'Ol Pejeta',
    text: 'A morning with the last two.',
    kind: 'safari' as const,
    evening: 'concert' as const,
    stop: 'Ol Pejeta' as const,
    onward: null,
    picture: '',
    ...lodgingOf({ lodge: 'Ol Kinyei House', coordinates: '0.02, 36.9' }),
  }
  const added = daysIn(id).add(day, staff, NOON)
  if ('refused' in added) throw new Error(added.refused)
  expect(daysIn(id).move(added.id, 'up', staff, NOON)).toBe(true)
  const titles = daysOf(id).map(({ title }) => title)
  expect(titles.slice(-2)).toEqual(['Rhinos', 'Safari njema'])
  expect(daysOf(id).at(-2)?.kinds).toEqual(['safari', 'concert'])
  expect(daysIn(1).move(added.id, 'up', staff, NOON)).toBe(false)
  expect(daysIn(1).remove(added.id, staff, NOON)).toBe(false)
  expect(daysIn(id).remove(added.id, staff, NOON)).toBe(true)
  expect(daysOf(id)).toHaveLength(12)
  expect(daysOf(1)).toHaveLength(12)
})
