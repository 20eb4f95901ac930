import { beforeEach, expect, test } from 'vitest'
import { beginCardPayment } from '#app/money/changes/paying/begin-payment.server'
import { settleIntent } from '#app/money/changes/paying/settle.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { reconcile } from '#app/money/reconcile.server'
import { retrieveIntent } from '#app/money/stripe/intents.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, aTraveler, minutesAfter, NOON } from '#tests/fixtures/orders'
import {
  atNoon,
  beginPaying,
  bookingNow,
  CARD,
  ledger,
  nothingBooked,
  payAtStripe,
} from '#tests/fixtures/payments'

beforeEach(() => {
  nothingBooked()
  db.update(departures)
    .set({ doublePriceCents: 450_000 as never })
    .run()
})

const couple = () => {
  const his = anOrder({ traveler: aTraveler({ name: 'Dale', email: 'home@example.com' }) })
  const hers = {
    ...his,
    checkoutKey: 'her-tab',
    traveler: aTraveler({ name: 'Mary Beth', email: 'home@example.com' }),
  }
  return { his, hers }
}

test('a couple with one e-mail address books two seats', async () => {
  const { his, hers } = couple()
  const [dale, mary] = [await beginPaying(his), await beginPaying(hers)]
  await payAtStripe(dale.intent.id)
  await payAtStripe(mary.intent.id)
  await reconcile(atNoon)

  expect(bookingNow(dale.booking)).toMatchObject({ customerName: 'Dale', status: 'deposit_paid' })
  expect(bookingNow(mary.booking)).toMatchObject({ customerName: 'Mary Beth', status: 'deposit_paid' })
})

test('another name does not take over a paid booking', async () => {
  const { his, hers } = couple()
  const dale = await beginPaying(his)
  await payAtStripe(dale.intent.id)

  expect(await beginCardPayment({ ...hers, checkoutKey: his.checkoutKey }, atNoon)).toMatchObject({
    refused: 'already-booked',
  })
  expect(bookingNow(dale.booking)).toMatchObject({ customerName: 'Dale', status: 'deposit_paid' })
})

test('of two rooms at once, the paid one is booked', async () => {
  const double = anOrder()
  for (let time = 0; time < 10; time += 1) {
    nothingBooked()
    const begun = await Promise.all([
      beginCardPayment(double, atNoon),
      beginCardPayment({ ...double, checkoutKey: 'other-tab', roomType: 'single' }, atNoon),
    ])
    for (const each of begun) {
      if ('refused' in each) continue
      const paid = await payAtStripe(each.intent.id).catch(() => null)
      if (paid?.status === 'succeeded') takePayment(paid, NOON)
    }
    const [booking] = db.select().from(bookings).all()
    const winner = stripeSandbox
      .paymentIntents()
      .find(
        ({ id, status }) => status === 'succeeded' && begun.some((b) => 'intent' in b && b.intent.id === id),
      )
    expect(winner?.description).toContain(`${booking?.roomType} room`)
    expect(ledger()).toHaveLength(1)
  }
})

test('a held seat keeps its price when staff raise it', async () => {
  const order = anOrder()
  const first = await beginPaying(order)
  db.update(departures)
    .set({ doublePriceCents: 600_000 as never })
    .run()
  const second = await beginPaying(order)

  expect(second.booking).toMatchObject({ id: first.booking.id, totalCents: 450_000 })
})

test('a double submit while Stripe is slow gets one intent', async () => {
  const order = anOrder()
  const earlier = stripeSandbox.requests().length
  const held = stripeSandbox.hold('POST /v1/payment_intents')
  const both = Promise.all([beginPaying(order), beginPaying(order)])
  await held.seen()
  const toTwin = () =>
    stripeSandbox
      .requests()
      .slice(earlier)
      .map(({ status }) => status)
  await expect.poll(toTwin).toContain(409)
  held.release()

  const [first, second] = await both
  expect(second.intent.id).toBe(first.intent.id)
})

test('a fifth decline during an option switch keeps the seat', async () => {
  const order = anOrder()
  const { booking, intent } = await beginPaying(order)
  const heardOf = async () => {
    const record = unsettledIntentOf(booking.id)
    if (record) await settleIntent(record, await retrieveIntent(intent.id), atNoon)
  }
  for (let decline = 1; decline <= 4; decline += 1) {
    await payAtStripe(intent.id, CARD.declined)
    await heardOf()
  }
  const fifth = await payAtStripe(intent.id, CARD.declined)
  const record = unsettledIntentOf(booking.id)
  const held = stripeSandbox.hold(/^POST .*\/cancel$/)
  const both = Promise.all([
    beginPaying({ ...order, paymentType: 'full' }),
    record && settleIntent(record, fifth, atNoon),
  ])
  await held.seen(2)
  held.release()
  const [full] = await both

  expect(full.booking.id).toBe(booking.id)
  expect(unsettledIntentOf(booking.id)?.stripeIntentId).toBe(full.intent.id)
  expect(bookingNow(booking).status).toBe('pending')
})

test('a hold that ran out is replaced, not renewed', async () => {
  const order = anOrder()
  const first = await beginPaying(order)
  const second = await beginPaying(order, minutesAfter(31))

  expect(second.booking.id).not.toBe(first.booking.id)
  expect(bookingNow(first.booking).status).toBe('expired')
  expect(stripeSandbox.paymentIntents().find(({ id }) => id === first.intent.id)?.status).toBe('canceled')
})

test('repeated card testing locks an address out for a day', async () => {
  const addressDigest = 'a-card-tester'
  for (let booking = 0; booking < 3; booking += 1) {
    const { booking: held } = await beginPaying(anOrder({ addressDigest }))
    db.update(bookings).set({ status: 'payment_failed' }).run()
    expect(held.status).toBe('pending')
  }
  expect(await beginCardPayment(anOrder({ addressDigest }), atNoon)).toEqual({
    refused: 'declined-too-often',
  })
  const tomorrow = minutesAfter(25 * 60)
  expect(await beginCardPayment(anOrder({ addressDigest }), () => tomorrow)).toHaveProperty('booking')
})
