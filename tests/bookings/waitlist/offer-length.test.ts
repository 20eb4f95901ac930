import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closesAt, OFFER_HOURS_LEAST, offerEnd } from '#app/bookings/waitlist/entries.server'
import { instantAt } from '#app/platform/days'
import { OFFER_HOURS } from '#app/tours/departure-form'

const ZONE = 'America/Chicago'
const HOUR = 3_600_000
const closing = closesAt('2025-10-15', ZONE)
const at = (day: string, hour: number) => instantAt(day, hour, ZONE)
const end = (now: Date, hours = OFFER_HOURS.usual) => offerEnd(now, hours, closing, ZONE)

test('two days long before sales close, a quarter of what is left near it', () => {
  expect(end(at('2025-06-01', 12))).toEqual(at('2025-06-03', 12))
  expect(end(at('2025-06-01', 12), 168)).toEqual(at('2025-06-08', 12))
  // 96 hours are left: a quarter is a day.
  expect(end(at('2025-10-12', 0))).toEqual(at('2025-10-13', 12))
})

test('at night it is put to noon, and never past the closing', () => {
  expect(end(at('2025-06-01', 21))).toEqual(at('2025-06-04', 12))
  expect(end(at('2025-06-01', 7))).toEqual(at('2025-06-03', 12))
  expect(end(at('2025-06-01', 8))).toEqual(at('2025-06-03', 8))
  expect(end(at('2025-10-15', 20))).toEqual(closing)
  expect(end(at('2025-10-15', 1))).toEqual(at('2025-10-15', 12))
})

test('whatever the hour: at least six hours, no night, within the bounds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 * 24 * 60 }),
      fc.integer({ min: OFFER_HOURS.atLeast, max: OFFER_HOURS.atMost }),
      (minutes, hours) => {
        const now = new Date(closing.getTime() - minutes * 60_000)
        const ends = end(now, hours)
        const length = ends.getTime() - now.getTime()
        expect(ends.getTime()).toBeLessThanOrEqual(closing.getTime())
        if (ends < closing) {
          expect(length).toBeGreaterThanOrEqual(OFFER_HOURS_LEAST * HOUR)
          const hour = Number(
            new Intl.DateTimeFormat('en-US', { timeZone: ZONE, hour: 'numeric', hourCycle: 'h23' }).format(
              ends,
            ),
          )
          expect(hour).toBeGreaterThanOrEqual(8)
          expect(hour).toBeLessThan(21)
        }
        // From nine in the evening to the next noon it waits for the morning.
        const longest = Math.max(Math.min(hours * HOUR, (minutes * 60_000) / 4), OFFER_HOURS_LEAST * HOUR)
        expect(length).toBeLessThanOrEqual(longest + 16 * HOUR)
      },
    ),
  )
})
