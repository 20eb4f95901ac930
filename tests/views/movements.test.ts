import { beforeEach, expect, test } from 'vitest'
import {
  type Movement,
  movementFigures,
  movementName,
  movementsInPortions,
} from '#app/views/movements.server'
import { aPaidBooking, byHand, payLater } from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

beforeEach(nothingBooked)

/** The last minute of May and the first of June in Chicago. */
const LATE_IN_MAY = new Date('2025-06-01T04:59:00Z')
const EARLY_IN_JUNE = new Date('2025-06-01T05:00:00Z')
const MAY = { from: '2025-05-01', to: '2025-05-31' }
const JUNE = { from: '2025-06-01', to: '2025-06-30' }

const movementsOf = (range: typeof MAY, atMost = 100): Movement[] =>
  [...movementsInPortions(range, atMost)].flat().filter((row): row is Movement => 'kind' in row)

test('a month ends at midnight in the business’s zone', async () => {
  const { booking: first } = await aPaidBooking({}, LATE_IN_MAY)
  await aPaidBooking({}, EARLY_IN_JUNE)
  await payLater(first, 200_000, EARLY_IN_JUNE)
  await byHand(first, 30_000, { direction: 'out', method: 'wire', reason: 'goodwill' }, EARLY_IN_JUNE)

  expect(movementsOf(MAY).map(({ amountCents }) => amountCents)).toEqual([50_000])
  expect(movementFigures(MAY)).toMatchObject({ count: 1, paidCents: 50_000, netCents: 50_000 })
  expect(movementFigures(JUNE)).toEqual({
    count: 3,
    paidCents: 250_000,
    refundedCents: -30_000,
    adjustedCents: 0,
    netCents: 220_000,
    writtenOffCents: 0,
  })
  const ofFirst = movementsOf(JUNE).filter(({ reference }) => reference === first.reference)
  expect(ofFirst.map(({ place, paidSoFarCents, recordedBy }) => [place, paidSoFarCents, recordedBy])).toEqual(
    [
      [2, 250_000, null],
      [3, 220_000, 'Wambui'],
    ],
  )
  expect(movementsOf(JUNE, 2)).toHaveLength(2)
})

test.each([
  ['payment', null, 'Payment'],
  ['refund', 're_1', 'Refund'],
  ['adjustment', 're_1:failed', 'Refund failed'],
  ['adjustment', 'dp_1', 'Dispute lost'],
  ['adjustment', 'dp_1:won', 'Dispute won'],
  ['adjustment', null, 'Adjustment'],
] as const)('a movement of kind %s with %s is called %s', (kind, stripeRefundId, name) => {
  expect(movementName({ kind, stripeRefundId })).toBe(name)
})
