import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { moneyReturned } from '#app/money/books/receipts.server'
import { reconcile } from '#app/money/reconcile.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter } from '#tests/fixtures/orders'
import { aPaidBooking, byHand, cancel, refund } from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'

// What a traveler reads of money that went back: net of each payment.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const days = (count: number) => minutesAfter(count * 24 * 60)
const said = (booking: Booking) => {
  const told = moneyReturned(bookingNow(booking))
  return {
    cameBack: told.cameBackCents as number,
    onItsWay: told.onItsWayCents as number,
    failed: told.failedCents as number,
    paidAgain: told.paidAgainCents as number,
    otherwise: told.otherwiseCents as number,
  }
}
const NOTHING = { cameBack: 0, onItsWay: 0, failed: 0, paidAgain: 0, otherwise: 0 }

/** The bank sends the newest refund back. */
async function fail(day: number) {
  stripeSandbox.failRefund(stripeSandbox.refunds()[0]?.id ?? '')
  await reconcile(() => days(day))
}

test('a refund that was made came back', async () => {
  const { booking } = await aPaidBooking()
  expect(said(booking)).toEqual(NOTHING)
  await refund(booking, 20_000)
  expect(said(booking)).toEqual({ ...NOTHING, cameBack: 20_000 })
})

test('a failed refund counts as failed until sent otherwise', async () => {
  const { booking } = await aPaidBooking()
  await refund(booking, 50_000)
  await fail(2)
  expect(said(booking)).toEqual({ ...NOTHING, failed: 50_000 })
  await byHand(booking, 50_000, { direction: 'out', method: 'wire' }, days(3))
  expect(said(booking)).toEqual({ ...NOTHING, cameBack: 50_000 })
})

test('a standing booking’s failed refund counts as paid again', async () => {
  const { booking } = await aPaidBooking()
  await refund(booking, 20_000)
  await fail(2)
  expect(said(booking)).toEqual({ ...NOTHING, paidAgain: 20_000 })
  await byHand(booking, 20_000, { direction: 'out', reason: 'goodwill' }, days(3))
  expect(said(booking)).toEqual({ ...NOTHING, cameBack: 20_000 })
})

test('a refund made twice, once in vain, came back once', async () => {
  const { booking, intentId } = await aPaidBooking({ paymentType: 'full' })
  await refund(booking, 450_000)
  await fail(2)
  stripeSandbox.refundInDashboard(intentId)
  await reconcile(() => days(3))
  expect(said(booking)).toEqual({ ...NOTHING, cameBack: 450_000 })
})

test('a refund that is ordered is on its way', async () => {
  const { booking } = await aPaidBooking()
  await byHand(booking, 200_000)
  stripeSandbox.switches.apiDown = 'refuses'
  await cancel(booking, days(5))
  expect(said(booking)).toEqual({ ...NOTHING, onItsWay: 50_000, otherwise: 200_000 })
})

test('one that Stripe refuses for good failed', async () => {
  const { booking, intentId } = await aPaidBooking()
  stripeSandbox.openDispute(intentId)
  await refund(booking, 20_000)
  for (let day = 1; day <= 12; day += 1) await reconcile(() => days(day))
  expect(said(booking)).toEqual({ ...NOTHING, failed: 20_000 })
})
