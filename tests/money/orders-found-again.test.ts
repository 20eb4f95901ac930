import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { stripe } from '#app/money/stripe/client.server'
import { everyRefund } from '#app/money/stripe/refunds.server'
import { db, sqlite } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { payments, refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter } from '#tests/fixtures/orders'
import { aPaidBooking, booksOf, ledgerOf, lettersOfKind, refund } from '#tests/fixtures/paid-bookings'
import { mailWritten, nothingBooked } from '#tests/fixtures/payments'

// An order of ours and the refund that it became are known by a key that is random, and only together with
// the payment.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const later = () => minutesAfter(90)
const twoDaysLater = () => minutesAfter(2 * 24 * 60)

const refundsAtStripe = (intentId: string) =>
  stripeSandbox.refunds().filter(({ payment_intent }) => payment_intent === intentId)

const newestOrder = () => {
  const order = db.select().from(refunds).orderBy(desc(refunds.id)).get()
  if (!order) throw new Error('Nothing is ordered')
  return order
}

/** Stripe makes the refund, and we never hear of it. */
async function aRefundWhoseAnswerIsLost(amount = 20_000) {
  const { booking, intentId } = await aPaidBooking()
  stripeSandbox.switches.apiDown = 'loses-answers'
  await refund(booking, amount)
  stripeSandbox.switches.apiDown = 'off'
  expect(refundsAtStripe(intentId)).toHaveLength(1)
  expect(newestOrder()).toMatchObject({ state: 'owed', attempt: 1 })
  return { booking, intentId }
}

describe('after an outage longer than a day, when Stripe has forgotten the key of the call', () => {
  test.each([
    ['trying again by itself', () => payOwedRefunds(twoDaysLater)],
    ['reconcile', () => reconcile(twoDaysLater)],
  ])('%s finds our own refund, and pays nothing twice', async (_, act) => {
    const { booking, intentId } = await aRefundWhoseAnswerIsLost()
    stripeSandbox.forgetAnswers()
    await act()
    await act()

    expect(refundsAtStripe(intentId)).toHaveLength(1)
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -20000'])
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
    expect(newestOrder()).toMatchObject({ state: 'done', stripeRefundId: refundsAtStripe(intentId)[0]?.id })
    expect(mailWritten()).not.toContain('refund-made')
  })

  test('an order from before random keys is found by number', async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.switches.apiDown = true
    await refund(booking, 20_000)
    stripeSandbox.switches.apiDown = 'off'
    const order = newestOrder()
    db.update(refunds)
      .set({ orderKey: String(order.id) })
      .run()
    await (await stripe()).refunds.create({
      payment_intent: intentId,
      amount: 20_000,
      metadata: { savanna_soul_refund: String(order.id) },
    })
    await payOwedRefunds(twoDaysLater)
    expect(refundsAtStripe(intentId)).toHaveLength(1)
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
  })

  test('a refund that failed in the meantime is retried with another key', async () => {
    const { booking, intentId } = await aRefundWhoseAnswerIsLost()
    stripeSandbox.failRefund(String(refundsAtStripe(intentId)[0]?.id))
    await payOwedRefunds(later)
    expect(newestOrder()).toMatchObject({ state: 'owed', attempt: 2 })
    expect(mailWritten()).toContain('staff-refund-trouble')

    await payOwedRefunds(twoDaysLater)
    expect(refundsAtStripe(intentId).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
  })
})

describe('a refund that waits for the cardholder at Stripe', () => {
  test('stays ordered and is not made a second time', async () => {
    const { booking, intentId } = await aRefundWhoseAnswerIsLost()
    const id = String(refundsAtStripe(intentId)[0]?.id)
    stripeSandbox.holdRefund(id)
    await payOwedRefunds(later)
    await reconcile(twoDaysLater)
    expect(refundsAtStripe(intentId)).toHaveLength(1)
    expect(newestOrder()).toMatchObject({ state: 'owed', attempt: 1 })
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000 })
    expect(ledgerOf(booking)).toEqual(['payment card 50000'])

    stripeSandbox.failRefund(id)
    await reconcile(() => minutesAfter(3 * 24 * 60))
    await reconcile(() => minutesAfter(4 * 24 * 60))
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -20000'])
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
  })
})

describe('after a backup was restored', () => {
  /** As if nothing had been written since `booking` was paid: what was ordered and heard of it is gone. */
  function restore(booking: Booking, nextNumber: number) {
    db.delete(refunds).run()
    db.update(bookings).set({ totalCents: booking.totalCents }).where(eq(bookings.id, booking.id)).run()
    db.delete(payments)
      .where(sql`${payments.bookingId} = ${booking.id} and ${payments.kind} <> 'payment'`)
      .run()
    sqlite.prepare(`update sqlite_sequence set seq = ? where name = 'refunds'`).run(nextNumber - 1)
  }

  /** The webhooks of what Stripe has made, before anything that we still owe. */
  async function hearOfAll() {
    for (const made of (await everyRefund()).newestFirst) recordRefund(made, later())
  }

  test('an old refund does not close another booking’s new order', async () => {
    const old = await aPaidBooking()
    await refund(old.booking, 10_000)
    const oldOrder = newestOrder()
    restore(old.booking, oldOrder.id)
    const { booking } = await aPaidBooking()
    stripeSandbox.switches.apiDown = true
    await refund(booking, 30_000)
    stripeSandbox.switches.apiDown = 'off'
    await hearOfAll()
    expect(newestOrder()).toMatchObject({ id: oldOrder.id, state: 'owed' })
    expect(booksOf(old.booking)).toMatchObject({ total: 440_000, kept: 40_000, stripeAgrees: true })

    await reconcile(later)
    expect(booksOf(booking)).toMatchObject({ total: 420_000, kept: 20_000, stripeAgrees: true })
    expect(booksOf(old.booking)).toMatchObject({ kept: 40_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'refund-made')).toEqual([])
  })

  test('an old numbered key on another payment closes no order', async () => {
    const [old, { booking, intentId }] = [await aPaidBooking(), await aPaidBooking()]
    stripeSandbox.switches.apiDown = true
    await refund(booking, 30_000)
    stripeSandbox.switches.apiDown = 'off'
    const { id } = newestOrder()
    db.update(refunds)
      .set({ orderKey: String(id) })
      .where(eq(refunds.id, id))
      .run()
    await (await stripe()).refunds.create({
      payment_intent: old.intentId,
      amount: 10_000,
      metadata: { savanna_soul_refund: String(id) },
    })
    await hearOfAll()
    expect(newestOrder().state).toBe('owed')

    await reconcile(later)
    expect(refundsAtStripe(intentId)).toMatchObject([{ amount: 30_000 }])
    expect(booksOf(booking)).toMatchObject({ kept: 20_000, stripeAgrees: true })
    expect(booksOf(old.booking)).toMatchObject({ kept: 40_000, stripeAgrees: true })
  })
})
