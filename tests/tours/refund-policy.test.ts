import { describe, expect, test } from 'vitest'
import { addDays } from '#app/platform/days'
import type { Cents } from '#app/platform/money'
import {
  NO_REFUND_DAYS,
  refundDates,
  refundDays,
  refundOnOffer,
  refundQuote,
  refundSteps,
  refundTerms,
  termsInLine,
} from '#app/tours/refund-policy'

// Rules 4.2: all of it for 30 days after booking; then all but the deposit; from 30 days before departure
// nothing. Booked on the first of June, departing on the sixteenth of October.

type Details = { bookedOn?: string; deposit?: number; noRefundDays?: number | null; movedTo?: string }

const quote = (paid: number, today: string, details: Details = {}) =>
  refundQuote(
    {
      paidCents: paid as Cents,
      depositCents: (details.deposit ?? 50_000) as Cents,
      bookedOn: details.bookedOn ?? '2025-06-01',
      startsOn: '2025-10-16',
      noRefundDays: details.noRefundDays === undefined ? NO_REFUND_DAYS : details.noRefundDays,
    },
    today,
    details.movedTo,
  )

const termsOf = (bookedOn: string, deposit = 50_000) =>
  refundTerms({ depositCents: deposit as Cents, bookedOn, startsOn: '2025-10-16' })
const datesOf = (
  bookedOn: string,
  noRefundDays: number | null = NO_REFUND_DAYS,
  movedTo?: string,
  today = bookedOn,
) =>
  refundDates(
    refundDays({ bookedOn, startsOn: '2025-10-16', noRefundDays }, movedTo),
    { depositCents: 50_000 as Cents },
    today,
  )

test.each([
  [50_000, '$500'],
  [75_050, '$750.50'],
])('the accepted terms say the whole rule, with the deposit of %i cents', (deposit, shown) => {
  expect(termsOf('2025-06-01', deposit)).toBe(
    `Fully refundable for 30 days after booking; after that the ${shown} deposit is non-refundable. From September 16, 2025 (30 days before departure) nothing is refundable. If one of several travelers cancels, the same applies to what was paid for them. It also applies if we cancel because an installment stays unpaid.`,
  )
})

test.each([
  [
    'the days after booking end a day early enough',
    '2025-08-15',
    'Fully refundable for 30 days after booking; after that the $500 deposit is non-refundable. From September 16, 2025 (30 days before departure) nothing is refundable.',
  ],
  [
    'they end as the thirty before departure begin',
    '2025-08-16',
    'Fully refundable for 30 days after booking. From September 16, 2025 (30 days before departure) nothing is refundable.',
  ],
  [
    'they reach into the thirty before departure',
    '2025-08-17',
    'Fully refundable for 30 days after booking. From September 17, 2025 nothing is refundable.',
  ],
  [
    'they reach beyond the departure',
    '2025-09-20',
    'Fully refundable until the day before departure. From October 16, 2025 (the day of departure) nothing is refundable.',
  ],
])('the terms name only days that come where %s', (_, bookedOn, words) => {
  expect(termsOf(bookedOn).startsWith(`${words} If one`)).toBe(true)
})

test('a form that showed other words of the terms is known by its line', () => {
  const lineOf = (bookedOn: string) =>
    termsInLine(refundOnOffer({ depositCents: 50_000 as Cents, bookedOn, startsOn: '2025-10-16' }))
  expect(lineOf('2025-08-14')).toBe(lineOf('2025-08-15'))
  expect(new Set(['2025-08-15', '2025-08-16', '2025-08-17'].map(lineOf)).size).toBe(3)
})

test.each([
  [
    'in good time',
    '2025-06-01',
    'Cancel by July 1, 2025, and you get back everything you paid.',
    'Cancel from July 2 to September 15, 2025, and you get back all but the $500 deposit.',
    'Cancel on September 16, 2025, or later, and there is no refund.',
  ],
  [
    'late',
    '2025-08-25',
    'Cancel by September 24, 2025, and you get back everything you paid.',
    'Cancel on September 25, 2025, or later, and there is no refund.',
  ],
  [
    'with a day between',
    '2025-08-15',
    'Cancel by September 14, 2025, and you get back everything you paid.',
    'Cancel on September 15, 2025, and you get back all but the $500 deposit.',
    'Cancel on September 16, 2025, or later, and there is no refund.',
  ],
  [
    'last',
    '2025-10-10',
    'Cancel by October 15, 2025, and you get back everything you paid.',
    'Cancel on October 16, 2025, or later, and there is no refund.',
  ],
])('a traveler who booked %s reads the days, a line each', (_, bookedOn, ...lines) => {
  expect(datesOf(bookedOn)).toEqual(lines)
})

test('a line whose days are over is no longer read', () => {
  const on = (today: string) => datesOf('2025-06-01', NO_REFUND_DAYS, undefined, today)
  expect([on('2025-07-01').length, on('2025-07-02').length]).toEqual([3, 2])
  expect(on('2025-09-15')[0]).toContain('all but the $500 deposit')
  expect(on('2025-09-16')).toEqual(['The last day for a refund was September 15, 2025.'])
})

test('the same in short is a bar of dated steps, each over, now or ahead', () => {
  const on = (today: string, bookedOn = '2025-06-01') => {
    const days = refundDays({ bookedOn, startsOn: '2025-10-16', noRefundDays: NO_REFUND_DAYS })
    return refundSteps(days, { depositCents: 50_000 as Cents }, today)
  }
  expect(on('2025-07-02')).toEqual([
    { when: 'Until Jul 1, 2025', back: 'Everything back', state: 'over' },
    { when: 'Until Sep 15, 2025', back: 'All but $500', state: 'now' },
    { when: 'From Sep 16, 2025', back: 'No refund', state: 'ahead' },
  ])
  expect(on('2025-07-01').map(({ state }) => state)).toEqual(['now', 'ahead', 'ahead'])
  expect(on('2025-09-16').map(({ state }) => state)).toEqual(['over', 'over', 'now'])
  expect(on('2025-08-25', '2025-08-25').map(({ back }) => back)).toEqual(['Everything back', 'No refund'])
})

test('who agreed to the first sentence alone gets what it says until the journey begins', () => {
  const short = { noRefundDays: null }
  expect(quote(450_000, '2025-07-01', short)).toMatchObject({ refundCents: 450_000 })
  expect(quote(450_000, '2025-10-15', short)).toMatchObject({ refundCents: 400_000, why: 'deposit-stays' })
  expect(quote(450_000, '2025-10-16', short)).toMatchObject({ refundCents: 0, why: 'has-begun' })
  expect(datesOf('2025-06-01', null)).toContain(
    'Cancel from July 2 to October 15, 2025, and you get back all but the $500 deposit.',
  )
})

describe('where the dates were moved', () => {
  test('to later ones, what comes back does so for longer', () => {
    expect(quote(450_000, '2025-11-01', { movedTo: '2025-12-16' })).toMatchObject({ refundCents: 400_000 })
    expect(quote(450_000, '2025-11-16', { movedTo: '2025-12-16' })).toMatchObject({ why: 'too-late' })
    expect(datesOf('2025-06-01', NO_REFUND_DAYS, '2025-12-16')).toContain(
      'Cancel on November 16, 2025, or later, and there is no refund.',
    )
  })

  test('to sooner ones, the agreed days stay until the journey begins', () => {
    expect(quote(450_000, '2025-09-09', { movedTo: '2025-09-10' })).toMatchObject({ refundCents: 400_000 })
    expect(quote(450_000, '2025-09-10', { movedTo: '2025-09-10' })).toMatchObject({ why: 'has-begun' })
    expect(datesOf('2025-06-01', NO_REFUND_DAYS, '2025-09-10')).toContain(
      'Cancel on September 10, 2025, or later, and there is no refund.',
    )
  })
})

test('the days that are told are those of the quote, whenever somebody books and asks', () => {
  for (let booked = 0; booked < 140; booked += 1) {
    const bookedOn = addDays('2025-06-01', booked)
    const days = refundDays({ bookedOn, startsOn: '2025-10-16', noRefundDays: NO_REFUND_DAYS })
    for (let day = booked; day < 140; day += 1) {
      const today = addDays('2025-06-01', day)
      const said = today <= days.everythingUntil ? 450_000 : today < days.nothingFrom ? 400_000 : 0
      expect(quote(450_000, today, { bookedOn }).refundCents).toBe(said)
    }
  }
})

describe('the first thirty days', () => {
  test.each([
    ['on the day of booking', '2025-06-01'],
    ['on the thirtieth day after it', '2025-07-01'],
  ])('everything comes back %s', (_, today) => {
    expect(quote(50_000, today)).toEqual({ refundCents: 50_000, retainedCents: 0, why: 'within-30-days' })
    expect(quote(450_000, today)).toEqual({ refundCents: 450_000, retainedCents: 0, why: 'within-30-days' })
  })

  test('the deposit stays from the thirty-first on', () => {
    expect(quote(50_000, '2025-07-02')).toEqual({
      refundCents: 0,
      retainedCents: 50_000,
      why: 'deposit-stays',
    })
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
      retainedCents: paid - back,
      why: 'deposit-stays',
    })
  })

  test('the thirtieth day before departure is the first too late', () => {
    expect(quote(450_000, '2025-09-15')).toMatchObject({ refundCents: 400_000, why: 'deposit-stays' })
    expect(quote(450_000, '2025-09-16')).toEqual({ refundCents: 0, retainedCents: 450_000, why: 'too-late' })
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
        retainedCents: 450_000,
        why: 'has-begun',
      })
  })
})

test('who paid nothing gets nothing, on any day', () => {
  for (const today of ['2025-06-01', '2025-08-20', '2025-10-10', '2025-11-10'])
    expect(quote(0, today)).toEqual({ refundCents: 0, retainedCents: 0, why: 'nothing-paid' })
})

test('refund and rest always make what was paid', () => {
  for (const paid of [1, 49_999, 50_000, 50_001, 250_000, 450_000])
    for (const today of ['2025-06-01', '2025-07-01', '2025-07-02', '2025-09-16', '2025-09-17']) {
      const { refundCents, retainedCents } = quote(paid, today)
      expect(refundCents + retainedCents).toBe(paid)
      expect(refundCents).toBeGreaterThanOrEqual(0)
    }
})
