import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { receiveStripeEvent, reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { everyRefund, type StripeRefund } from '#app/money/stripe/refunds.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  booksOf,
  byHand,
  ledgerOf,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { mailWritten, nothingBooked } from '#tests/fixtures/payments'

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const later = () => minutesAfter(90)

describe('a refund', () => {
  test('of a part, as goodwill, lowers the price', async () => {
    const { booking } = await aPaidBooking()
    expect(await refund(booking, 20_000)).toEqual({ ordered: 20_000 })
    expect(booksOf(booking)).toEqual({
      status: 'deposit_paid',
      total: 430_000,
      kept: 30_000,
      owed: [200_000, 200_000],
      paidInstallments: [false, false],
      stripeAgrees: true,
    })
    expect(lettersOfKind(booking, 'refund-ordered')).toHaveLength(1)
    expect(lettersOfKind(booking, 'refund-ordered')[0]).not.toContain('due again')
  })

  test('of a part that is owed again reopens the installment', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 200_000)
    expect(booksOf(booking).paidInstallments).toEqual([true, false])

    await refund(booking, 200_000, { reason: 'owed-again' })
    expect(booksOf(booking)).toMatchObject({
      total: 450_000,
      kept: 50_000,
      owed: [200_000, 200_000],
      paidInstallments: [false, false],
      stripeAgrees: true,
    })
    expect(lettersOfKind(booking, 'refund-ordered')[0]).toContain('due again')
  })

  test('of a part and then the rest ends the booking', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 12_345)
    await refund(booking, 37_655)
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -12345', 'refund card -37655'])
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })

  test('of everything that was paid asks for nothing again', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 50_000, { reason: 'owed-again' })
    expect(booksOf(booking).status).toBe('refunded')
    expect(lettersOfKind(booking, 'refund-ordered')[0]).not.toContain('due again')
  })

  test('across two cards takes the newest payment first', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 200_000)
    await refund(booking, 210_000)
    expect(ledgerOf(booking).slice(2)).toEqual(['refund card -200000', 'refund card -10000'])
    expect(booksOf(booking)).toMatchObject({ total: 240_000, kept: 40_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'refund-ordered')).toHaveLength(1)
  })

  test('of all card money keeps a booking part-paid by check', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000)
    await refund(booking, 50_000)
    expect(booksOf(booking)).toMatchObject({
      status: 'deposit_paid',
      total: 400_000,
      kept: 200_000,
      owed: [0, 200_000],
      stripeAgrees: true,
    })
  })
})

describe('never more than was captured', () => {
  test('in one order', async () => {
    const { booking } = await aPaidBooking()
    expect(await refund(booking, 50_001)).toEqual({ refused: 'more-than-paid', refundableCents: 50_000 })
    expect(db.select().from(refunds).all()).toEqual([])
    expect(mailWritten()).not.toContain('refund-ordered')
  })

  test('not even what came by check', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000)
    expect(await refund(booking, 60_000)).toMatchObject({ refundableCents: 50_000 })
  })

  test('by two clicks on one form: a single refund', async () => {
    const { booking } = await aPaidBooking()
    const formKey = randomUUID()
    const outcomes = await Promise.all([
      refund(booking, 30_000, { formKey }),
      refund(booking, 30_000, { formKey }),
    ])
    expect(outcomes).toEqual([{ ordered: 30_000 }, { known: true }])
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -30000'])
    expect(lettersOfKind(booking, 'refund-ordered')).toHaveLength(1)
  })

  test('by two forms at once: the second is refused', async () => {
    const { booking } = await aPaidBooking()
    const outcomes = await Promise.all([refund(booking, 30_000), refund(booking, 30_000)])
    expect(outcomes).toEqual([{ ordered: 30_000 }, { refused: 'more-than-paid', refundableCents: 20_000 }])
    expect(booksOf(booking)).toMatchObject({ kept: 20_000, stripeAgrees: true })
  })

  test('while Stripe is down and several orders pile up', async () => {
    const { booking } = await aPaidBooking()
    stripeSandbox.switches.apiDown = true
    expect(await refund(booking, 30_000)).toEqual({ ordered: 30_000 })
    expect(await refund(booking, 30_000)).toMatchObject({ refused: 'more-than-paid' })
    expect(await refund(booking, 20_000)).toEqual({ ordered: 20_000 })
    expect(await refund(booking, 1)).toEqual({ refused: 'nothing-paid' })
    expect(booksOf(booking).kept).toBe(0)

    stripeSandbox.switches.apiDown = 'off'
    await Promise.all([payOwedRefunds(later), payOwedRefunds(later)])
    await payOwedRefunds(later)
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -30000', 'refund card -20000'])
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', stripeAgrees: true })
  })

  test('of a booking that no one paid or knows', async () => {
    expect(await refund({ reference: 'TS-222222' }, 100)).toEqual({ refused: 'not-found' })
  })
})

describe('the webhook of our own refund', () => {
  const event = (made: StripeRefund) => ({
    id: randomUUID(),
    type: 'refund.created',
    about: 'refund' as const,
    refund: made,
  })

  test('that arrives before the order closes counts once', async () => {
    const { booking } = await aPaidBooking()
    stripeSandbox.switches.apiDown = 'loses-answers'
    await refund(booking, 20_000)
    expect(db.select().from(refunds).get()?.state).toBe('owed')

    stripeSandbox.switches.apiDown = 'off'
    const [made] = (await everyRefund()).newestFirst
    if (!made) throw new Error('Stripe has no refund')
    await receiveStripeEvent(event(made), later)
    await receiveStripeEvent(event(made), later)
    await payOwedRefunds(later)
    await reconcile(later)

    expect(db.select().from(refunds).all()).toMatchObject([{ state: 'done', stripeRefundId: made.id }])
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -20000'])
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
    expect(mailWritten()).not.toContain('refund-made')
  })
})

describe('a refund that the bank sends back days later', () => {
  const failed = async (booking: Parameters<typeof booksOf>[0], at = later()) => {
    const made = db.select().from(refunds).all()
    for (const order of made.filter(({ bookingId }) => bookingId === booking.id)) {
      recordRefund(
        {
          id: order.stripeRefundId ?? '',
          intentId: order.stripeIntentId,
          amountCents: order.amountCents,
          state: 'failed',
          orderKey: order.orderKey,
          attempt: order.attempt,
        },
        at,
      )
    }
  }

  test('brings the lowered price back', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 20_000)
    await failed(booking)
    await failed(booking)
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 50_000, owed: [200_000, 200_000] })
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -20000', 'adjustment card 20000'])
  })

  test('settles the installment that it had opened', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 200_000)
    await refund(booking, 200_000, { reason: 'owed-again' })
    await failed(booking)
    expect(booksOf(booking)).toMatchObject({
      total: 450_000,
      kept: 250_000,
      owed: [0, 200_000],
      paidInstallments: [true, false],
    })
  })

  test('is told to staff each time it happens', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 10_000)
    await failed(booking)
    await refund(booking, 15_000)
    await failed(booking)
    expect(mailWritten().filter((kind) => kind === 'staff-refund-trouble')).toHaveLength(2)
  })

  test('does not promise that it is tried again', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 10_000)
    await failed(booking)
    const { outbox } = await import('#db/schema/mail')
    const letter = db
      .select()
      .from(outbox)
      .all()
      .find(({ kind }) => kind === 'staff-refund-trouble')
    expect(letter?.textBody).not.toContain('keep trying')
    expect(letter?.textBody).toContain('not be retried automatically')
  })
})

test('page and dashboard refunds together never exceed the payment', async () => {
  const { booking, intentId } = await aPaidBooking()
  stripeSandbox.refundInDashboard(intentId, 40_000)
  await refund(booking, 20_000)
  expect(db.select().from(refunds).get()).toMatchObject({ state: 'done', attempt: 1 })
  await reconcile(() => NOON)
  expect(booksOf(booking)).toMatchObject({ total: 410_000, kept: 10_000, stripeAgrees: true })
  expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -40000'])
})
