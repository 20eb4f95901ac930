import { beforeEach, expect, test } from 'vitest'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { beginCardPayment } from '#app/money/changes/paying/begin-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { cents } from '#app/platform/money'
import { seatsLeft } from '#app/tours/departures.server'
import { paymentSchedule } from '#app/views/booking-facts.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { payments } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import { anOrder, theDeparture } from '#tests/fixtures/orders'
import { aPaidBooking, byHand, payLater } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, joins, leaves, plan, quoteToLeave } from '#tests/fixtures/party-changes'
import { atNoon, beginPaying, payAtStripe } from '#tests/fixtures/payments'

// What is said of sums and days once a party has changed, and of sums that no card can pay.

beforeEach(anOpenTour)

test('joining and leaving keep the day on which an installment was paid', async () => {
  const { booking } = await aPaidBooking({ travelers: 1 })
  await payLater(booking, 400_000, at('2025-06-10'))
  const days = () => installmentsOf(booking.id).map(({ paidAt }) => paidAt)
  expect(days()).toEqual([at('2025-06-10'), at('2025-06-10')])
  await joins(booking, at('2025-06-20'))
  await leaves(booking, 2, at('2025-06-25'))
  expect(days()).toEqual([at('2025-06-10'), at('2025-06-10')])
  expect(plan(booking)).toHaveLength(2)
})

test('the first payment shows what was paid that day', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await leaves(booking, 2, at('2025-06-20'))
  expect(paymentSchedule({ ...booking, depositCents: cents(50_000) })[0]).toMatchObject({
    label: 'Deposit',
    amountCents: 100_000,
    paidOn: '2025-06-01',
  })
})

test('a rest that no card can pay is not said to be left', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await byHand(booking, 799_960, {}, at('2025-06-10'))
  // Of the two, each has 20 cents to pay: who stays is not asked for them.
  expect(quoteToLeave(booking, 2, at('2025-06-20')).remainingCents).toBe(0)
})

test('a party whose sum Stripe cannot charge holds no seat', async () => {
  db.update(departures)
    .set({ doublePriceCents: cents(60_000_000) })
    .run()
  const seats = seatsLeft(theDeparture())
  expect(await beginCardPayment(anOrder({ travelers: 2, paymentType: 'full' }), atNoon)).toEqual({
    refused: 'not-chargeable',
  })
  expect(seatsLeft(theDeparture())).toBe(seats)
})

test('money in another currency is nobody’s until staff look', async () => {
  const { intent } = await beginPaying(anOrder())
  const paid = await payAtStripe(intent.id)
  expect(takePayment({ ...paid, currency: 'kes' }, at('2025-06-01'))).toEqual({ outcome: 'unknown' })
  expect(db.select().from(payments).all()).toEqual([])
  expect(db.select({ kind: outbox.kind }).from(outbox).all()).toEqual([{ kind: 'staff-unknown-payment' }])
})
