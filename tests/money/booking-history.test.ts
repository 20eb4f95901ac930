import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { beginCardPayment } from '#app/money/changes/paying/begin-payment.server'
import { confirmReturn } from '#app/money/changes/paying/confirm-return.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { endHolds, reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { historyOf } from '#app/views/history.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter, NOON } from '#tests/fixtures/orders'
import { aPaidBooking, byHand, cancel, payLater, refund } from '#tests/fixtures/paid-bookings'
import { atNoon, beginPaying, CARD, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// Whatever becomes of a booking leaves an entry that staff can read.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

/** Its history, oldest first, as it reads on its page: Stripe's own ids left out. */
const story = (booking: Pick<Booking, 'reference'>): string[] =>
  historyOf(`booking:${booking.reference}`, { from: 'start' })
    .acts.toReversed()
    .map(({ who, did, detail }) => `${who} ${did.replace(/ (for|of)$/, '')}: ${detail}`)
    .map((line) => line.replace(/ · Stripe’s \w+ \w+$/, ''))

test('from the held seat to the last installment', async () => {
  const { booking, intent } = await beginPaying()
  takePayment(await payAtStripe(intent.id), NOON)
  await confirmReturn(booking.reference, intent.id, atNoon)
  await confirmReturn(booking.reference, intent.id, atNoon)
  await payLater(booking, 200_000)
  await byHand(booking, 200_000, { note: 'No. 42' })
  expect(story(booking)).toEqual([
    'The traveler began to book: a seat is held · double room · deposit · price $4,500',
    'The traveler opened a payment: $500 · with the card form',
    'Stripe took a payment: $500 · status from pending to deposit paid',
    'The traveler came back from paying: status from deposit paid to completed',
    'The traveler opened a payment: $2,000 · with the card form',
    'The site marked an installment as paid: installment 1 · $2,000',
    'Stripe took a payment: $2,000',
    'The site marked an installment as paid: installment 2 · $2,000',
    'Wambui took a payment: $2,000 · by check · note: No. 42',
  ])
})

test('a hold that is changed, and then runs out', async () => {
  const order = anOrder()
  const begun = await beginCardPayment(order, atNoon)
  if ('refused' in begun) throw new Error(begun.refused)
  await beginCardPayment({ ...order, roomType: 'single', paymentType: 'full' }, atNoon)
  await endHolds(() => minutesAfter(31))
  expect(story(begun.booking)).toEqual([
    'The traveler began to book: a seat is held · double room · deposit · price $4,500',
    'The traveler opened a payment: $500 · with the card form',
    'The site closed a payment that no one made: $500',
    'The traveler changed the details: changed: room, payment option, price · single room · the full price · price $6,500',
    'The traveler opened a payment: $6,500 · with the card form',
    'The site closed a payment that no one made: $6,500',
    'The schedule gave back the seat: no one paid in time · status from pending to expired',
  ])
})

test('a card declined until the seat is given back', async () => {
  const { booking, intent } = await beginPaying()
  for (let time = 1; time <= 5; time += 1) {
    stripeSandbox.payIntent(intent.id, CARD.declined)
    await reconcile(atNoon)
  }
  expect(story(booking).slice(2)).toEqual([
    'Stripe declined a card: $500',
    'Stripe declined a card: $500 · 2 times so far',
    'Stripe declined a card: $500 · 3 times so far',
    'Stripe declined a card: $500 · 4 times so far',
    'Stripe declined a card: $500 · 5 times so far',
    'The site closed a payment that no one made: $500',
    'The schedule gave back the seat: too many cards were declined · status from pending to payment failed',
  ])
})

test('a price-lowering refund that fails at the bank', async () => {
  const { booking } = await aPaidBooking()
  await refund(booking, 20_000)
  const [made] = stripeSandbox.refunds()
  const failed = {
    id: String(made?.id),
    intentId: String(made?.payment_intent),
    orderKey: null,
    attempt: null,
  }
  recordRefund({ ...failed, amountCents: 20_000, state: 'failed' } as never, minutesAfter(1_000))
  expect(story(booking).slice(3)).toEqual([
    'The site changed the price: from $4,500 to $4,300',
    'Wambui ordered a refund: $200 · the price is lowered by it',
    'Stripe made a refund: $200',
    'Stripe reported that a refund failed: $200',
    'The site changed the price: from $4,300 to $4,500',
  ])
})

test('a refund owed again reopens a paid installment', async () => {
  const { booking } = await aPaidBooking()
  await payLater(booking, 400_000)
  await refund(booking, 150_000, { reason: 'owed-again' })
  expect(story(booking).slice(-3)).toEqual([
    'The site opened an installment again: installment 2 · $2,000',
    'Wambui ordered a refund: $1,500 · the traveler owes it again',
    'Stripe made a refund: $1,500',
  ])
})

test('a refund that Stripe refuses for good', async () => {
  const { booking, intentId } = await aPaidBooking()
  stripeSandbox.openDispute(intentId)
  await refund(booking, 20_000)
  for (let hour = 1; hour < 60; hour += 1) await payOwedRefunds(() => minutesAfter(60 * hour))
  expect(story(booking).at(-1)).toBe(
    'Stripe permanently refused a refund: $200 · the price is lowered by it · Stripe said: charge disputed',
  )
})

test('a booking that is canceled, and whose money goes back', async () => {
  const { booking } = await aPaidBooking()
  await cancel(booking)
  expect(story(booking).slice(3)).toEqual([
    'Wambui canceled the booking: $500 goes back · within 30 days of booking · status from deposit paid to canceled',
    'Stripe made a refund: $500',
    'The site ended the booking: all that was paid went back · status from canceled to refunded',
  ])
})
