import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { checkoutDeparture, salesFor } from '#app/bookings/checkout-offer.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { showCardForm } from '#app/money/changes/paying/begin-payment.server'
import { beginLaterCardPayment } from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { endHolds, reconcile } from '#app/money/reconcile.server'
import { cents } from '#app/platform/money'
import { refundWords } from '#app/routes/traveler/booking-page.server'
import { seatsLeft } from '#app/tours/departures.server'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  booksOf,
  byHand,
  cancel,
  ledgerOf,
  lettersOfKind,
  refund,
} from '#tests/fixtures/paid-bookings'
import { beginPaying, bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// Rules 1.4, 2.12 and 4.2: from the first day of the journey on nothing is sold, nobody new is seated, and
// the terms give nothing back. The tour begins on the sixteenth of October; midnight in Chicago is 05:00 UTC.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const MIDNIGHT = new Date('2025-10-16T05:00:00Z')
const minutesTo = (minutes: number) => minutesAfter(-minutes, MIDNIGHT)
const minutesPast = (minutes: number) => minutesAfter(minutes, MIDNIGHT)
const IN_NOVEMBER = new Date('2025-11-10T17:00:00Z')

describe('the card form', () => {
  const wish = {
    roomType: 'double',
    travelers: 1,
    paymentType: 'deposit',
    checkoutKey: 'a-page-of-its-own',
  } as const

  test('is not shown once the journey has begun', async () => {
    const guest = { ...wish, at: checkoutDeparture(null, 'a-guest', MIDNIGHT) }
    expect(await showCardForm(guest, () => minutesTo(1))).toHaveProperty('intent')
    expect(await showCardForm(guest, () => MIDNIGHT)).toEqual({ refused: 'closed' })
  })

  test('is shown to a seat holder until the hold ends', async () => {
    const { booking } = await beginPaying(anOrder(), minutesTo(10))
    expect(salesFor({ departure: theDeparture(), held: booking }, wish, minutesPast(19))).toBe('open')
    expect(salesFor({ departure: theDeparture(), held: booking }, wish, minutesPast(20))).toBe('closed')
    const holder = { ...wish, at: checkoutDeparture(null, booking.browserDigest, MIDNIGHT) }
    expect(await showCardForm(holder, () => minutesPast(19))).toHaveProperty('intent')
    expect(await showCardForm(holder, () => minutesPast(20))).toEqual({ refused: 'closed' })
  })
})

describe('a first payment by card', () => {
  test('inside a hold that began before is taken', async () => {
    const { booking, intent } = await beginPaying(anOrder(), minutesTo(10))
    expect(takePayment(await payAtStripe(intent.id), minutesPast(15))).toMatchObject({ outcome: 'taken' })
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', kept: 50_000 })
  })

  test('made within the hold but heard later is taken', async () => {
    const { booking, intent } = await beginPaying(anOrder(), minutesTo(10))
    await payAtStripe(intent.id)
    await reconcile(() => minutesPast(25))
    expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', kept: 50_000 })
  })

  test('for a hold that ran out is given back', async () => {
    const { booking, intent } = await beginPaying(anOrder(), minutesTo(60))
    stripeSandbox.switches.apiDown = true
    await endHolds(() => minutesTo(20))
    stripeSandbox.switches.apiDown = 'off'
    expect(bookingNow(booking).status).toBe('pending')

    await payAtStripe(intent.id)
    await reconcile(() => minutesPast(120))
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -50000'])
    expect(seatsLeft(theDeparture())).toBe(20)
    expect(lettersOfKind(booking, 'payment-returned')[0]).toContain('the journey had begun by then')
  })

  test('for an expired booking is taken until the journey begins', async () => {
    for (const [at, outcome] of [
      [minutesTo(1), 'taken'],
      [MIDNIGHT, 'given-back'],
      [IN_NOVEMBER, 'given-back'],
    ] as const) {
      const { booking, intent } = await beginPaying(anOrder(), minutesTo(60))
      // The charge overtakes the end of the hold: Stripe calls the intent paid where we had it withdrawn.
      const paid = await payAtStripe(intent.id)
      endBooking(booking.id, 'expired', minutesTo(30))
      expect(takePayment(paid, at)).toMatchObject({ outcome })
    }
  })
})

describe('money by hand', () => {
  test('seats nobody anymore: nothing is entered', async () => {
    const { booking } = await beginPaying(anOrder(), minutesTo(60))
    await reconcile(() => minutesTo(25))
    expect(await byHand(booking, 50_000, {}, MIDNIGHT)).toEqual({ refused: 'has-begun' })
    expect(ledgerOf(booking)).toEqual([])
    expect(await byHand(booking, 50_000, {}, minutesTo(1))).toHaveProperty('booking')
  })

  test('that is still owed can be entered during the journey', async () => {
    const { booking } = await aPaidBooking()
    expect(await byHand(booking, 400_000, {}, IN_NOVEMBER)).toHaveProperty('booking')
    expect(booksOf(booking)).toMatchObject({ status: 'completed', kept: 450_000 })
  })
})

test('the permanent link still takes payments during the journey', async () => {
  const { booking } = await aPaidBooking()
  const paying = await beginLaterCardPayment(
    {
      token: booking.linkToken,
      pays: 'balance',
      amountCents: cents(400_000),
      remainingCents: cents(400_000),
    },
    () => IN_NOVEMBER,
  )
  expect(paying).toHaveProperty('intent')
})

describe('what comes back', () => {
  test('is nothing, even within thirty days of booking', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' }, minutesTo(600))
    expect(cancelQuote(booking, minutesTo(1))).toMatchObject({ refundCents: 450_000, why: 'within-30-days' })
    expect(cancelQuote(booking, MIDNIGHT)).toMatchObject({
      refundCents: 0,
      retainedCents: 450_000,
      why: 'has-begun',
    })
    expect(refundWords(cancelQuote(booking, IN_NOVEMBER))).toBe(
      'The journey has begun: under the terms, the $4,500 that you paid is no longer refundable.',
    )
    await cancel(booking, IN_NOVEMBER)
    expect(booksOf(booking)).toMatchObject({ status: 'cancelled', kept: 450_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'booking-cancelled')[0]).toContain('$4,500 is not refundable')
  })

  test('staff may still give something out of goodwill', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' }, minutesTo(600))
    expect(await refund(booking, 100_000, {}, IN_NOVEMBER)).toEqual({ ordered: 100_000 })
    expect(booksOf(booking)).toMatchObject({ total: 350_000, kept: 350_000, stripeAgrees: true })
  })
})
