import { expect, test } from 'vitest'
import { addDays, daysFrom, readDay, showDays, showHour, showLongDays, zoneInWords } from '#app/platform/days'

test.each(['2025-06-01', '2024-02-29', '1900-01-01', '2099-12-31'])('%s is a day', (text) => {
  expect(readDay(text)).toBe(text)
})

test.each([
  '2025-02-29',
  '2025-06-31',
  '2025-00-10',
  '1899-12-31',
  '2100-01-01',
  '2025-6-1',
  ' 2025-06-01',
  '',
  null,
  undefined,
])('%o is no day', (text) => {
  expect(readDay(text)).toBeNull()
})

test.each([
  ['2025-03-08', 1, '2025-03-09'],
  ['2025-03-09', 1, '2025-03-10'],
  ['2024-02-28', 2, '2024-03-01'],
  ['2025-02-28', 1, '2025-03-01'],
  ['2025-12-31', 1, '2026-01-01'],
  ['2026-01-01', -366, '2024-12-31'],
])('%s and %i days is %s, also where the clocks change', (day, count, other) => {
  expect(addDays(day, count)).toBe(other)
  expect(daysFrom(day, other)).toBe(count)
})

test('days are shown as they are read aloud', () => {
  expect(showDays('2025-10-06', '2025-10-27')).toBe('Oct 6 to Oct 27, 2025')
  expect(showDays('2025-12-28', '2026-01-03')).toBe('Dec 28, 2025 to Jan 3, 2026')
  expect(showLongDays('2025-07-02', '2025-09-15')).toBe('July 2 to September 15, 2025')
  expect([0, 9, 12, 23].map(showHour)).toEqual(['12:00 AM', '9:00 AM', '12:00 PM', '11:00 PM'])
  expect(['America/Chicago', 'Africa/Nairobi'].map(zoneInWords)).toEqual(['Central Time', 'East Africa Time'])
})
