import { beforeEach, describe, expect, test } from 'vitest'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { cents } from '#app/platform/money'
import {
  type Movement,
  movementFigures,
  movementName,
  movementsInPortions,
} from '#app/views/movements.server'
import { movementsPage } from '#app/views/movements-page.server'
import { db } from '#db/connection.server'
import { charges } from '#db/schema/money'
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
  expect(movementFigures(JUNE)).toMatchObject({
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

describe('the list on the page', () => {
  /** A payment by card, a check and a wire on three days, and a write-off on the second. */
  async function aMonth() {
    const { booking } = await aPaidBooking({}, EARLY_IN_JUNE)
    await byHand(booking, 100_000, {}, on('2025-06-03'))
    await byHand(booking, 20_000, { direction: 'out', method: 'wire', reason: 'goodwill' }, on('2025-06-03'))
    db.insert(charges)
      .values({
        ...{ bookingId: booking.id, actId: 1_000_000, travelerId: 1, kind: 'written-off', words: '-' },
        ...{ priceCents: cents(-30_000), createdAt: on('2025-06-03') },
      })
      .run()
    for (let count = 0; count < 30; count += 1) await byHand(booking, 1_000, {}, on('2025-06-20'))
    return booking
  }
  const on = (day: string) => new Date(`${day}T17:00:00Z`)
  const page = (query = '') => movementsPage(JUNE, requestedPage(new URLSearchParams(query)))

  test('has each movement under its day, with what the day comes to by method', async () => {
    const { reference } = await aMonth()
    const { days } = page()
    expect(days.map(({ day, byMethod, netCents, rows }) => [day, byMethod, netCents, rows.length])).toEqual([
      ['2025-06-01', [{ method: 'Card', cents: 50_000 }], 50_000, 1],
      [
        '2025-06-03',
        [
          { method: 'Check', cents: 100_000 },
          { method: 'Wire', cents: -20_000 },
        ],
        80_000,
        3,
      ],
      ['2025-06-20', [{ method: 'Check', cents: 30_000 }], 30_000, 16],
    ])
    expect(days[1]?.rows.map(({ what, amountCents }) => [what, amountCents])).toEqual([
      ['Payment', 100_000],
      ['Refund', -20_000],
      ['Written off $300', null],
    ])
    expect(days[0]?.rows[0]).toMatchObject({
      reference,
      method: 'Card',
      recordedBy: 'Stripe',
      time: '12:00 AM',
    })
  })

  test('goes on where a page ends, backward too, in the order of the file', async () => {
    await aMonth()
    const rows = (query: string) => page(query).days.flatMap(({ rows }) => rows)
    const { cursors } = page()
    const next = page(`after=${cursors.next}`)
    expect(next.cursors.next).toBeNull()
    expect(next.days.map(({ isContinued, netCents }) => [isContinued, netCents])).toEqual([[true, 30_000]])
    const keys = [...rows(''), ...rows(`after=${cursors.next}`)].map(({ key }) => key)
    const file = [...movementsInPortions(JUNE, 100)].flat()
    expect(keys).toEqual(file.map((row) => `${'kind' in row ? 'moved' : 'off'}-${row.id}`))
    expect(rows(`before=${next.cursors.previous}`).map(({ key }) => key)).toEqual(keys.slice(0, 20))
    expect(rows('end=1').map(({ key }) => key)).toEqual(keys.slice(-20))
  })

  test('comes to the same by method as in all, and shows the end of an intent alone', async () => {
    await aMonth()
    const figures = movementFigures(JUNE)
    const sum = (of: 'netCents' | 'paidCents' | 'count') =>
      figures.byMethod.reduce((total, row) => total + row[of], 0)
    expect([sum('netCents'), sum('paidCents')]).toEqual([figures.netCents, figures.paidCents])
    expect(sum('count') + 1).toBe(figures.count)
    expect(JSON.stringify(page())).not.toContain('pi_')
  })
})
