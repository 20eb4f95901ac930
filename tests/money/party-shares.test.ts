import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharesAmong } from '#app/money/books/shares.server'
import { cents } from '#app/platform/money'

// What each of a party has of the price and of what was paid: to the cent, whatever happened.

const share = (priceCents: number, paidCents = 0) => ({
  priceCents: cents(priceCents),
  depositCents: cents(50_000),
  paidCents: cents(paidCents),
})

const among = (party: ReturnType<typeof share>[], total: number, kept: number) =>
  sharesAmong(party, cents(total), cents(kept)).map(({ shareCents, paidCents }) => [shareCents, paidCents])

describe('what was paid', () => {
  test('of equals who booked together is equal', () => {
    expect(among([share(450_000), share(450_000)], 900_000, 100_000)).toEqual([
      [450_000, 50_000],
      [450_000, 50_000],
    ])
  })

  test('is the deposit of each first, whatever their rooms cost', () => {
    expect(among([share(450_000), share(650_000)], 1_100_000, 100_000)).toEqual([
      [450_000, 50_000],
      [650_000, 50_000],
    ])
    expect(among([share(450_000), share(650_000)], 1_100_000, 600_000)).toEqual([
      [450_000, 250_000],
      [650_000, 350_000],
    ])
    expect(among([share(450_000, 400_000), share(480_000, 0)], 930_000, 450_000)).toEqual([
      [450_000, 400_000],
      [480_000, 50_000],
    ])
  })

  test('goes where it was owed once somebody has joined', () => {
    const party = [share(450_000, 450_000), share(480_000, 0)]
    expect(among(party, 930_000, 450_000 + 120_000)).toEqual([
      [450_000, 450_000],
      [480_000, 120_000],
    ])
  })

  test('is taken off by what each had paid', () => {
    const party = [share(450_000, 300_000), share(450_000, 100_000)]
    expect(among(party, 900_000, 200_000)).toEqual([
      [450_000, 150_000],
      [450_000, 50_000],
    ])
  })

  test('is never above a price that was lowered', () => {
    const party = [share(450_000, 450_000), share(450_000, 0)]
    expect(among(party, 810_000, 450_000)).toEqual([
      [405_000, 405_000],
      [405_000, 45_000],
    ])
  })
})

const amount = fc.integer({ min: 0, max: 1_000_000 })
const traveler = fc.record({
  priceCents: fc.integer({ min: 1, max: 1_000_000 }).map(cents),
  depositCents: fc.integer({ min: 0, max: 1_000_000 }).map(cents),
  paidCents: amount.map(cents),
})

test('the shares come to the whole, each of them fair', () => {
  fc.assert(
    fc.property(
      fc.array(traveler, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 6_000_000 }),
      fc.integer({ min: 0, max: 7_000_000 }),
      (party, total, kept) => {
        const shares = sharesAmong(party, cents(total), cents(kept))
        const sum = (pick: 'shareCents' | 'paidCents') =>
          shares.reduce((all: number, one) => all + one[pick], 0)
        expect(sum('shareCents')).toBe(total)
        expect(sum('paidCents')).toBe(kept)
        for (const { shareCents, paidCents } of shares) {
          expect(Math.min(shareCents, paidCents)).toBeGreaterThanOrEqual(0)
          if (kept <= total) expect(paidCents).toBeLessThanOrEqual(shareCents)
        }
      },
    ),
  )
})
