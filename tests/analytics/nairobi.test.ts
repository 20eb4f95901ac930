import { expect, test } from 'vitest'

// Read before the modules below read the environment.
process.env.BUSINESS_TIMEZONE = 'Africa/Nairobi'
const { figuresOf } = await import('#app/analytics/figures.server')
const { aBookingCounted, aView, money } = await import('./sums')

test('a day in Nairobi begins at 21:00 UTC', async () => {
  const { id } = aBookingCounted('2025-05-30T20:59:59Z', 1_00)
  money('2025-05-30T21:00:00Z', 10_00, id)
  money('2025-05-31T20:59:59Z', 100_00, id)
  money('2025-05-31T21:00:00Z', 1_000_00, id)
  for (const at of ['2025-05-30T20:59:59Z', '2025-05-30T21:00:00Z', '2025-05-31T20:59:59Z']) aView(at)

  const { days } = await figuresOf({ from: '2025-05-30', to: '2025-06-01' }, '2025-06-01')
  expect(days).toMatchObject([
    { day: '2025-05-30', views: 1, visitors: 1, bookings: 1, revenueCents: 1_00 },
    { day: '2025-05-31', views: 2, visitors: 1, bookings: 0, revenueCents: 110_00 },
    { day: '2025-06-01', views: 0, visitors: 0, bookings: 0, revenueCents: 1_000_00 },
  ])
})
