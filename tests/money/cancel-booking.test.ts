import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { askStaff, finishRequest } from '#app/bookings/guest-requests.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { cancelBooking } from '#app/money/changes/cancel-booking.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { seatsLeft } from '#app/tours/departures.server'
import { historyOf } from '#app/views/history.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  booksOf,
  byHand,
  cancel,
  cancelWish,
  ledgerOf,
  lettersOfKind,
  payLater,
} from '#tests/fixtures/paid-bookings'
import { beginPaying, bookingNow, mailWritten, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const on = (day: string) => new Date(`${day}T17:00:00Z`)
const IN_AUGUST = on('2025-08-20')
const TOO_LATE = on('2025-09-20')

describe('what comes back', () => {
  test('within thirty days the whole deposit, to the card', async () => {
    const { booking } = await aPaidBooking()
    expect(await cancel(booking, on('2025-07-01'))).toMatchObject({
      canceled: { refundCents: 50_000, toCardsCents: 50_000, byHandCents: 0, why: 'within-30-days' },
    })

    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -50000'])
    expect(seatsLeft(theDeparture())).toBe(20)
    expect(bookingNow(booking).canceledAt).toEqual(on('2025-07-01'))
    expect(lettersOfKind(booking, 'booking-cancelled')).toHaveLength(1)
    expect(lettersOfKind(booking, 'booking-cancelled')[0]).toContain('We are returning $500 to the card')
  })

  test('for non-payment: the letter says so, and only where something is overdue', async () => {
    const { booking } = await aPaidBooking()
    const staff = aStaffMember()
    const wish = (at: Date) => ({ ...cancelWish(booking, at), forNonPayment: true })
    const early = on('2025-08-15')
    expect(await cancelBooking(wish(early), staff, () => early)).toEqual({ refused: 'nothing-overdue' })
    expect(await cancelBooking(wish(IN_AUGUST), staff, () => IN_AUGUST)).toHaveProperty('canceled')
    const [letter] = lettersOfKind(booking, 'booking-cancelled')
    expect(letter).toContain('because $2,000 was overdue and stayed unpaid')
    expect(letter).toContain('From September 16, 2025 (30 days before departure) nothing is refundable.')
  })

  test('the thirtieth day ends at midnight where the company is', async () => {
    const { booking } = await aPaidBooking()
    expect(cancelQuote(booking, new Date('2025-07-02T04:59:00Z'))).toMatchObject({ refundCents: 50_000 })
    expect(cancelQuote(booking, new Date('2025-07-02T05:00:00Z'))).toMatchObject({ refundCents: 0 })
  })

  test('no deposit after thirty days, also where the rooms of a party differ in price', async () => {
    const { booking } = await aPaidBooking({ travelers: 2, singles: 1 })
    expect(booking.depositCents).toBe(100_000)
    expect(cancelQuote(booking, IN_AUGUST)).toMatchObject({ refundCents: 0, retainedCents: 100_000 })
    await payLater(booking, 300_000, IN_AUGUST)
    expect(cancelQuote(booking, IN_AUGUST)).toMatchObject({ refundCents: 300_000, retainedCents: 100_000 })
  })

  test('later the installments, but not the deposit', async () => {
    const { booking, intentId } = await aPaidBooking()
    const installment = await payLater(booking, 200_000, IN_AUGUST)
    await cancel(booking, IN_AUGUST)

    expect(booksOf(booking)).toMatchObject({ status: 'cancelled', kept: 50_000, stripeAgrees: true })
    const back = stripeSandbox
      .refunds()
      .filter(({ payment_intent }) => [intentId, installment].includes(String(payment_intent)))
    expect(back.map(({ payment_intent, amount }) => [payment_intent, amount])).toEqual([
      [installment, 200_000],
    ])
    expect(lettersOfKind(booking, 'booking-cancelled')[0]).toContain('$500 is not refundable')
  })

  test('of a full payer all but the deposit', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await cancel(booking, IN_AUGUST)
    expect(booksOf(booking)).toMatchObject({ status: 'cancelled', kept: 50_000, stripeAgrees: true })
  })

  test('nothing when the departure is near', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    expect(await cancel(booking, TOO_LATE)).toMatchObject({ canceled: { refundCents: 0, why: 'too-late' } })
    expect(booksOf(booking)).toMatchObject({ status: 'cancelled', kept: 450_000, stripeAgrees: true })
    expect(db.select().from(refunds).all()).toEqual([])
  })

  test('across two cards, the newest first, to the cent', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 123_45, on('2025-06-10'))
    await payLater(booking, 200_001, on('2025-06-11'))
    await cancel(booking, on('2025-06-12'))

    expect(ledgerOf(booking).slice(3)).toEqual([
      'refund card -200001',
      'refund card -12345',
      'refund card -50000',
    ])
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })

  test('check money by hand, card money to the card', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000, {}, on('2025-06-10'))
    expect(await cancel(booking, on('2025-06-12'))).toMatchObject({
      canceled: { refundCents: 250_000, toCardsCents: 50_000, byHandCents: 200_000 },
    })

    expect(booksOf(booking)).toMatchObject({ status: 'cancelled', kept: 200_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'booking-cancelled')[0]).toContain(
      'We are returning $2,000 to you the same way',
    )
    await byHand(booking, 200_000, { direction: 'out' }, on('2025-06-13'))
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
  })
})

describe('the day on which the guest asked', () => {
  const asks = (booking: Booking, day: string, kind: 'cancel' | 'change' = 'cancel') => {
    const asked = askStaff(booking.id, { kind, message: '' }, on(day))
    if ('refused' in asked) throw new Error(asked.refused)
    return asked.requestId
  }
  const quote = (booking: Booking, day: string) => cancelQuote(bookingNow(booking), on(day))

  test('counts, and not the day on which staff press the button', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    asks(booking, '2025-07-01')
    const asOf = { refundCents: 450_000, retainedCents: 0, why: 'within-30-days', askedOn: '2025-07-01' }
    expect(quote(booking, '2025-07-01')).toMatchObject({ refundCents: 450_000, askedOn: null })
    expect(quote(booking, '2025-07-03')).toMatchObject(asOf)
    expect(quote(booking, '2025-10-15')).toMatchObject(asOf)
    expect(quote(booking, '2025-10-16')).toMatchObject({ refundCents: 0, why: 'has-begun', askedOn: null })
    expect(await cancel(booking, on('2025-10-15'))).toMatchObject({ canceled: asOf })
    expect(lettersOfKind(booking, 'booking-cancelled')[0]).toContain('as of July 1, 2025, the day you asked')
    const said = JSON.stringify(historyOf(`booking:${booking.reference}`, { from: 'start' }))
    expect(said).toContain('as of Jul 1, 2025, when they asked')
  })

  test('does not where the departure as it stands now has begun', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    asks(booking, '2025-07-01')
    db.update(departures).set({ startsOn: '2025-09-01', endsOn: '2025-09-12' }).run()
    expect(quote(booking, '2025-08-31').refundCents).toBe(450_000)
    expect(quote(booking, '2025-09-01')).toMatchObject({ refundCents: 0, why: 'has-begun' })
    db.update(departures).set(FIRST_DEPARTURE).run()
  })

  test('does not once the request is done, nor where it was for a change', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    const request = asks(booking, '2025-07-01')
    asks(booking, '2025-06-20', 'change')
    expect(quote(booking, '2025-07-03').refundCents).toBe(450_000)
    finishRequest(request, booking, aStaffMember(), on('2025-07-02'))
    expect(quote(booking, '2025-07-03')).toMatchObject({ refundCents: 400_000, askedOn: null })
  })
})

describe('a booking that is not paid', () => {
  test('is canceled together with its open payment intent', async () => {
    const { booking, intent } = await beginPaying()
    expect(await cancel(booking)).toMatchObject({ canceled: { refundCents: 0, why: 'nothing-paid' } })
    expect(stripeSandbox.paymentIntents().find(({ id }) => id === intent.id)?.status).toBe('canceled')
    expect(booksOf(booking)).toMatchObject({ status: 'cancelled', kept: 0 })
    expect(seatsLeft(theDeparture())).toBe(20)
  })

  test('keeps its seat when a payment arrives just then', async () => {
    const { booking, intent } = await beginPaying()
    const wish = cancelWish(booking)
    await payAtStripe(intent.id)
    expect(await cancel(booking, NOON, wish)).toMatchObject({
      refused: 'quote-changed',
      quote: { refundCents: 50_000 },
    })
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', kept: 50_000, stripeAgrees: true })
  })
})

describe('what is refused', () => {
  test('the second of two staff who cancel at once', async () => {
    const { booking } = await aPaidBooking()
    const [first, second] = [cancelWish(booking), cancelWish(booking)]
    const outcomes = await Promise.all([
      cancelBooking(first, aStaffMember('Wambui'), () => NOON),
      cancelBooking(second, aStaffMember('Otieno'), () => NOON),
    ])

    expect(outcomes.filter((outcome) => 'canceled' in outcome)).toHaveLength(1)
    expect(outcomes).toContainEqual({ refused: 'already-over' })
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -50000'])
    expect(lettersOfKind(booking, 'booking-cancelled')).toHaveLength(1)
    expect(booksOf(booking).stripeAgrees).toBe(true)
  })

  test('a quote from before the thirty days were over', async () => {
    const { booking } = await aPaidBooking()
    const yesterday = cancelWish(booking, on('2025-07-01'))
    expect(await cancel(booking, on('2025-07-02'), yesterday)).toMatchObject({
      refused: 'quote-changed',
      quote: { refundCents: 0, retainedCents: 50_000 },
    })
    expect(bookingNow(booking).status).toBe('deposit_paid')
    expect(mailWritten()).not.toContain('booking-cancelled')
  })

  test('a quote that an installment payment overtook', async () => {
    const { booking } = await aPaidBooking()
    const wish = cancelWish(booking, TOO_LATE)
    await payLater(booking, 200_000, TOO_LATE)
    expect(await cancel(booking, TOO_LATE, wish)).toMatchObject({
      refused: 'quote-changed',
      quote: { refundCents: 0, retainedCents: 250_000 },
    })
    expect(bookingNow(booking).status).toBe('deposit_paid')
  })

  test('a booking that nobody knows, and one that has ended', async () => {
    const { booking } = await aPaidBooking()
    const wish = cancelWish(booking)
    expect(await cancel(booking, NOON, { ...wish, reference: 'TS-222222' })).toEqual({ refused: 'not-found' })
    await cancel(booking)
    expect(await cancel(booking)).toEqual({ refused: 'already-over' })
  })
})

describe('while Stripe cannot be reached', () => {
  test('an open payment cannot be withdrawn: nothing has changed', async () => {
    const { booking } = await aPaidBooking()
    await beginLaterPayment(booking, 200_000)
    const before = booksOf(booking)
    stripeSandbox.switches.apiDown = true
    await expect(cancel(booking)).rejects.toThrow('Stripe failed')

    expect(booksOf(booking)).toEqual(before)
    expect(mailWritten()).not.toContain('booking-cancelled')
    expect(db.select().from(refunds).all()).toEqual([])
  })

  test('a canceled booking’s refund is owed and paid later', async () => {
    const { booking } = await aPaidBooking()
    stripeSandbox.switches.apiDown = true
    expect(await cancel(booking)).toHaveProperty('canceled')
    expect(booksOf(booking)).toMatchObject({ status: 'cancelled', kept: 0 })
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])

    stripeSandbox.switches.apiDown = 'off'
    const later = () => minutesAfter(20)
    await Promise.all([payOwedRefunds(later), payOwedRefunds(later), reconcile(later)])
    await reconcile(later)
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -50000'])
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', stripeAgrees: true })
  })

  test('a refund whose answer was lost is made once', async () => {
    const { booking } = await aPaidBooking()
    stripeSandbox.switches.apiDown = 'loses-answers'
    await cancel(booking)
    stripeSandbox.switches.apiDown = 'off'
    await payOwedRefunds(() => minutesAfter(20))

    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -50000'])
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', stripeAgrees: true })
  })
})

describe('money that arrives afterwards', () => {
  test('for a canceled hold goes back in full', async () => {
    const { booking, intent } = await beginPaying(anOrder())
    // The card was charged, and the answer to our withdrawal was lost on the way.
    await cancel(booking)
    takePayment({ ...intent, status: 'succeeded', receivedCents: intent.amountCents }, minutesAfter(5))

    expect(booksOf(booking)).toMatchObject({ status: 'cancelled', kept: 0 })
    expect(db.select().from(refunds).get()).toMatchObject({ amountCents: 50_000, reason: 'no-place' })
    const [letter] = lettersOfKind(booking, 'payment-returned')
    expect(letter).toContain('which is canceled')
    expect(letter).toContain('returning it to your card in full')
  })

  test('as an installment goes back; the kept deposit stays', async () => {
    const { booking } = await aPaidBooking()
    await cancel(booking, IN_AUGUST)
    const intent = { ...(await beginPaying(anOrder())).intent }
    const late = stripeSandbox.payIntent(intent.id, '4242424242424242')
    db.run(
      `update payment_intents set booking_id = ${booking.id}, purpose = 'installment' where stripe_intent_id = '${late.id}'`,
    )
    await reconcile(() => IN_AUGUST)
    await reconcile(() => IN_AUGUST)

    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'payment card 50000', 'refund card -50000'])
    expect(booksOf(booking)).toMatchObject({ status: 'cancelled', kept: 50_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'payment-returned')[0]).toContain('which is canceled')
  })
})
