import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { refundableByIntent, refundableCents } from '#app/money/books/ledger.server'
import { dropRefund } from '#app/money/changes/refund-orders.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  booksOf,
  byHand,
  cancel,
  ledgerOf,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { nothingBooked } from '#tests/fixtures/payments'

// A card that cannot take its money back: staff wire it, and enter that.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const later = () => minutesAfter(90)

/** The bank sends every refund of the sandbox back, and the site hears of it. */
async function theBankSendsBack() {
  for (const { id, status } of stripeSandbox.refunds()) {
    if (status === 'succeeded') stripeSandbox.failRefund(id)
  }
  await reconcile(later)
}

const wire = (booking: Booking, amount: number, reason: 'goodwill' | 'owed-again' = 'goodwill') =>
  byHand(booking, amount, { direction: 'out', method: 'wire', reason })

describe('what a card could not take back', () => {
  test('can be wired and entered, lowering the price', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 20_000)
    await theBankSendsBack()
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 50_000, stripeAgrees: true })

    expect(await wire(booking, 20_000)).toHaveProperty('booking')
    expect(booksOf(booking)).toMatchObject({
      total: 430_000,
      kept: 30_000,
      owed: [200_000, 200_000],
      stripeAgrees: true,
    })
    expect(refundableCents(booking.id)).toBe(30_000)
    expect(await refund(booking, 30_001)).toEqual({ refused: 'more-than-paid', refundableCents: 30_000 })
    expect(lettersOfKind(booking, 'paid-back-by-hand')[0]).toContain('$200')
  })

  test('can be entered only after the refund is dropped', async () => {
    const { booking, intentId } = await aPaidBooking()
    const dispute = stripeSandbox.openDispute(intentId)
    await refund(booking, 20_000)
    for (let hour = 1; hour <= 60; hour += 1) await payOwedRefunds(() => minutesAfter(60 * hour))
    expect(await wire(booking, 30_001)).toEqual({ refused: 'too-much', atMostCents: 30_000 })

    const order = db.select().from(refunds).where(eq(refunds.state, 'refused')).get()
    await dropRefund({ reference: booking.reference, id: Number(order?.id) }, aStaffMember(), later)
    expect(await wire(booking, 20_000)).toHaveProperty('booking')
    stripeSandbox.closeDispute(dispute.id, 'won')
    await reconcile(() => minutesAfter(60 * 500))
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
  })

  test('of a canceled booking can be wired only once', async () => {
    const { booking } = await aPaidBooking()
    await cancel(booking)
    await theBankSendsBack()
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 50_000 })

    await wire(booking, 50_000)
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
    expect(ledgerOf(booking)).toEqual([
      'payment card 50000',
      'refund card -50000',
      'adjustment card 50000',
      'refund wire -50000',
    ])
    expect(await refund(booking, 1)).toEqual({ refused: 'nothing-paid' })
    expect(refundableByIntent(booking.id)).toEqual([])
  })

  test('wired in part leaves the rest refundable to cards', async () => {
    const { booking } = await aPaidBooking()
    const balance = await payLater(booking, 400_000)
    await byHand(booking, 420_000, { direction: 'out', method: 'wire', reason: 'owed-again' })
    expect(refundableByIntent(booking.id)).toEqual([
      { intentId: balance, cents: 30_000, forTravelerId: null },
    ])
    await refund(booking, 30_000)
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })
})

test('money going back to a card cannot be wired too', async () => {
  const { booking } = await aPaidBooking()
  stripeSandbox.switches.apiDown = true
  await refund(booking, 50_000)
  expect(await wire(booking, 1)).toEqual({ refused: 'too-much', atMostCents: 0 })
})
