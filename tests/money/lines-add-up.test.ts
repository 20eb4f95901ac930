import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { today } from '#app/platform/clock.server'
import { moneyRows, scheduleTogether } from '#app/routes/payment/payment-parts'
import { bookingFacts, paymentSchedule } from '#app/views/booking-facts.server'
import { aPaidBooking, byHand, payLater, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// What a guest reads on the payment page is a sum: the price is what is paid, less what went back, and what
// remains.

beforeEach(anOpenTour)

/** Price, the lines between, and what remains, in dollars; its parts are not counted twice. */
function linesOf(booking: Booking) {
  const fresh = bookingNow(booking)
  const { remainingCents } = amountsOwed(fresh)
  const rows = moneyRows({
    ...{ booking: bookingFacts(fresh), due: { remainingCents }, today: today() },
    schedule: scheduleTogether(paymentSchedule(fresh)),
  }).filter(({ isPart }) => !isPart)
  const dollars = rows.map(({ label, value }) => ({
    label,
    amount: Number(String(value).replace('−', '-').replaceAll(/[$,]/g, '')),
  }))
  const [price, ...others] = dollars
  expect(others.reduce((sum, { amount }) => sum + amount, 0)).toBe(price?.amount)
  return dollars.map(({ label, amount }) => `${label} ${amount}`)
}

test('as it is booked', async () => {
  const { booking } = await aPaidBooking()
  expect(linesOf(booking)).toEqual(['Price of the tour 4500', 'Deposit 500', 'Remaining balance 4000'])
})

test('after a refund, whether the price was lowered or it is owed again', async () => {
  const { booking } = await aPaidBooking()
  await payLater(booking, 200_000)
  await refund(booking, 30_000)
  expect(linesOf(booking)).toContain('Back to you -300')
  await refund(booking, 30_000, { reason: 'owed-again' })
  expect(linesOf(booking)).toEqual([
    ...['Price of the tour 4200', 'Deposit 500', 'Also paid 1400', 'Remaining balance 2300'],
  ])
})

test('after a part that was paid ahead, and once all is paid and some went back', async () => {
  const { booking } = await aPaidBooking()
  await byHand(booking, 70_000)
  expect(linesOf(booking)).toContain('Also paid 700')
  await byHand(booking, 330_000)
  await refund(booking, 20_000)
  expect(linesOf(booking)).toContain('Back to you -200')
})
