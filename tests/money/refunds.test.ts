import { beforeEach, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { keptCents } from '#app/money/books/ledger.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { receiveStripeEvent } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import type { StripeRefund } from '#app/money/stripe/refunds.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import {
  beginPaying,
  bookingNow,
  ledger,
  mailWritten,
  nothingBooked,
  payAtStripe,
} from '#tests/fixtures/payments'

beforeEach(nothingBooked)

const later = () => minutesAfter(40)

async function moneyThatFindsNoPlace() {
  const { booking, intent } = await beginPaying()
  const paid = await payAtStripe(intent.id)
  endBooking(booking.id, 'expired', minutesAfter(31))
  db.update(departures).set({ seats: 0 }).run()
  takePayment(paid, minutesAfter(32))
  return { booking, intent }
}

const refundOf = (intentId: string, state: StripeRefund['state'], id = 're_1'): StripeRefund => ({
  id,
  intentId,
  amountCents: 50_000 as StripeRefund['amountCents'],
  state,
  orderKey: null,
  attempt: null,
})

test('a refund already made at Stripe is not made again', async () => {
  const { booking, intent } = await moneyThatFindsNoPlace()
  stripeSandbox.refundInDashboard(intent.id)

  expect(await payOwedRefunds(later)).toEqual({ paidBack: 1 })
  expect(ledger()).toEqual([
    { kind: 'payment', amountCents: 50_000 },
    { kind: 'refund', amountCents: -50_000 },
  ])
  expect(bookingNow(booking).status).toBe('refunded')
  expect(db.select().from(refunds).get()?.state).toBe('done')
})

test('a refund that Stripe refuses is retried with another key', async () => {
  const { intent } = await moneyThatFindsNoPlace()
  db.update(refunds)
    .set({ amountCents: 60_000 as never })
    .run()

  expect(await payOwedRefunds(later)).toEqual({ paidBack: 0 })
  expect(await payOwedRefunds(later)).toEqual({ paidBack: 0 })
  expect(db.select().from(refunds).get()).toMatchObject({ state: 'owed', attempt: 2 })
  expect(mailWritten().filter((kind) => kind === 'staff-refund-trouble')).toHaveLength(1)

  db.update(refunds)
    .set({ amountCents: 50_000 as never })
    .run()
  expect(await payOwedRefunds(() => minutesAfter(120))).toEqual({ paidBack: 1 })
  expect(stripeSandbox.refunds().filter(({ payment_intent }) => payment_intent === intent.id)).toHaveLength(1)
})

test('money that is owed back does not count as paid', async () => {
  const { booking } = await moneyThatFindsNoPlace()
  expect(keptCents(booking.id)).toBe(0)
})

test('a late refund failure is balanced in the ledger once', async () => {
  const { booking, intent } = await beginPaying()
  takePayment(await payAtStripe(intent.id), NOON)
  recordRefund(refundOf(intent.id, 'made'), later())
  expect(bookingNow(booking).status).toBe('refunded')

  recordRefund(refundOf(intent.id, 'failed'), later())
  recordRefund(refundOf(intent.id, 'failed'), later())
  expect(ledger()).toEqual([
    { kind: 'payment', amountCents: 50_000 },
    { kind: 'refund', amountCents: -50_000 },
    { kind: 'adjustment', amountCents: 50_000 },
  ])
  expect(mailWritten()).toContain('staff-refund-trouble')
})

test('news of a refund may precede its payment’s news', async () => {
  const { booking, intent } = await beginPaying()
  await payAtStripe(intent.id)
  await receiveStripeEvent(
    { id: 'evt_refund', type: 'refund.created', about: 'refund', refund: refundOf(intent.id, 'made') },
    later,
  )

  expect(ledger()).toEqual([
    { kind: 'payment', amountCents: 50_000 },
    { kind: 'refund', amountCents: -50_000 },
  ])
  expect(bookingNow(booking).status).toBe('refunded')
})
