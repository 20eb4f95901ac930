import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { broughtBySources } from '#app/analytics/brought-by.server'
import { figuresOf } from '#app/analytics/figures.server'
import { sourceOfGuest } from '#app/analytics/record-page-view.server'
import { advanceBooking, endBooking, reopenBooking } from '#app/bookings/advance-booking.server'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import { cents } from '#app/platform/money'
import { copyJourney } from '#app/tours/copy-journey.server'
import { originalTour } from '#app/tours/tours.server'
import { db, immediately, sqlite } from '#db/connection.server'
import { pageViews } from '#db/schema/running'
import { anOrder, minutesAfter, NOON } from '#tests/fixtures/orders'
import { aStaffMember } from '#tests/fixtures/paid-bookings'
import { aView, FIREFOX, money, nothingHappened } from './sums'

const TODAY = '2025-06-01'
const DAY = { from: TODAY, to: TODAY }
const JOURNEY = '/texascountrysafari'

beforeEach(nothingHappened)

const stepsOf = async (range = DAY) => {
  const { days } = await figuresOf(range, TODAY)
  const [{ looked, opened, held, paid } = {}] = days as Partial<(typeof days)[number]>[]
  return { looked, opened, held, paid }
}

const hold = (order: Partial<Order> = {}, at = NOON) => {
  const placed = placeBooking(anOrder({ source: '', ...order }), at)
  if (!('booking' in placed)) throw new Error(JSON.stringify(placed))
  return placed.booking
}

const pay = (bookingId: number, minute = 1) =>
  advanceBooking(bookingId, { status: 'deposit_paid' }, minutesAfter(minute))

describe('from visit to booking', () => {
  test('a visitor counts once a day on each page', async () => {
    for (const path of ['/', JOURNEY, JOURNEY, '/checkout', '/checkout'])
      aView('2025-06-01T17:00:00Z', { path })
    aView('2025-06-01T18:00:00Z', { path: JOURNEY, address: '8.8.8.8' })
    aView('2025-05-31T18:00:00Z', { path: JOURNEY, address: '8.8.8.8' })
    expect(await stepsOf()).toEqual({ looked: 2, opened: 1, held: 0, paid: 0 })
  })

  test('a hold that is renewed, or sent twice, counts once', async () => {
    const order = { browserDigest: 'one', checkoutKey: 'one:page' }
    const first = hold(order)
    expect(hold({ ...order, roomType: 'single' }, minutesAfter(5)).id).toBe(first.id)
    expect(await stepsOf()).toMatchObject({ held: 1, paid: 0 })
  })

  test('it is paid once, on the day of its hold, whatever happens to it later', async () => {
    const paid = hold()
    hold({ browserDigest: 'two' })
    pay(paid.id, 24 * 60)
    advanceBooking(paid.id, { status: 'completed' }, minutesAfter(24 * 60 + 1))
    expect(await stepsOf()).toMatchObject({ held: 2, paid: 1 })

    const later = minutesAfter(24 * 60 + 2)
    const canceled = advanceBooking(paid.id, { status: 'cancelled', staysCents: cents(0) }, later)
    if (!canceled) throw new Error('not canceled')
    immediately((tx) => reopenBooking(canceled, { status: 'pending' }, { actor: 'wambui' }, later, tx))
    pay(paid.id, 24 * 60 + 3)
    expect(await stepsOf()).toMatchObject({ held: 2, paid: 1 })
    const { overview } = await figuresOf({ from: TODAY, to: '2025-06-02' }, '2025-06-02')
    expect(overview.bookings).toBe(1)
  })

  test('a hold that ran out is one, and another one after it is another', async () => {
    const order = { browserDigest: 'one', checkoutKey: 'one:page' }
    endBooking(hold(order).id, 'expired', minutesAfter(31))
    pay(hold(order, minutesAfter(32)).id, 33)
    expect(await stepsOf()).toMatchObject({ held: 2, paid: 1 })
  })

  test('seats held by staff are no guest’s', async () => {
    pay(hold({ source: null }).id)
    expect(await stepsOf()).toMatchObject({ held: 0, paid: 0 })
  })

  test('each journey has its own steps, where there are several', async () => {
    aView('2025-06-01T17:00:00Z', { path: JOURNEY })
    pay(hold().id)
    expect((await figuresOf(DAY, TODAY)).funnel.journeys).toEqual([])
    const from = originalTour().id
    const wish = { from, name: 'Laikipia', path: 'laikipia', startsOn: '2025-11-06' }
    expect(copyJourney(wish, aStaffMember(), NOON)).toHaveProperty('id')
    expect((await figuresOf(DAY, TODAY)).funnel.journeys).toEqual([])
    sqlite.exec("update tours set state = 'shown'")
    expect((await figuresOf(DAY, TODAY)).funnel.journeys).toEqual([
      { name: '2Step Safari', looked: 1, held: 1, paid: 1 },
      { name: 'Laikipia', looked: 0, held: 0, paid: 0 },
    ])
    expect(broughtBySources(DAY).journeys).toEqual([
      { name: '2Step Safari', bookings: 1, paidCents: 0 },
      { name: 'Laikipia', bookings: 0, paidCents: 0 },
    ])
    sqlite.exec("update tours set state = 'draft' where path = 'laikipia'")
  })

  test('days before single pages had visitors are named', async () => {
    sqlite.exec(
      `insert into daily_views (day, dimension, value, views, visitors) values ('2025-05-30', 'path', '/checkout', 3, 0)`,
    )
    aView('2025-06-01T17:00:00Z', { path: '/checkout' })
    const { funnel } = await figuresOf({ from: '2025-05-28', to: TODAY }, TODAY)
    expect(funnel.unknownUntil).toBe('2025-05-30')
  })
})

describe('where guests came from', () => {
  const guest = (address = '127.0.0.1') => ({ address, userAgent: FIREFOX })

  test('is what their first page of that day says', () => {
    aView('2025-05-31T17:00:00Z', { utmSource: 'newsletter' })
    expect(sourceOfGuest(guest(), NOON)).toBe('')
    aView('2025-06-01T16:00:00Z', { utmSource: 'Choir' })
    aView('2025-06-01T16:30:00Z', { path: '/checkout' })
    expect(sourceOfGuest(guest(), NOON)).toBe('choir')
    expect(sourceOfGuest(guest('8.8.8.8'), NOON)).toBe('')
    db.delete(pageViews).where(eq(pageViews.source, 'choir')).run()
    expect(sourceOfGuest(guest(), NOON)).toBe('direct')
  })

  test('brings bookings and money, the most first, and staff are among them', () => {
    const paidBy = (source: string | null, amountCents: number) => {
      const { id } = hold({ source, browserDigest: `${source}${amountCents}` })
      pay(id)
      money('2025-06-01T17:00:00Z', amountCents, id)
    }
    paidBy('newsletter', 500_00)
    paidBy('newsletter', 4_500_00)
    paidBy('', 600_00)
    paidBy(null, 700_00)
    hold({ source: 'direct' })
    expect(broughtBySources(DAY)).toEqual({
      sources: [
        { name: 'newsletter', bookings: 2, paidCents: 5_000_00 },
        { name: 'Held by staff', bookings: 1, paidCents: 700_00 },
        { name: 'Not known', bookings: 1, paidCents: 600_00 },
      ],
      journeys: [],
    })
  })

  test('stays as it was decided when the seats were held', () => {
    const order = { browserDigest: 'one', checkoutKey: 'one:page' }
    hold({ ...order, source: 'newsletter' })
    expect(hold({ ...order, source: 'direct' }, minutesAfter(5)).source).toBe('newsletter')
  })
})
