import { afterEach, expect, test } from 'vitest'
import { moveClockTo } from '#app/clock.server'
import { loader } from '#app/routes/site/tour'
import { db } from '#db/connection.server'
import { tours } from '#db/schema'

afterEach(() => {
  moveClockTo(new Date('2025-06-01T17:00:00Z'))
  db.update(tours).set({ seats: 20, salesOpen: true }).run()
})

test('the page shows the tour’s prices, dates and due dates', () => {
  const page = loader()
  expect(page).toMatchObject({
    dates: 'Oct 16 to Oct 27, 2025',
    dayCount: 12,
    deposit: '$500',
    sales: 'open',
  })
  expect(page.rooms[0]).toMatchObject({
    price: '$4,500',
    installments: [{ amount: '$2,000' }, { amount: '$2,000' }],
  })
  expect(page.rooms[1]?.installments.map(({ dueOn }) => dueOn)).toEqual(['Aug 15, 2025', 'Sep 15, 2025'])
  expect(page.itinerary.map(({ date }) => date)).toHaveLength(12)
  expect(page.itinerary.at(-1)?.date).toBe('Oct 27, 2025')
})

test('the early bird offer ends after its last day', () => {
  moveClockTo(new Date('2025-08-02T04:00:00Z'))
  expect(loader().earlyBird).toMatchObject({ until: 'Aug 1, 2025' })
  moveClockTo(new Date('2025-08-02T06:00:00Z'))
  expect(loader().earlyBird).toBeNull()
})

test('once the journey has begun, nothing is for sale', () => {
  moveClockTo(new Date('2025-10-16T04:59:00Z'))
  expect(loader()).toMatchObject({ sales: 'open', begun: null })
  moveClockTo(new Date('2025-10-16T05:00:00Z'))
  expect(loader()).toMatchObject({ sales: 'closed', begun: 'Oct 16, 2025', earlyBird: null })
  expect(JSON.stringify(loader().things[0])).toContain('https://schema.org/OutOfStock')
  moveClockTo(new Date('2026-11-22T12:00:00Z'))
  expect(loader().sales).toBe('closed')
})

test('a full departure is sold out, a stopped one closed', () => {
  db.update(tours).set({ seats: 0 }).run()
  expect(loader()).toMatchObject({ sales: 'sold-out', seatsLeft: 0 })
  db.update(tours).set({ seats: 20, salesOpen: false }).run()
  expect(loader().sales).toBe('closed')
})
