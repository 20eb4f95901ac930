import { describe, expect, test } from 'vitest'
import type { Cents } from '#app/money'
import { refundQuote, refundTerms } from '#app/tour/refund-policy'

// Rules 4.2: all of it for 30 days after booking; then all but the deposit until 30 days before departure; then
// nothing. Booked on the first of June, departing on the sixteenth of October.

const quote = (paid: number, today: string, details: { bookedOn?: string; deposit?: number } = {}) =>
  refundQuote(
    {
      paidCents: paid as Cents,
      depositCents: (details.deposit ?? 50_000) as Cents,
      bookedOn: details.bookedOn ?? '2025-06-01',
      startsOn: '2025-10-16',
    },
    today,
  )

test.each([
  [50_000, '$500'],
  [75_050, '$750.50'],
])('the accepted sentence names the deposit of %i cents', (deposit, shown) => {
  expect(refundTerms({ depositCents: deposit as Cents })).toBe(
    `Fully refundable for 30 days after booking; after that the ${shown} deposit is non-refundable.`,
  )
})

describe('the first thirty days', () => {
  test.each([
    ['on the day of booking', '2025-06-01'],
    ['on the thirtieth day after it', '2025-07-01'],
  ])('everything comes back %s', (_, today) => {
    expect(quote(50_000, today)).toEqual({ refundCents: 50_000, keptCents: 0, why: 'within-30-days' })
    expect(quote(450_000, today)).toEqual({ refundCents: 450_000, keptCents: 0, why: 'within-30-days' })
  })

  test('the deposit stays from the thirty-first on', () => {
    expect(quote(50_000, '2025-07-02')).toEqual({ refundCents: 0, keptCents: 50_000, why: 'deposit-stays' })
  })

  test('they count even for a booking close to departure', () => {
    const late = { bookedOn: '2025-10-01' }
    expect(quote(450_000, '2025-10-15', late)).toMatchObject({ refundCents: 450_000, why: 'within-30-days' })
  })
})

describe('until thirty days before departure', () => {
  test.each([
    ['the deposit only', 50_000, 0],
    ['one installment', 250_000, 200_000],
    ['the whole price at once', 450_000, 400_000],
    ['a single room', 650_000, 600_000],
    ['less than the deposit, after a refund', 30_000, 0],
    ['an odd cent', 50_001, 1],
  ])('%s: what is beyond the deposit comes back', (_, paid, back) => {
    expect(quote(paid, '2025-08-20')).toEqual({
      refundCents: back,
      keptCents: paid - back,
      why: 'deposit-stays',
    })
  })

  test('the thirtieth day before departure is the last in time', () => {
    expect(quote(450_000, '2025-09-16')).toMatchObject({ refundCents: 400_000, why: 'deposit-stays' })
    expect(quote(450_000, '2025-09-17')).toEqual({ refundCents: 0, keptCents: 450_000, why: 'too-late' })
    expect(quote(450_000, '2025-10-15')).toMatchObject({ refundCents: 0, why: 'too-late' })
  })
})

describe('from the first day of the journey on', () => {
  test.each([
    ['long before', '2025-06-01'],
    ['within thirty days', '2025-10-01'],
    ['on the day before', '2025-10-15'],
  ])('nothing comes back to a traveler who booked %s', (_, bookedOn) => {
    for (const today of ['2025-10-16', '2025-10-27', '2025-11-10', '2026-11-22'])
      expect(quote(450_000, today, { bookedOn })).toEqual({
        refundCents: 0,
        keptCents: 450_000,
        why: 'has-begun',
      })
  })
})

test('who paid nothing gets nothing, on any day', () => {
  for (const today of ['2025-06-01', '2025-08-20', '2025-10-10', '2025-11-10'])
    expect(quote(0, today)).toEqual({ refundCents: 0, keptCents: 0, why: 'nothing-paid' })
})

test('refund and rest always make what was paid', () => {
  for (const paid of [1, 49_999, 50_000, 50_001, 250_000, 450_000])
    for (const today of ['2025-06-01', '2025-07-01', '2025-07-02', '2025-09-16', '2025-09-17']) {
      const { refundCents, keptCents } = quote(paid, today)
      expect(refundCents + keptCents).toBe(paid)
      expect(refundCents).toBeGreaterThanOrEqual(0)
    }
})
