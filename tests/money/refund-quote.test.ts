import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { refundQuote } from '#app/money/changes/refund-orders.server'
import { moneyQuote } from '#app/money/refunds/orders.server'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { installments, refunds } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { NOON } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, payLater, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// A refund to a card shows what it comes to before anything is ordered, as a new price and a move do.

beforeEach(anOpenTour)

const quoteOf = (booking: Booking, amount: number, reason: 'goodwill' | 'owed-again' = 'goodwill') =>
  refundQuote(
    {
      ...{ reference: booking.reference, amountCents: cents(amount), reason, note: '' },
      ...{ quoted: digestOf(moneyQuote(bookingNow(booking))), formKey: randomUUID() },
    },
    aStaffMember(),
    NOON,
  )
const shownFor = (...asked: Parameters<typeof quoteOf>) => {
  const quote = quoteOf(...asked)
  if ('refused' in quote) throw new Error(quote.refused)
  return digestOf(quote)
}

test('shows price, balance and plan as they become, and changes nothing', async () => {
  const { booking } = await aPaidBooking()
  const before = [
    bookingNow(booking),
    ...[refunds, outbox, auditLog].map((table) => db.select().from(table).all()),
  ]
  expect(quoteOf(booking, 20_000)).toMatchObject({
    ...{ beforeCents: 450_000, totalCents: 430_000, paidCents: 30_000, remainingCents: 400_000 },
    ...{ endsBooking: false, isOwedAgain: false },
  })
  expect(quoteOf(booking, 20_000, 'owed-again')).toMatchObject({
    ...{ totalCents: 450_000, paidCents: 30_000, remainingCents: 420_000, isOwedAgain: true },
    installments: [
      { name: 'First installment', owedCents: 220_000 },
      { name: 'Final installment', owedCents: 200_000 },
    ],
  })
  expect(quoteOf(booking, 50_000)).toMatchObject({ endsBooking: true })
  expect(quoteOf(booking, 50_001)).toEqual({ refused: 'more-than-paid', refundableCents: 50_000 })
  expect([
    bookingNow(booking),
    ...[refunds, outbox, auditLog].map((table) => db.select().from(table).all()),
  ]).toEqual(before)
})

test('is ordered as it was shown, and not where the plan is another by then', async () => {
  const { booking } = await aPaidBooking()
  const shown = shownFor(booking, 20_000)
  db.update(installments).set({ dueOn: '2025-09-20' }).run()
  expect(await refund(booking, 20_000, { shown })).toMatchObject({
    refused: 'effect-changed',
    effect: { installments: [{ dueOn: '2025-09-20' }, { dueOn: '2025-09-20' }] },
  })
  expect(db.select().from(refunds).all()).toEqual([])
  expect(await refund(booking, 20_000, { shown: shownFor(booking, 20_000) })).toEqual({ ordered: 20_000 })
  expect(bookingNow(booking).totalCents).toBe(430_000)
})

test('of all that is paid, shown, ends the booking', async () => {
  const { booking } = await aPaidBooking()
  await payLater(booking, 200_000)
  const shown = shownFor(booking, 250_000)
  expect(await refund(booking, 250_000, { shown })).toEqual({ ordered: 250_000 })
  expect(bookingNow(booking).status).toBe('refunded')
})
