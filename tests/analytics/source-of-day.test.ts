import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/connection.server'
import { dailyViews, pageViews } from '#db/schema/running'
import { aView, nothingHappened } from './sums'

beforeEach(nothingHappened)

const JUNE_1 = '2025-06-01T17:00:00Z'
const viewFrom = (utmSource: string | undefined, address: string, at = JUNE_1) =>
  aView(at, { address, ...(utmSource && { utmSource }) })
const sources = () =>
  db
    .select({ source: pageViews.source })
    .from(pageViews)
    .all()
    .map(({ source }) => source)
const rowsOfDay = () =>
  db
    .select()
    .from(dailyViews)
    .all()
    .filter(({ dimension }) => dimension === 'source').length

let day = 0
/** Each test has a day of its own, a month after the one before. */
beforeEach(() => {
  day += 40
})
const today = (after = 0) => new Date(Date.parse(JUNE_1) + (day + after) * 24 * 3_600_000).toISOString()

test('an address brings at most three new sources a day', () => {
  for (let made = 1; made <= 6; made += 1) viewFrom(`made-up-${made}`, '10.0.0.1', today())
  viewFrom('made-up-2', '10.0.0.1', today())
  viewFrom('made-up-6', '10.0.0.2', today())
  expect(sources()).toEqual([
    'made-up-1',
    'made-up-2',
    'made-up-3',
    'other',
    'other',
    'other',
    'made-up-2',
    'made-up-6',
  ])
  viewFrom('made-up-7', '10.0.0.1', today(1))
  expect(sources().at(-1)).toBe('made-up-7')
})

test('a day takes 100 new sources besides the well-known ones', () => {
  for (let made = 0; made < 105; made += 1) viewFrom(`made-up-${made}`, `10.0.${made}.1`, today())
  expect(rowsOfDay()).toBe(101)
  viewFrom(undefined, '10.1.0.1', today())
  viewFrom('www.google.com', '10.1.0.2', today())
  viewFrom('Newsletter', '10.1.0.3', today())
  viewFrom('made-up-104', '10.1.0.4', today())
  expect(sources().slice(-4)).toEqual(['direct', 'www.google.com', 'newsletter', 'other'])
})

test('a source from the week before is never pushed out', () => {
  viewFrom('partner.example', '10.0.0.1', today(-2))
  for (let made = 0; made < 105; made += 1) viewFrom(`made-up-${made}`, `10.0.${made}.1`, today())
  viewFrom('partner.example', '10.0.0.2', today())
  viewFrom('partner.example', '10.0.0.2', today(30))
  expect(sources().slice(-2)).toEqual(['partner.example', 'partner.example'])
  expect(rowsOfDay()).toBeLessThan(110)
})
