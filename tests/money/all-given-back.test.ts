import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { paymentDue } from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { paymentIntents, refunds } from '#db/schema/money'
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
  lettersTo,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { atStripe, bookingNow, mailWritten, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// All that was paid goes back: from the order on, nothing more is taken.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const later = () => minutesAfter(90)

describe('a whole refund', () => {
  test('withdraws an open payment page first', async () => {
    const { booking } = await aPaidBooking()
    const open = await beginLaterPayment(booking, 200_000)
    expect(await refund(booking, 50_000)).toEqual({ ordered: 50_000 })
    expect(atStripe(open.id)?.status).toBe('canceled')
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })

  test('by hand withdraws it, too', async () => {
    const { booking } = await aPaidBooking()
    const open = await beginLaterPayment(booking, 200_000)
    await byHand(booking, 50_000, { direction: 'out', method: 'wire' })
    expect(atStripe(open.id)?.status).toBe('canceled')
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0 })
  })

  test('is not ordered while an open page cannot be withdrawn', async () => {
    const { booking } = await aPaidBooking()
    await beginLaterPayment(booking, 200_000)
    stripeSandbox.switches.apiDown = true
    await expect(refund(booking, 50_000)).rejects.toThrow('Stripe failed')
    expect(db.select().from(refunds).all()).toEqual([])
    expect(mailWritten()).not.toContain('refund-ordered')
  })

  test('needs a new quote when a payment overtook it', async () => {
    const { booking } = await aPaidBooking()
    const open = await beginLaterPayment(booking, 200_000)
    await payAtStripe(open.id)
    expect(await refund(booking, 50_000)).toMatchObject({
      refused: 'quote-changed',
      quote: { keptCents: 250_000, refundableCents: 250_000, totalCents: 450_000, writtenOffCents: 0 },
    })
    expect(booksOf(booking)).toMatchObject({ kept: 250_000, total: 450_000, stripeAgrees: true })
  })

  test('a partial refund leaves an open payment page alone', async () => {
    const { booking } = await aPaidBooking()
    const open = await beginLaterPayment(booking, 200_000)
    await refund(booking, 20_000)
    expect(takePayment(await payAtStripe(open.id), NOON).outcome).toBe('taken')
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 230_000, stripeAgrees: true })
  })

  test('ordered twice is one: the second finds nothing', async () => {
    const { booking } = await aPaidBooking()
    stripeSandbox.switches.apiDown = true
    await refund(booking, 50_000)
    expect(await refund(booking, 50_000)).toEqual({ refused: 'nothing-paid' })
  })
})

describe('money that comes while all is on its way back', () => {
  async function allOnItsWay() {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.switches.apiDown = true
    await refund(booking, 50_000)
    stripeSandbox.switches.apiDown = 'off'
    return { booking, intentId }
  }

  test('by a card that was quicker goes back', async () => {
    const { booking } = await allOnItsWay()
    const open = await beginLaterPayment(booking, 200_000)
    expect(takePayment(await payAtStripe(open.id), later()).outcome).toBe('given-back')
    expect(lettersOfKind(booking, 'payment-returned')[0]).toContain(
      'everything paid for it is being returned',
    )
    expect(mailWritten()).toContain('staff-payment-returned')

    await payOwedRefunds(later)
    await reconcile(later)
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
    expect(ledgerOf(booking)).toHaveLength(4)
  })

  test('by check is not entered', async () => {
    const { booking } = await allOnItsWay()
    expect(await byHand(booking, 200_000)).toEqual({ refused: 'being-given-back' })
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])
  })

  test('is unwanted even when an older refund fails', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 10_000)
    stripeSandbox.switches.apiDown = true
    await refund(booking, 40_000)
    stripeSandbox.switches.apiDown = 'off'
    stripeSandbox.failRefund(String(stripeSandbox.refunds()[0]?.id))
    stripeSandbox.switches.lost = true
    const open = await beginLaterPayment(booking, 200_000)
    await payAtStripe(open.id)

    await reconcile(later)
    await reconcile(later)
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 10_000, stripeAgrees: true })
    expect(paymentDue(bookingNow(booking)).remainingCents).toBe(0)
    expect(db.select().from(paymentIntents).all().at(-1)?.state).toBe('succeeded')
  })

  test('a two-card refund ends nothing until both parts succeed', async () => {
    const { booking } = await aPaidBooking()
    const balance = await payLater(booking, 400_000)
    stripeSandbox.openDispute(balance)
    await refund(booking, 450_000)
    expect(booksOf(booking)).toMatchObject({ status: 'completed', kept: 0 })
    expect(paymentDue(bookingNow(booking)).remainingCents).toBe(0)
  })
})

describe('the letters of a whole refund say that the booking ends', () => {
  const ends = 'so your booking ends: your seat is free for others'

  test('ordered by staff, or paid back by hand', async () => {
    const { booking: byCard } = await aPaidBooking()
    await refund(byCard, 50_000)
    expect(lettersOfKind(byCard, 'refund-ordered')[0]).toContain(ends)
    const { booking: wired } = await aPaidBooking()
    await byHand(wired, 50_000, { direction: 'out', method: 'wire' })
    expect(lettersOfKind(wired, 'paid-back-by-hand')[0]).toContain(ends)
  })

  test('made in Stripe’s dashboard: the traveler’s and the staff’s', async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.refundInDashboard(intentId)
    await reconcile(later)
    expect(bookingNow(booking).status).toBe('refunded')
    expect(lettersOfKind(booking, 'refund-made')[0]).toContain(ends)
    const told = db.select().from(outbox).where(eq(outbox.kind, 'staff-dashboard-refund')).get()
    expect(told?.subject).toContain('Booking ended by a refund at Stripe')
    expect(told?.textBody).toContain('the booking is refunded, it no longer holds any seats')
    expect(told?.textBody).not.toContain('price was lowered')
  })

  test('and of a part do not', async () => {
    const { booking, intentId } = await aPaidBooking()
    await refund(booking, 10_000)
    stripeSandbox.refundInDashboard(intentId, 10_000)
    await reconcile(later)
    for (const { text } of lettersTo(booking)) expect(text).not.toContain('booking ends')
  })

  test('a refund of a canceled booking announces no ending', async () => {
    const { booking } = await aPaidBooking()
    await cancel(booking, minutesAfter(60 * 24 * 40))
    await refund(booking, 50_000)
    expect(bookingNow(booking).status).toBe('refunded')
    expect(lettersOfKind(booking, 'refund-ordered')[0]).not.toContain('booking ends')
  })
})
