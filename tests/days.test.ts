import { expect, test } from 'vitest'
import { readDay } from '#app/platform/days'

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
