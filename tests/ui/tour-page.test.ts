import { afterEach, expect, test } from 'vitest'
import { moveClockTo } from '#app/platform/clock.server'
import { tourPage } from '#app/routes/site/tour-page.server'
import { firstTour } from '#app/tours/tours.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'

afterEach(() => {
  moveClockTo(new Date('2025-06-01T17:00:00Z'))
  db.update(departures).set({ seats: 20, sales: 'open' }).run()
})

test('the page shows the tour’s prices, dates and due dates', () => {
  const page = tourPage(firstTour(), null)
  expect(page).toMatchObject({
    dates: 'Oct 16 to Oct 27, 2025',
    dayCount: 12,
    deposit: '$500',
    sales: 'open',
  })
  expect(page.rooms[0]).toMatchObject({
    price: '$4,500',
    installments: [{ amount: '$2,000' }, { amount: '$2,000' }],
    forTwo: '$9,000',
  })
  expect(page.rooms[1]?.forTwo).toBeNull()
  expect(page.rooms[1]?.installments.map(({ dueOn }) => dueOn)).toEqual(['Aug 15, 2025', 'Sep 15, 2025'])
  expect(page.itinerary.map(({ date }) => date)).toHaveLength(12)
  expect(page.itinerary[0]?.date).toBe('Day 1, Thu Oct 16')
  expect(page.itinerary.at(-1)?.date).toBe('Day 12, Mon Oct 27')
})

test('the early bird offer ends after its last day', () => {
  moveClockTo(new Date('2025-08-02T04:00:00Z'))
  expect(tourPage(firstTour(), null).earlyBird).toMatchObject({ until: 'Aug 1, 2025' })
  moveClockTo(new Date('2025-08-02T06:00:00Z'))
  expect(tourPage(firstTour(), null).earlyBird).toBeNull()
})

test('once the journey has begun, nothing is for sale', () => {
  moveClockTo(new Date('2025-10-16T04:59:00Z'))
  expect(tourPage(firstTour(), null)).toMatchObject({ sales: 'open', begun: null })
  moveClockTo(new Date('2025-10-16T05:00:00Z'))
  expect(tourPage(firstTour(), null)).toMatchObject({
    sales: 'closed',
    begun: 'Oct 16, 2025',
    earlyBird: null,
  })
  expect(JSON.stringify(tourPage(firstTour(), null).things[0])).toContain('https://schema.org/OutOfStock')
  moveClockTo(new Date('2026-11-22T12:00:00Z'))
  expect(tourPage(firstTour(), null).sales).toBe('closed')
})

test('a full departure is sold out, a stopped one closed', () => {
  db.update(departures).set({ seats: 0 }).run()
  expect(tourPage(firstTour(), null)).toMatchObject({ sales: 'sold-out', seatsLeft: 0 })
  db.update(departures).set({ seats: 20, sales: 'closed' }).run()
  expect(tourPage(firstTour(), null).sales).toBe('closed')
})
