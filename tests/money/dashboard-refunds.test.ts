import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { receiveStripeEvent, reconcile } from '#app/money/reconcile.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { everyRefund } from '#app/money/stripe/refunds.server'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { payments, refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  beginLaterPayment,
  booksOf,
  byHand,
  cancel,
  ledgerOf,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { mailWritten, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// Refunds that somebody made in Stripe's own dashboard, past our staff area.

beforeEach(nothingBooked)

const later = () => minutesAfter(90)

async function newsOfTheNewest() {
  const [refund] = (await everyRefund()).newestFirst
  if (!refund) throw new Error('Stripe has no refund')
  return { id: randomUUID(), type: 'refund.created', about: 'refund' as const, refund }
}

describe.each([
  ['by webhook', async () => void (await receiveStripeEvent(await newsOfTheNewest(), later))],
  ['by reconcile alone, all webhooks being lost', async () => void (await reconcile(later))],
])('%s', (_, learn) => {
  test('a whole refund ends the booking and is told once', async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.refundInDashboard(intentId)
    await learn()
    await learn()
    await reconcile(later)

    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -50000'])
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
    expect(lettersOfKind(booking, 'refund-made')).toHaveLength(1)
    expect(mailWritten().filter((kind) => kind === 'staff-dashboard-refund')).toHaveLength(1)
  })

  test('a partial refund lowers the price', async () => {
    const { booking } = await aPaidBooking()
    const installment = await payLater(booking, 200_000)
    stripeSandbox.refundInDashboard(installment, 50_001)
    await learn()
    await reconcile(later)

    expect(booksOf(booking)).toEqual({
      status: 'deposit_paid',
      total: 399_999,
      kept: 199_999,
      owed: [0, 200_000],
      paidInstallments: [true, false],
      stripeAgrees: true,
    })
  })

  test('a refund of money already owed back lowers no price', async () => {
    const { booking } = await aPaidBooking()
    const { id } = await beginLaterPayment(booking, 400_000)
    const tooLate = await payAtStripe(id)
    const wired = { bookingId: booking.id, amountCents: cents(400_000), createdAt: NOON }
    db.insert(payments)
      .values({ ...wired, kind: 'payment', method: 'wire' })
      .run()
    expect(takePayment(tooLate, NOON).outcome).toBe('given-back')
    stripeSandbox.refundInDashboard(id)
    await learn()
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 450_000, stripeAgrees: true })
    await reconcile(later)

    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 450_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'refund-made')).toEqual([])
    expect(db.select().from(refunds).all()).toMatchObject([{ reason: 'no-place', state: 'done' }])
  })

  test('a whole-card refund includes a part already ordered here', async () => {
    const { booking } = await aPaidBooking()
    const installment = await payLater(booking, 200_000)
    stripeSandbox.switches.apiDown = true
    await refund(booking, 50_000)
    stripeSandbox.switches.apiDown = 'off'
    stripeSandbox.refundInDashboard(installment)
    await learn()
    await reconcile(later)

    expect(booksOf(booking)).toMatchObject({ total: 250_000, kept: 50_000, stripeAgrees: true })
  })

  test('two parts count as two', async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.refundInDashboard(intentId, 10_000)
    await learn()
    stripeSandbox.refundInDashboard(intentId, 15_000)
    await learn()
    await reconcile(later)
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -10000', 'refund card -15000'])
    expect(booksOf(booking)).toMatchObject({ total: 425_000, kept: 25_000, stripeAgrees: true })
  })

  test('a booking partly paid by check survives a card refund', async () => {
    const { booking, intentId } = await aPaidBooking()
    await byHand(booking, 200_000)
    stripeSandbox.refundInDashboard(intentId)
    await learn()
    expect(booksOf(booking)).toMatchObject({
      status: 'deposit_paid',
      total: 400_000,
      kept: 200_000,
      owed: [0, 200_000],
      stripeAgrees: true,
    })
  })

  test('refunding a canceled booking’s kept deposit leaves it refunded', async () => {
    const { booking, intentId } = await aPaidBooking()
    await cancel(booking, new Date('2025-08-20T17:00:00Z'))
    stripeSandbox.refundInDashboard(intentId)
    await learn()
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })
})

test('one that the bank sends back raises the price again', async () => {
  const { booking, intentId } = await aPaidBooking()
  stripeSandbox.refundInDashboard(intentId, 20_000)
  await reconcile(later)
  const [made] = (await everyRefund()).newestFirst
  if (!made) throw new Error('Stripe has no refund')
  recordRefund({ ...made, state: 'failed' }, later())

  expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 50_000, owed: [200_000, 200_000] })
  expect(ledgerOf(booking).at(-1)).toBe('adjustment card 20000')
})
