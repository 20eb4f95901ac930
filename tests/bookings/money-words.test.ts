import { describe, expect, test } from 'vitest'
import { type BookingMoney, moneyWords, notReturnedCents, openCents, statusWords } from '#app/bookings/status'
import { cents } from '#app/platform/money'

type Amounts = {
  kept?: number
  back?: number
  stuck?: number
  stays?: number | null
  total?: number
  off?: number
  comes?: number
}

const money = (
  status: BookingMoney['status'],
  moneyState: BookingMoney['moneyState'],
  { kept = 0, back = 0, stuck = 0, stays = null, total = 450_000, off = 0, comes = 0 }: Amounts = {},
): BookingMoney => ({
  status,
  moneyState,
  totalCents: cents(total),
  depositCents: cents(50_000),
  keptCents: cents(kept),
  goingBackCents: cents(back),
  stuckBackCents: cents(stuck),
  writtenOffCents: cents(off),
  askedCents: cents(moneyState === 'balance-open' ? total - kept - comes : 0),
  onItsWayCents: cents(comes),
  staysCents: stays === null ? null : cents(stays),
})

const CASES: [string, string, BookingMoney][] = [
  ['Held, nothing paid', 'quiet', money('pending', 'held')],
  ['Deposit paid, $4,000 open', 'quiet', money('deposit_paid', 'balance-open', { kept: 50_000 })],
  [
    'Deposit paid, $2,000 open, $2,000 on its way',
    'quiet',
    money('deposit_paid', 'balance-open', { kept: 50_000, comes: 200_000 }),
  ],
  [
    'Deposit paid, $4,000 on its way',
    'quiet',
    money('completed', 'balance-open', { kept: 50_000, comes: 400_000 }),
  ],
  [
    'Deposit paid, nothing due',
    'quiet',
    { ...money('deposit_paid', 'balance-open', { kept: 50_000 }), askedCents: cents(0) },
  ],
  ['Deposit paid, $4,000 open', 'quiet', money('completed', 'balance-open', { kept: 50_000 })],
  ['Deposit paid, $2,000 open', 'quiet', money('completed', 'balance-open', { kept: 250_000 })],
  ['$300 paid, $4,200 open', 'quiet', money('deposit_paid', 'balance-open', { kept: 30_000 })],
  [
    'Deposit paid, $2,200 open, $200 on its way back',
    'quiet',
    money('completed', 'balance-open', { kept: 230_000, back: 20_000 }),
  ],
  [
    '$500 paid, $4,000 written off',
    'quiet',
    money('completed', 'paid-in-full', { kept: 50_000, total: 50_000, off: 400_000 }),
  ],
  ['Paid in full', 'success', money('completed', 'paid-in-full', { kept: 450_000 })],
  [
    'Paid in full, $200 could not be given back',
    'failed',
    money('completed', 'paid-in-full', { kept: 430_000, stuck: 20_000, total: 430_000 }),
  ],
  ['Nothing kept, $500 on its way back', 'quiet', money('completed', 'refunded', { back: 50_000 })],
  ['Canceled, $500 kept', 'quiet', money('cancelled', 'cancelled', { kept: 50_000, stays: 50_000 })],
  ['Canceled, $500 kept', 'quiet', money('cancelled', 'cancelled', { kept: 50_000 })],
  [
    'Canceled, $500 kept, $4,000 on its way back',
    'quiet',
    money('cancelled', 'cancelled', { kept: 50_000, stays: 50_000, back: 400_000 }),
  ],
  ['Canceled, $4,500 on its way back', 'quiet', money('cancelled', 'cancelled', { back: 450_000, stays: 0 })],
  ['Canceled, nothing kept', 'quiet', money('cancelled', 'cancelled', { stays: 0 })],
  [
    'Canceled, $500 kept, $2,000 to be paid back by hand',
    'failed',
    money('cancelled', 'cancelled', { kept: 250_000, stays: 50_000 }),
  ],
  [
    'Canceled, $500 could not be given back',
    'failed',
    money('cancelled', 'cancelled', { stuck: 50_000, stays: 0 }),
  ],
  ['Refunded', 'quiet', money('refunded', 'refunded')],
  ['Refunded, $500 not given back', 'failed', money('refunded', 'refunded', { kept: 50_000 })],
  ['Expired', 'quiet', money('expired', 'expired')],
  ['Expired, $500 on its way back', 'quiet', money('expired', 'expired', { back: 50_000 })],
  ['Payment failed', 'quiet', money('payment_failed', 'payment-failed')],
]

test.each(CASES)('%s (%s)', (words, tone, booking) => {
  expect(moneyWords(booking)).toMatchObject({ words, tone })
})

test('beside what is open, the state does not say it again', () => {
  const state = (...of: Parameters<typeof money>) => moneyWords(money(...of)).state
  expect(state('completed', 'balance-open', { kept: 50_000 })).toBe('Deposit paid')
  expect(state('completed', 'balance-open', { kept: 230_000, back: 20_000 })).toBe(
    'Deposit paid, $200 on its way back',
  )
  expect(state('cancelled', 'cancelled', { kept: 50_000 })).toBe('Canceled, $500 kept')
})

test('an ended booking never says that its deposit is paid', () => {
  for (const status of ['cancelled', 'refunded', 'expired'] as const)
    for (const kept of [0, 50_000, 450_000])
      for (const stays of [null, 0, 50_000])
        expect(moneyWords(money(status, status, { kept, stays })).words).not.toContain('Deposit paid')
})

describe('what is open', () => {
  test('is the balance of a place that stands', () => {
    expect(openCents(money('completed', 'balance-open', { kept: 50_000 }))).toBe(400_000)
  })

  test('is nothing once the booking is canceled or fully refunded', () => {
    expect(openCents(money('cancelled', 'cancelled', { kept: 50_000 }))).toBe(0)
    expect(openCents(money('completed', 'refunded', { back: 50_000 }))).toBe(0)
  })
})

test('a standing booking has nothing to be given back', () => {
  expect(notReturnedCents(money('completed', 'balance-open', { kept: 50_000 }))).toBe(0)
})

test('the status never says more than the money', () => {
  const statuses = [
    [money('completed', 'balance-open', { kept: 50_000 }), 'Deposit paid'],
    [money('deposit_paid', 'balance-open', { kept: 50_000 }), 'Deposit paid'],
    [money('completed', 'paid-in-full', { kept: 450_000 }), 'Completed'],
    [money('pending', 'held'), 'Pending'],
    [money('cancelled', 'cancelled', { stays: 0 }), 'Canceled'],
  ] as const
  for (const [booking, words] of statuses) expect(statusWords(booking)).toBe(words)
})
