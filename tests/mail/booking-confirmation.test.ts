import { expect, test } from 'vitest'
import { letterAsHtml, letterAsText } from '#app/mail/letter'
import { bookingConfirmation } from '#app/money/letters/payment-mail.server'
import { centsOf } from '#app/platform/money'
import { refundOnOffer } from '#app/tours/refund-policy'

const OFFER = refundOnOffer({ depositCents: centsOf(500), bookedOn: '2025-06-01', startsOn: '2025-10-16' })
const DEPOSIT = {
  travelerName: 'Wanjiru Kamau',
  reference: 'TS-7K2M9Q',
  tourId: 1,
  tourName: 'Texas Country Music & Safari Tour',
  startsOn: '2025-10-16',
  endsOn: '2025-10-27',
  roomName: 'Double room',
  travelers: 1,
  totalCents: centsOf(4_500),
  paidCents: centsOf(500),
  balanceCents: centsOf(4_000),
  installments: [
    { number: 1, name: 'First installment', owedCents: centsOf(2_000), dueOn: '2025-08-15' },
    { number: 2, name: 'Final installment', owedCents: centsOf(2_000), dueOn: '2025-09-15' },
  ],
  earlyBird: null,
  notes: [],
  refundTerms: {
    steps: [],
    besides: [],
    dates: OFFER.dates.split('\n'),
    notes: [],
    accepted: [OFFER.terms],
    pages: [],
  },
  bookingAddress: 'https://example.com/booking-confirmation?booking_id=TS-7K2M9Q&payment_intent=pi_1',
  contactEmail: 'hello@example.com',
  contactPhone: '+1 512',
}

test.each([
  ['text', letterAsText],
  ['HTML', letterAsHtml],
])('the %s part names payments, due dates and refund terms', (_, part) => {
  const letter = part(bookingConfirmation(DEPOSIT)).replaceAll('\u00a0', ' ')

  for (const fact of [
    'TS-7K2M9Q',
    '$500',
    '$4,000',
    '$2,000',
    'Aug 15, 2025',
    'Sep 15, 2025',
    'Oct 16 to Oct 27, 2025',
    'What happens next',
    'after that the $500 deposit is non-refundable. From September 16, 2025 (30 days before departure) nothing',
    'Cancel by July 1, 2025, and you get back everything you paid.',
  ])
    expect(letter).toContain(fact)
})

test('a tour paid in full mentions no installments', () => {
  const letter = letterAsText(
    bookingConfirmation({
      ...DEPOSIT,
      paidCents: centsOf(4_500),
      balanceCents: centsOf(0),
      installments: [],
    }),
  )
  expect(letter).toContain('paid in full')
  expect(letter).not.toContain('First installment')
})

test('the way to the booking stands above its facts, address and number are links', () => {
  const letter = bookingConfirmation(DEPOSIT)
  const html = letterAsHtml(letter)
  const ways = [...html.matchAll(/class="button( second)?"/g)].map(({ index }) => index)
  expect(ways).toHaveLength(1)
  expect(html).toMatch(/On <a href="https:[^"]*" [^>]*>your booking page<\/a> you can see/)
  expect(ways[0]).toBeLessThan(html.indexOf('TS-7K2M9Q</td>'))
  expect(html).toContain('href="mailto:hello@example.com"')
  expect(html).toContain('href="tel:+1512"')
  expect(letterAsText(letter)).toContain(
    'Questions? Reply to this email, write to hello@example.com or call +1 512.',
  )
})

test.each([
  [{ contactPhone: '' }, 'Questions? Reply to this email or write to hello@example.com.'],
  [{ contactEmail: '' }, 'Questions? Reply to this email or call +1 512.'],
  [{ contactEmail: '', contactPhone: '' }, 'Questions? Reply to this email.'],
])('of how to reach us only what is known is said: %o', (contact, says) => {
  expect(letterAsText(bookingConfirmation({ ...DEPOSIT, ...contact }))).toContain(says)
})
