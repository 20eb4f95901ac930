import { expect, test } from 'vitest'
import { dueTogether, plannedTogether } from '#app/bookings/installments/due'
import { installmentName, JOINERS_DEPOSIT, planFor } from '#app/bookings/installments/plan'
import { letterAsText } from '#app/mail/letter'
import { bookingConfirmation } from '#app/money/letters/payment-mail.server'
import { type Cents, cents, showCents } from '#app/platform/money'

const TOUR = {
  depositCents: cents(50_000),
  firstInstallmentDueOn: '2025-08-15',
  finalInstallmentDueOn: '2025-09-15',
  startsOn: '2025-10-16',
}
const said = (bookedOn: string, price = 450_000) =>
  plannedTogether(planFor(TOUR, cents(price), bookedOn)).map(
    ({ name, amountCents, dueOn }) => `${name}: ${showCents(amountCents)} by ${dueOn}`,
  )

test.each([
  ['2025-06-01', ['First installment: $2,000 by 2025-08-15', 'Final installment: $2,000 by 2025-09-15']],
  ['2025-09-30', ['First installment: $2,000 by 2025-10-14', 'Final installment: $2,000 by 2025-10-15']],
  ['2025-10-01', ['Both installments: $4,000 by 2025-10-15']],
])('booked on %s', (bookedOn, words) => {
  expect(said(bookedOn)).toEqual(words)
})

test('what is paid already is told by itself', () => {
  const due = { amountCents: cents(1), dueOn: '2025-10-15' }
  const installment = { ...due, number: 1, name: 'First installment', isPaid: true }
  const open = { ...due, number: 2, name: 'Final installment', isPaid: false }
  expect(dueTogether([installment, open])).toEqual([installment, open])
  expect(dueTogether([open, { ...open, amountCents: cents(2) }])).toEqual([
    { ...open, name: 'Both installments', amountCents: 3 },
  ])
})

test('a deposit in the sum is known by its number, whatever the installments are called', () => {
  const row = (number: number, name: string) => ({ number, name, amountCents: cents(1), dueOn: '2025-10-15' })
  const said = (...rows: ReturnType<typeof row>[]) => dueTogether(rows).map(({ name }) => name)
  const joiner = row(JOINERS_DEPOSIT, 'For Amina')
  expect(said(joiner, row(1, 'One'), row(2, 'Two'))).toEqual(['Deposit and installments'])
  expect(said(row(1, 'Deposited'), row(2, 'Two'))).toEqual(['Both installments'])
})

test('the confirmation letter asks one sum for one due day', () => {
  const owed = (number: number, owedCents: Cents) => ({
    ...{ number, owedCents, dueOn: '2025-10-15' },
    name: installmentName(number, [{ number: 1 }, { number: 2 }]),
  })
  const letter = letterAsText(
    bookingConfirmation({
      travelerName: 'Wanjiru Kamau',
      reference: 'TS-7K2M9Q',
      tourId: 1,
      tourName: 'Tour',
      startsOn: '2025-10-16',
      endsOn: '2025-10-27',
      roomName: 'Double room',
      travelers: 1,
      totalCents: cents(450_000),
      paidCents: cents(50_000),
      balanceCents: cents(400_000),
      installments: [owed(1, cents(200_000)), owed(2, cents(200_000))],
      earlyBird: null,
      notes: [],
      refundTerms: { steps: [], besides: [], dates: [], notes: [], accepted: [], pages: [] },
      bookingAddress: 'https://example.com/booking/x',
      contactEmail: 'hello@example.com',
      contactPhone: '+1 512',
    }),
  )
  expect(letter).toMatch(/Both installments, due Oct 15, 2025:? +\$4,000/)
  expect(letter).not.toContain('$2,000')
})
