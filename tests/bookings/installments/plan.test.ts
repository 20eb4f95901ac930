import { expect, test } from 'vitest'
import { isAsShown, planFor, planInLine } from '#app/bookings/installments/plan'
import { owedByInstallment } from '#app/bookings/installments/settle-installments.server'
import { cents, centsOf } from '#app/platform/money'

const TERMS = {
  depositCents: centsOf(500),
  firstInstallmentDueOn: '2025-08-15',
  finalInstallmentDueOn: '2025-09-15',
  startsOn: '2025-10-16',
}
const DOUBLE = centsOf(4_500)
const dueDates = (bookedOn: string) => planFor(TERMS, DOUBLE, bookedOn).installments.map(({ dueOn }) => dueOn)

test.each([
  [4_500, 2_000],
  [6_500, 3_000],
])('of $%i, $500 now and two installments of $%i', (total, each) => {
  expect(planFor(TERMS, centsOf(total), '2025-06-01')).toMatchObject({
    totalCents: centsOf(total),
    depositCents: centsOf(500),
    remainingCents: centsOf(2 * each),
    installments: [
      { number: 1, amountCents: centsOf(each) },
      { number: 2, amountCents: centsOf(each) },
    ],
  })
})

test('an odd cent goes to the last installment', () => {
  const { installments } = planFor(TERMS, centsOf(4_500.01), '2025-06-01')
  expect(installments.map(({ amountCents }) => amountCents)).toEqual([200_000, 200_001])
})

test.each([
  ['before Aug 1, exactly the tour’s dates', '2025-07-31', ['2025-08-15', '2025-09-15']],
  ['on Aug 1 the first one is 14 days off all the same', '2025-08-01', ['2025-08-15', '2025-09-15']],
  ['later, 14 days after the booking', '2025-08-10', ['2025-08-24', '2025-09-15']],
  ['later still, 14 and 28 days after', '2025-09-01', ['2025-09-15', '2025-09-29']],
  ['shortly before departure, at the latest the day before it', '2025-10-10', ['2025-10-15', '2025-10-15']],
  ['after departure there is no day before it', '2025-11-01', ['2025-11-15', '2025-11-29']],
])('due dates of a booking %s', (_, bookedOn, dates) => {
  expect(dueDates(bookedOn)).toEqual(dates)
})

test('who saw a plan without its condition has not seen it, also where they pay at once', () => {
  const plan = planFor(TERMS, DOUBLE, '2025-06-01')
  const runs = {
    minimumTravelers: 8,
    decideOn: '2025-08-07',
    sentence: 'This departure needs at least 8 travelers.',
  }
  const shown = { plan: planInLine(plan) }
  for (const paymentType of ['deposit', 'full'] as const) {
    expect(isAsShown(shown, plan, paymentType)).toBe(true)
    expect(isAsShown(shown, { ...plan, runs }, paymentType)).toBe(false)
    expect(isAsShown({ plan: planInLine({ ...plan, runs }) }, { ...plan, runs }, paymentType)).toBe(true)
  }
})

test('a single cent that is left is due once', () => {
  expect(planFor(TERMS, centsOf(500.01), '2025-06-01').installments).toMatchObject([
    { number: 2, amountCents: 1, dueOn: '2025-09-15' },
  ])
})

test('a deposit that covers the price leaves nothing to pay', () => {
  expect(planFor(TERMS, centsOf(500), '2025-06-01').installments).toEqual([])
})

test.each([
  [250_000, [50_000, 200_000]],
  [200_050, [50, 200_000]],
  [200_049, [0, 200_049]],
  [200_001, [0, 200_001]],
  [200_000, [0, 200_000]],
])('of %i cents left, the next installments ask for %j', (left, asked) => {
  const planned = [1, 2].map((number) => ({ number, amountCents: cents(200_000) }))
  expect(owedByInstallment(planned, cents(left)).map(({ owedCents }) => owedCents)).toEqual(asked)
})
