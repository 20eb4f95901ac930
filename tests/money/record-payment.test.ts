import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { checkoutDeparture } from '#app/bookings/checkout-offer.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { paidCents } from '#app/money/books/ledger.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { seatsLeft } from '#app/tours/departures.server'
import { db, sqlite } from '#db/connection.server'
import { paymentIntents } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  atNoon,
  beginPaying,
  bookingNow,
  ledger,
  mailWritten,
  nothingBooked,
  payAtStripe,
  payWithSecretKey,
} from '#tests/fixtures/payments'

beforeEach(nothingBooked)

const later = () => minutesAfter(33)

test('a paid deposit is recorded once and confirms the booking', async () => {
  const { booking, intent } = await beginPaying()
  const paid = await payAtStripe(intent.id)

  expect(takePayment(paid, NOON)).toMatchObject({ outcome: 'taken' })
  expect(takePayment(paid, NOON)).toMatchObject({ outcome: 'known' })

  expect(bookingNow(booking).status).toBe('deposit_paid')
  expect(ledger()).toEqual([{ kind: 'payment', amountCents: 50_000 }])
  expect(mailWritten()).toEqual(['booking-confirmation', 'staff-new-booking'])
  expect(installmentsOf(booking.id).every(({ paidAt }) => paidAt === null)).toBe(true)
  expect(db.select().from(auditLog).all().at(-1)).toMatchObject({
    action: 'payment-taken',
    subject: `booking:${booking.reference}`,
  })
})

test('who hears second of a payment writes nothing', async () => {
  const { intent } = await beginPaying()
  const paid = await payAtStripe(intent.id)
  takePayment(paid, NOON)
  const written = sqlite.prepare('select total_changes()').pluck()
  const before = written.get()

  expect(takePayment(paid, later())).toMatchObject({ outcome: 'known' })
  expect(written.get()).toBe(before)
})

test('the whole price completes the booking at once', async () => {
  const { booking, intent } = await beginPaying(anOrder({ roomType: 'single', paymentType: 'full' }))
  takePayment(await payAtStripe(intent.id), NOON)

  expect(bookingNow(booking).status).toBe('completed')
  expect(paidCents(booking.id)).toBe(650_000)
})

test('money that Stripe has not confirmed is never recorded', async () => {
  const { intent } = await beginPaying()

  expect(() => takePayment(intent, NOON)).toThrow('has not succeeded')
  expect(ledger()).toEqual([])
})

test('a payment whose answer was lost is known by key', async () => {
  const { booking, intent } = await beginPaying()
  db.update(paymentIntents).set({ stripeIntentId: null, state: 'creating' }).run()

  takePayment(await payAtStripe(intent.id), NOON)
  expect(bookingNow(booking).status).toBe('deposit_paid')
})

describe('money that comes after the hold has ended', () => {
  test('takes a free seat', async () => {
    const { booking, intent } = await beginPaying()
    const paid = await payAtStripe(intent.id)
    endBooking(booking.id, 'expired', minutesAfter(31))

    expect(takePayment(paid, minutesAfter(32))).toMatchObject({ outcome: 'taken' })
    expect(bookingNow(booking).status).toBe('deposit_paid')
    expect(seatsLeft(theDeparture())).toBe(19)
  })

  test('goes back in full where the departure is full', async () => {
    const { booking, intent } = await beginPaying()
    const paid = await payAtStripe(intent.id)
    endBooking(booking.id, 'expired', minutesAfter(31))
    db.update(departures).set({ seats: 0 }).run()

    expect(takePayment(paid, minutesAfter(32))).toMatchObject({ outcome: 'given-back' })
    expect(mailWritten()).toEqual(['payment-returned', 'staff-payment-returned'])

    expect(await payOwedRefunds(later)).toEqual({ paidBack: 1 })
    expect(await payOwedRefunds(later)).toEqual({ paidBack: 0 })
    expect(ledger()).toEqual([
      { kind: 'payment', amountCents: 50_000 },
      { kind: 'refund', amountCents: -50_000 },
    ])
    expect(bookingNow(booking).status).toBe('refunded')
    expect(stripeSandbox.refunds()[0]).toMatchObject({ payment_intent: intent.id, amount: 50_000 })
  })

  test('stays owed while Stripe cannot be reached', async () => {
    const { booking, intent } = await beginPaying()
    const paid = await payAtStripe(intent.id)
    endBooking(booking.id, 'expired', minutesAfter(31))
    db.update(departures).set({ seats: 0 }).run()
    takePayment(paid, minutesAfter(32))

    stripeSandbox.switches.apiDown = true
    expect(await payOwedRefunds(later)).toEqual({ paidBack: 0 })
    stripeSandbox.switches.apiDown = false
    expect(await payOwedRefunds(later)).toEqual({ paidBack: 1 })
    expect(paidCents(booking.id)).toBe(0)
  })
})

test('a payment on a display-only intent is given back', async () => {
  const { showCardForm } = await import('#app/money/changes/paying/begin-payment.server')
  const shown = await showCardForm(
    {
      roomType: 'double',
      travelers: 1,
      paymentType: 'deposit',
      checkoutKey: 'a-page-of-its-own',
      at: checkoutDeparture(null, 'a-browser', NOON),
    },
    atNoon,
  )
  if ('refused' in shown) throw new Error(shown.refused)

  expect(takePayment(await payWithSecretKey(shown.intent.id), NOON)).toMatchObject({
    outcome: 'given-back',
  })
  expect(await payOwedRefunds(atNoon)).toEqual({ paidBack: 1 })
  expect(mailWritten()).toEqual(['staff-unknown-payment'])
})
