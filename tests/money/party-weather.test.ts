import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { giveUp } from '#app/money/refunds/orders.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { cents } from '#app/platform/money'
import { db, immediately } from '#db/connection.server'
import { payments, refunds } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, byHand, payLater, refund } from '#tests/fixtures/paid-bookings'
import {
  anOpenTour,
  at,
  expectAgreement,
  joins,
  leaves,
  plan,
  quoteToJoin,
  quoteToLeave,
} from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// A party that changes while money is on its way, does not arrive, or went otherwise than by card.

beforeEach(anOpenTour)

const books = (booking: Booking) => {
  const { totalCents, keptCents } = bookingNow(booking)
  return { totalCents, keptCents }
}

/** What happens while no refund reaches Stripe; the orders wait for staff then. */
async function withoutRefunds(command: () => Promise<unknown>) {
  stripeSandbox.switches.apiDown = 'refuses'
  await command()
  stripeSandbox.switches.apiDown = 'off'
  db.update(refunds).set({ state: 'refused' }).where(eq(refunds.state, 'owed')).run()
}

function dropFirstOrder(day: string) {
  const [order] = db.select().from(refunds).all()
  if (!order) throw new Error('Nothing was ordered')
  immediately((tx) => giveUp(order, at(day), tx))
}

describe('what is promised to a former traveler', () => {
  test('and goes back by hand is not the stayers’', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await byHand(booking, 1_200_000, {}, at('2025-06-10'))
    expect(await leaves(booking, 2, at('2025-06-20'))).toMatchObject({
      left: { toCardsCents: 150_000, byHandCents: 300_000 },
    })
    expect(await leaves(booking, 3, at('2025-06-21'))).toMatchObject({ left: { refundCents: 450_000 } })
    await byHand(booking, 300_000, { direction: 'out', reason: 'goodwill' }, at('2025-06-22'))
    await byHand(booking, 450_000, { direction: 'out', reason: 'goodwill' }, at('2025-06-22'))
    expect(books(booking)).toEqual({ totalCents: 450_000, keptCents: 450_000 })
    expectAgreement(booking)
  })

  test('is not promised again when all cancel', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await byHand(booking, 800_000, {}, at('2025-06-10'))
    await leaves(booking, 2, at('2025-08-01'))
    expect(cancelQuote(bookingNow(booking), at('2025-08-02'))).toMatchObject({ refundCents: 400_000 })
  })

  test('stays theirs where the card does not take it', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await payLater(booking, 600_000, at('2025-06-10'))
    await withoutRefunds(() => leaves(booking, 2, at('2025-06-20')))
    dropFirstOrder('2025-06-21')
    expect(quoteToLeave(booking, 3, at('2025-06-22'))).toMatchObject({ refundCents: 250_000 })
  })

  test('is asked of nobody once a second one has left', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await payLater(booking, 600_000, at('2025-06-10'))
    await withoutRefunds(() => leaves(booking, 2, at('2025-07-10')))
    await leaves(booking, 3, at('2025-07-11'))
    dropFirstOrder('2025-07-12')
    await byHand(booking, 200_000, { direction: 'out', reason: 'goodwill' }, at('2025-07-13'))
    expect(books(booking)).toEqual({ totalCents: 550_000, keptCents: 350_000 })
    expectAgreement(booking)
  })
})

describe('goodwill that does not arrive', () => {
  test('is of those who traveled when it was given', async () => {
    const { booking } = await aPaidBooking({ travelers: 1, paymentType: 'full' })
    await withoutRefunds(() => refund(booking, 20_000, {}, at('2025-06-10')))
    await joins(booking, at('2025-06-11'))
    dropFirstOrder('2025-06-12')
    expect(await leaves(booking, 2, at('2025-06-13'))).toMatchObject({
      left: { refundCents: 0, totalCents: 450_000, remainingCents: 0 },
    })
  })

  test('and fails after it was made counts from its order', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    stripeSandbox.switches.apiDown = 'refuses'
    await refund(booking, 20_000, {}, at('2025-06-10'))
    await leaves(booking, 2, at('2025-06-20'))
    stripeSandbox.switches.apiDown = 'off'
    await payOwedRefunds(() => at('2025-06-21'))
    const made = db
      .select()
      .from(payments)
      .all()
      .find(({ kind, amountCents }) => kind === 'refund' && amountCents === -20_000)
    recordRefund(
      {
        id: made?.stripeRefundId ?? '',
        intentId: made?.stripeIntentId ?? '',
        state: 'failed',
        amountCents: cents(20_000),
        orderKey: null,
        attempt: 1,
      } as Parameters<typeof recordRefund>[0],
      at('2025-06-25'),
    )
    expect(books(booking)).toEqual({ totalCents: 450_000, keptCents: 60_000 })
    expectAgreement(booking)
  })
})

describe('the days of the installments', () => {
  test('are as shown where the sum stays the same', async () => {
    const { booking } = await aPaidBooking({ travelers: 1, paymentType: 'full' })
    await joins(booking, at('2025-06-10'))
    await joins(booking, at('2025-06-10'))
    await byHand(booking, 450_000, {}, at('2025-06-20'))
    const { installments } = quoteToJoin(booking, at('2025-06-23'))
    await joins(booking, at('2025-06-23'))
    expect(plan(booking).map(({ dueOn }) => dueOn)).toEqual(installments.map(({ dueOn }) => dueOn))
  })

  test('stay for who joined when another one leaves', async () => {
    const { booking } = await aPaidBooking({ travelers: 1, paymentType: 'full' })
    await joins(booking, at('2025-06-10'))
    await payLater(booking, 450_000, at('2025-06-12'))
    await joins(booking, at('2025-06-15'))
    await leaves(booking, 2, at('2025-06-28'))
    expect(plan(booking)).toEqual([{ amountCents: 450_000, dueOn: '2025-06-29', paid: false }])
  })

  test('are never the final one before the first', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    db.update(departures)
      .set({ depositCents: cents(450_000) })
      .run()
    await joins(booking, at('2025-09-10'))
    expect(plan(booking).map(({ dueOn }) => dueOn)).toEqual(['2025-09-24', '2025-09-24'])
    expectAgreement(booking)
  })
})

test('a paid joiner who leaves takes their installment along', async () => {
  const { booking } = await aPaidBooking({ travelers: 1, paymentType: 'full' })
  await joins(booking, at('2025-06-10'))
  await payLater(booking, 450_000, at('2025-06-12'))
  await leaves(booking, 2, at('2025-06-20'))
  expect(plan(booking)).toEqual([])
  expect(books(booking)).toEqual({ totalCents: 450_000, keptCents: 450_000 })
})

test('a party never keeps more than it has paid', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await payLater(booking, 400_000, at('2025-06-10'))
  await leaves(booking, 2, at('2025-09-20'))
  await refund(booking, 400_000, { reason: 'owed-again' }, at('2025-09-21'))
  const quote = cancelQuote(bookingNow(booking), at('2025-09-22'))
  expect(quote.retainedCents + quote.refundCents).toBe(bookingNow(booking).keptCents)
})
