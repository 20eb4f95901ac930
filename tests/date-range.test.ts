import { expect, test } from 'vitest'
import { slotsOf } from '#app/analytics/visits.server'
import { addDays } from '#app/platform/days'
import { daysOf, requestedRange, showRange } from '#app/platform/lists/date-range'

const TODAY = '2025-06-01'
const asked = (query: string) => requestedRange(new URLSearchParams(query), TODAY)

test.each([
  ['', '2025-05-03', '2025-06-01', 30],
  ['days=7', '2025-05-26', '2025-06-01', 7],
  ['days=365&from=2025-01-01&to=2025-01-02', '2024-06-02', '2025-06-01', 365],
  ['from=2025-05-01&to=2025-05-31', '2025-05-01', '2025-05-31', null],
  ['from=2025-06-01&to=2025-06-01', '2025-06-01', '2025-06-01', null],
  ['from=2024-06-01&to=2025-06-01', '2024-06-01', '2025-06-01', null],
])('?%s asks for %s to %s', (query, from, to, preset) => {
  expect(asked(query)).toEqual({ range: { from, to }, preset })
})

test.each([
  'days=8',
  'days=',
  'days=1e1',
  'from=2025-05-01',
  'to=2025-05-01',
  'from=2025-02-30&to=2025-03-01',
  'from=2025-05-02&to=2025-05-01',
  'from=2025-05-02&to=2025-06-02',
  'from=2024-05-31&to=2025-06-01',
  'from=0000-01-01&to=9999-99-99',
  'from=now&to=then',
])('?%s is refused in words', (query) => {
  expect(asked(query)).toEqual({ refused: expect.stringMatching(/^[A-Z].{10,}/) })
})

test('a range has every day across a clock change', () => {
  expect(daysOf({ from: '2025-03-08', to: '2025-03-10' })).toEqual(['2025-03-08', '2025-03-09', '2025-03-10'])
})

test('a range is said as people say it', () => {
  expect(showRange({ from: '2025-05-03', to: '2025-06-01' })).toBe('May 3 to Jun 1, 2025')
  expect(showRange({ from: '2025-06-01', to: '2025-06-01' })).toBe('Jun 1, 2025')
})

test.each([
  ['2025-06-01', 'America/Chicago', '2025-06-01T05:00:00Z', 96],
  ['2025-03-09', 'America/Chicago', '2025-03-09T06:00:00Z', 92],
  ['2025-11-02', 'America/Chicago', '2025-11-02T05:00:00Z', 100],
  ['2025-06-01', 'Africa/Nairobi', '2025-05-31T21:00:00Z', 96],
  ['2025-06-01', 'Asia/Kathmandu', '2025-05-31T18:15:00Z', 96],
  ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00Z', 92],
])('%s in %s begins at %s with %i quarter hours', (day, zone, begins, quarters) => {
  const [slots] = slotsOf([day], addDays(day, 1), zone)
  expect(new Date((slots?.first ?? 0) * 900_000)).toEqual(new Date(begins))
  expect((slots?.end ?? 0) - (slots?.first ?? 0)).toBe(quarters)
})
