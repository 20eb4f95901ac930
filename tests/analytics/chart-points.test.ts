import { expect, test } from 'vitest'
import { chartPoints } from '#app/analytics/figures.server'
import { daysOf } from '#app/platform/lists/date-range'
import { cents } from '#app/platform/money'

const aDayEach = (from: string, to: string) =>
  daysOf({ from, to }).map((day) => ({
    ...{ day, views: 2, visitors: 1, bookings: 0, revenueCents: cents(100) },
    ...{ looked: 1, opened: 1, held: 1, paid: 0 },
  }))

test('up to 92 days are drawn one by one', () => {
  const points = chartPoints(aDayEach('2025-03-02', '2025-06-01'), '2025-06-02')
  expect(points).toHaveLength(92)
  expect(points[0]).toMatchObject({ label: 'Mar 2, 2025', tick: 'Mar 2', views: 2 })
})

test('more than 92 days are drawn by the week', () => {
  const points = chartPoints(aDayEach('2024-06-02', '2025-06-01'), '2025-06-02')
  expect(points).toHaveLength(53)
  expect(points.at(-1)).toMatchObject({
    label: 'Week to Jun 1, 2025',
    views: 14,
    visitors: 7,
    held: 7,
    revenueCents: 700,
  })
  expect(points[0]).toMatchObject({ label: 'Week to Jun 2, 2024', views: 2 })
  expect(points.reduce((sum, { views }) => sum + views, 0)).toBe(730)
})

test('a day or week that lasts says so', () => {
  for (const [from, label] of [
    ['2025-05-31', 'Jun 1, 2025, so far'],
    ['2024-06-02', 'Week to Jun 1, 2025, so far'],
  ] as const) {
    const points = chartPoints(aDayEach(from, '2025-06-01'), '2025-06-01')
    expect(points.at(-1)).toMatchObject({ label, tick: 'Jun 1', isUnfinished: true })
    expect(points.filter(({ isUnfinished }) => isUnfinished)).toHaveLength(1)
  }
})
