import { beforeEach, describe, expect, test } from 'vitest'
import { checkoutDeparture } from '#app/bookings/checkout-offer.server'
import {
  beginCardPayment,
  beginHostedPayment,
  showCardForm,
} from '#app/money/changes/paying/begin-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { StripeUnavailable } from '#app/money/stripe/client.server'
import { seatsLeft } from '#app/tours/departures.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, aTraveler, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  atNoon,
  atStripe,
  beginPaying,
  bookingNow,
  CARD,
  ledger,
  nothingBooked,
  payAtStripe,
} from '#tests/fixtures/payments'

beforeEach(nothingBooked)

test('ten submits of one page make one payment intent', async () => {
  const order = anOrder()
  const begun = await Promise.all(Array.from({ length: 10 }, () => beginPaying(order)))

  expect(new Set(begun.map(({ booking }) => booking.id)).size).toBe(1)
  expect(new Set(begun.map(({ intent }) => intent.id)).size).toBe(1)
  expect(seatsLeft(theDeparture())).toBe(19)
})

test('the intent behind the card form takes no card', async () => {
  const order = anOrder()
  const shown = await showCardForm(
    { ...order, at: checkoutDeparture(null, order.browserDigest, atNoon()) },
    atNoon,
  )
  if ('refused' in shown) throw new Error(shown.refused)
  const { intent } = await beginPaying(order)

  expect(intent.id).not.toBe(shown.intent.id)
  expect(() => stripeSandbox.payIntent(shown.intent.id, CARD.good)).toThrow('publishable key')
  expect(await payAtStripe(intent.id)).toMatchObject({ status: 'succeeded' })
})

test('another payment option replaces the old payment intent', async () => {
  const order = anOrder()
  const deposit = await beginPaying(order)
  const full = await beginPaying({ ...order, paymentType: 'full' })

  expect(full.booking.id).toBe(deposit.booking.id)
  expect(full.intent).toMatchObject({ amountCents: 450_000 })
  expect(atStripe(deposit.intent.id)?.status).toBe('canceled')
})

test('switching options after the charge leaves the booking unchanged', async () => {
  const order = anOrder()
  const deposit = await beginPaying(order)
  await payAtStripe(deposit.intent.id)

  expect(await beginCardPayment({ ...order, paymentType: 'full' }, atNoon)).toMatchObject({
    refused: 'already-booked',
  })
  expect(bookingNow(deposit.booking)).toMatchObject({ status: 'deposit_paid', paymentType: 'deposit' })
  expect(ledger()).toEqual([{ kind: 'payment', amountCents: 50_000 }])
})

test('a second tab cannot pay again for a paid booking', async () => {
  const order = anOrder()
  const first = await beginPaying(order)
  await payAtStripe(first.intent.id)

  expect(await beginCardPayment({ ...order, checkoutKey: 'another-tab' }, atNoon)).toMatchObject({
    refused: 'already-booked',
  })
  expect(await beginHostedPayment({ ...order, checkoutKey: 'a-third' }, atNoon)).toMatchObject({
    refused: 'already-booked',
  })
  expect(ledger()).toHaveLength(1)
})

test('a declined card leaves the hold and intent open', async () => {
  const order = anOrder()
  const first = await beginPaying(order)
  await payAtStripe(first.intent.id, CARD.declined)
  const second = await beginPaying(order)

  expect(second.intent.id).toBe(first.intent.id)
  takePayment(await payAtStripe(second.intent.id), NOON)
  expect(bookingNow(first.booking).status).toBe('deposit_paid')
})

test('the fifth declined card frees the seat', async () => {
  const order = anOrder()
  const { booking, intent } = await beginPaying(order)
  for (let decline = 1; decline <= 4; decline += 1) {
    await payAtStripe(intent.id, CARD.declined)
    expect(await beginCardPayment(order, atNoon)).toMatchObject({ intent: { id: intent.id } })
  }
  await payAtStripe(intent.id, CARD.declined)

  expect(await beginCardPayment(order, atNoon)).toEqual({ refused: 'declined-too-often' })
  expect(atStripe(intent.id)?.status).toBe('canceled')
  expect(bookingNow(booking).status).toBe('payment_failed')
  expect(seatsLeft(theDeparture())).toBe(20)
})

test('the tenth declined card frees the seat despite switched options', async () => {
  const order = anOrder()
  const { booking } = await beginPaying(order)
  const tried = new Set<string>()
  for (let decline = 1; decline <= 10; decline += 1) {
    // Four on each intent: a fifth would end it.
    const paymentType = Math.ceil(decline / 4) % 2 ? 'deposit' : 'full'
    const { intent } = await beginPaying({ ...order, paymentType })
    await payAtStripe(intent.id, CARD.declined)
    tried.add(intent.id)
  }

  expect(await beginCardPayment(order, atNoon)).toEqual({ refused: 'declined-too-often' })
  expect(bookingNow(booking).status).toBe('payment_failed')
  expect(tried.size).toBe(3)
  for (const id of tried) expect(atStripe(id)?.status).toBe('canceled')
  expect(seatsLeft(theDeparture())).toBe(20)
})

describe('the hosted page', () => {
  test('is one page however often the form is posted', async () => {
    const order = anOrder()
    const card = await beginPaying(order)
    const [first, second] = await Promise.all([
      beginHostedPayment(order, atNoon),
      beginHostedPayment(order, atNoon),
    ])

    expect(first).toMatchObject({ booking: { id: card.booking.id } })
    expect(first).toMatchObject({ url: 'url' in second ? second.url : 'another' })
    expect(atStripe(card.intent.id)?.status).toBe('canceled')
  })

  test('is closed when the traveler pays on our page', async () => {
    const order = anOrder()
    await beginHostedPayment(order, atNoon)
    await beginPaying(order)

    expect(stripeSandbox.sessions()[0]?.status).toBe('expired')
  })
})

describe('while Stripe cannot be reached', () => {
  test('the seat stays held, and the next try gets it', async () => {
    const order = anOrder()
    stripeSandbox.switches.apiDown = true
    await expect(beginCardPayment(order, atNoon)).rejects.toThrow(StripeUnavailable)
    stripeSandbox.switches.apiDown = false

    expect(seatsLeft(theDeparture())).toBe(19)
    expect(await beginPaying(order)).toHaveProperty('intent')
    expect(seatsLeft(theDeparture())).toBe(19)
  })
})

test('names in any script are booked as they are', async () => {
  const traveler = aTraveler({ name: '<b>ليلى</b> 🦁 "Otieno"', city: '東京' })
  const { booking, intent } = await beginPaying(anOrder({ traveler }))
  takePayment(await payAtStripe(intent.id), NOON)

  expect(bookingNow(booking)).toMatchObject({ customerName: '<b>ليلى</b> 🦁 "Otieno"', customerCity: '東京' })
})
