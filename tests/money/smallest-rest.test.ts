import { beforeEach, describe, expect, test } from 'vitest'
import { chargesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { beginCardPayment } from '#app/money/changes/paying/begin-payment.server'
import { beginLaterCardPayment, paymentDue } from '#app/money/changes/paying/later-payment.server'
import { refusalWords } from '#app/money/changes/paying/refusal-words'
import { dropRefund } from '#app/money/changes/refund-orders.server'
import { claimIntent } from '#app/money/payments/intent-records.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { type Cents, cents } from '#app/platform/money'
import { dollarAmount } from '#app/platform/typed/dollars'
import { historyOf } from '#app/views/history.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { refunds } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, NOON } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  booksOf,
  byHand,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { atNoon, bookingNow, nothingBooked } from '#tests/fixtures/payments'

// Stripe charges a card from $0.50 to $999,999.99: nothing else is ever asked for.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

/** The price less all that changed it: what was agreed. */
const agreed = (booking: Booking): number => {
  const changes = chargesOf(booking.id).filter(({ kind }) => kind !== 'seat' && kind !== 'settled')
  return changes.reduce(
    (price, { priceCents }) => price - priceCents,
    bookingNow(booking).totalCents as number,
  )
}

describe('a rest under $0.50 is forgiven', () => {
  test('when a check falls a little short', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 399_970)
    expect(booksOf(booking)).toMatchObject({
      status: 'completed',
      total: 449_970,
      kept: 449_970,
      owed: [0, 0],
      paidInstallments: [true, true],
    })
    expect(agreed(booking)).toBe(450_000)
    expect(lettersOfKind(booking, 'payment-receipt')[0]).toContain('paid in full')
    expect(
      historyOf(`booking:${booking.reference}`, { from: 'start' }).acts.map(({ detail }) => detail),
    ).toContainEqual(expect.stringContaining('$0.30 forgiven: no card can pay so little'))
  })

  test('and $0.50 is not', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 399_950)
    expect(booksOf(booking)).toMatchObject({ total: 450_000, owed: [0, 50] })
    await payLater(booking, 50)
    expect(booksOf(booking)).toMatchObject({ status: 'completed', kept: 450_000, stripeAgrees: true })
  })

  test('when a refund owed again is that small, of a plan that is paid', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 400_000)
    await refund(booking, 49, { reason: 'owed-again' })
    expect(booksOf(booking)).toMatchObject({ total: 449_951, owed: [0, 0] })
    expect(lettersOfKind(booking, 'refund-ordered')[0]).not.toContain('due again')
  })

  test('when a refund owed again is that small', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    stripeSandbox.switches.apiDown = 'refuses'
    await refund(booking, 30, { reason: 'owed-again' })
    expect(booksOf(booking)).toMatchObject({ total: 449_970, owed: [] })
    expect(lettersOfKind(booking, 'refund-ordered')[0]).not.toContain('due again')

    const order = db.update(refunds).set({ state: 'refused' }).returning().get()
    await dropRefund({ reference: booking.reference, id: order.id }, aStaffMember(), () => NOON)
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 450_000, owed: [] })
    stripeSandbox.switches.apiDown = 'off'
    await payOwedRefunds(atNoon)
    expect(agreed(booking)).toBe(450_000)
  })
})

test('an installment rest under $0.50 moves to the next one', async () => {
  const { booking } = await aPaidBooking()
  await byHand(booking, 199_970)
  expect(booksOf(booking)).toMatchObject({ owed: [0, 200_030], paidInstallments: [true, false] })
  const due = paymentDue(bookingNow(booking))
  expect(due).toMatchObject({ next: { number: 2, owedCents: 200_030 }, remainingCents: 200_030 })
})

describe('an amount that no card can pay is refused', () => {
  test.each([49, 100_000_000])('before Stripe is asked: %i cents', (amount) => {
    const wanted = {
      bookingId: null,
      purpose: 'display' as const,
      method: 'card-element' as const,
      installmentNumber: null,
      checkoutKey: 'page',
    }
    expect(claimIntent({ ...wanted, amountCents: cents(amount) }, NOON)).toEqual({
      refused: 'not-chargeable',
    })
  })

  test('at checkout, where a tour asks for it', async () => {
    db.update(departures)
      .set({ depositCents: 30 as Cents })
      .run()
    const begun = await beginCardPayment(anOrder(), atNoon)
    db.update(departures)
      .set({ depositCents: 50_000 as Cents })
      .run()
    expect(begun).toEqual({ refused: 'not-chargeable' })
    expect(refusalWords({ refused: 'not-chargeable' }, null)).toContain('cannot be paid by card')
  })

  test('on the pay page of an older booking', async () => {
    const { booking } = await aPaidBooking()
    db.update(bookings)
      .set({ totalCents: 50_030 as Cents })
      .run()
    const wish = { token: booking.linkToken, pays: 'balance' as const }
    expect(
      await beginLaterCardPayment({ ...wish, amountCents: 30 as Cents, remainingCents: 30 as Cents }, atNoon),
    ).toEqual({ refused: 'not-chargeable' })
  })

  test('when staff type it', () => {
    expect(dollarAmount.safeParse('999,999.99').success).toBe(true)
    expect(dollarAmount.safeParse('1,000,000').error?.issues[0]?.message).toBe(
      'The amount can be at most $999,999.99',
    )
  })
})
