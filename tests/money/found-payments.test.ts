import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import {
  type EnteredPayment,
  enterFoundPayment,
  unknownPayments,
} from '#app/money/changes/paying/found-payments.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { newestIntentId } from '#app/money/payments/intent-records.server'
import { stripe } from '#app/money/stripe/client.server'
import { retrieveIntent } from '#app/money/stripe/intents.server'
import { db } from '#db/connection.server'
import { paymentIntents, refunds } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter } from '#tests/fixtures/orders'
import { aPaidBooking, beginLaterPayment, booksOf, lettersTo } from '#tests/fixtures/paid-bookings'
import { atNoon, atStripe, beginPaying, CARD, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// After a backup was restored: Stripe has payments that no row here tells of.

beforeEach(nothingBooked)

/** As if the copy had been made before the payment was begun. */
const forget = (intentId: string) =>
  db.delete(paymentIntents).where(eq(paymentIntents.stripeIntentId, intentId)).run()

async function aLostPayment(amount: number) {
  const { booking } = await aPaidBooking()
  const newest = newestIntentId()
  const intent = await beginLaterPayment(booking, amount)
  await payAtStripe(intent.id)
  forget(intent.id)
  return { booking, newest, intentId: intent.id }
}

describe('what Stripe knows and the database does not', () => {
  // Stripe tells the seconds: payments of the test before must not be of this one's first.
  beforeEach(() => pause(1_000 - (Date.now() % 1_000)))

  test('is told with the booking that it names', async () => {
    const { booking, newest, intentId } = await aLostPayment(200_000)
    const { payments, open, isAll } = await unknownPayments(newest)
    expect({ open, isAll }).toEqual({ open: 0, isAll: true })
    expect(payments).toHaveLength(1)
    expect(payments[0]).toMatchObject({
      intent: { id: intentId, receivedCents: 200_000, returnedCents: 0, description: 'Balance' },
      named: booking.reference,
      booking: { id: booking.id },
    })
  })

  test('is none of what others charge, nor what is on file', async () => {
    await aPaidBooking()
    const newest = newestIntentId()
    const others = await (await stripe()).paymentIntents.create({ amount: 5_000, currency: 'usd' })
    stripeSandbox.payIntent(others.id, CARD.good)
    await aPaidBooking()
    expect(await unknownPayments(newest)).toEqual({ payments: [], open: 0, isAll: true })
  })

  test('counts what may still be paid, and says what went back', async () => {
    const { booking, newest, intentId } = await aLostPayment(200_000)
    stripeSandbox.refundInDashboard(intentId, 50_000)
    forget((await beginLaterPayment(booking, 100_000)).id)
    const { payments, open } = await unknownPayments(newest)
    expect(payments.map(({ intent }) => intent.returnedCents)).toEqual([50_000])
    expect(open).toBe(1)
  })

  test('is read page by page, oldest first', async () => {
    const { newest, intentId } = await aLostPayment(200_000)
    const sdk = await stripe()
    const ids = [intentId]
    for (let made = 0; made < 120; made += 1) {
      const { id } = await sdk.paymentIntents.create({
        amount: 5_000,
        currency: 'usd',
        metadata: { savanna_soul_key: `lost-${made}`, savanna_soul_booking: 'TS-LOST22' },
      })
      stripeSandbox.payIntent(id, CARD.good)
      ids.push(id)
    }
    const { payments } = await unknownPayments(newest)
    expect(payments.map(({ intent }) => intent.id)).toEqual(ids)
    expect(payments.at(-1)).toMatchObject({ named: 'TS-LOST22', booking: null })
  })
})

describe('a payment that somebody enters', () => {
  const enter = (intentId: string, reference: string) => enterFoundPayment(intentId, reference, atNoon)

  test('counts as any other, once', async () => {
    const { booking, intentId } = await aLostPayment(200_000)
    expect(await enter(intentId, booking.reference.toLowerCase())).toMatchObject({
      booking: { id: booking.id },
    })
    expect(booksOf(booking)).toMatchObject({
      kept: 250_000,
      paidInstallments: [true, false],
      stripeAgrees: true,
    })
    expect(lettersTo(booking).map(({ kind }) => kind)).toEqual(['booking-confirmation', 'payment-receipt'])
    expect(await enter(intentId, booking.reference)).toEqual({ refused: 'known' })
    const acts = db.select().from(auditLog).where(eq(auditLog.action, 'payment-found')).all()
    expect(acts).toMatchObject([{ actor: 'machine', detail: { amountCents: 200_000, intent: intentId } }])
    expect(takePayment(await asStripeHas(intentId), minutesAfter(1))).toMatchObject({ outcome: 'known' })
  })

  test('of a lost booking is entered for another one only where somebody says that it stands for it', async () => {
    const { booking } = await aPaidBooking()
    const { id } = await (await stripe()).paymentIntents.create({
      amount: 200_000,
      currency: 'usd',
      metadata: { savanna_soul_key: 'lost-one', savanna_soul_booking: 'TS-LOST22' },
    })
    stripeSandbox.payIntent(id, CARD.good)
    const instead = (lost: string) => enterFoundPayment(id, booking.reference, atNoon, lost)
    expect(await enter(id, booking.reference)).toEqual({ refused: 'lost-booking' })
    expect(await instead('TS-LOST23')).toEqual({ refused: 'lost-booking' })
    expect(booksOf(booking).kept).toBe(50_000)
    expect(await instead('TS-LOST22')).toMatchObject({ booking: { id: booking.id } })
    expect(booksOf(booking).kept).toBe(250_000)
  })

  test('takes the seat of a hold, whose own payment is withdrawn', async () => {
    const order = anOrder()
    const { booking, intent } = await beginPaying(order)
    await payAtStripe(intent.id)
    forget(intent.id)
    const open = await beginPaying(order)
    expect(open.booking.id).toBe(booking.id)

    expect(await enter(intent.id, booking.reference)).toMatchObject({ booking: { status: 'deposit_paid' } })
    expect(atStripe(open.intent.id)?.status).toBe('canceled')
  })

  test.each<
    [string, Extract<EnteredPayment, { refused: string }>['refused'], () => Promise<[string, string]>]
  >([
    ['that Stripe does not know', 'not-at-stripe', async () => ['pi_unknown', 'TS-ABC234']],
    [
      'that others charged',
      'not-ours',
      async () => {
        const { id } = await (await stripe()).paymentIntents.create({ amount: 5_000, currency: 'usd' })
        return [id, 'TS-ABC234']
      },
    ],
    [
      'that nobody made yet',
      'not-paid',
      async () => {
        const { booking, intent } = await beginPaying()
        forget(intent.id)
        return [intent.id, booking.reference]
      },
    ],
    ['for no booking', 'no-booking', async () => [(await aLostPayment(200_000)).intentId, 'TS-ZZZZZZ']],
    [
      'beyond the price',
      'not-wanted',
      async () => {
        const { booking, intentId } = await aLostPayment(450_000)
        return [intentId, booking.reference]
      },
    ],
    [
      'that names another booking',
      'another-booking',
      async () => [(await aLostPayment(200_000)).intentId, (await aPaidBooking()).booking.reference],
    ],
    [
      'for a seat that is gone',
      'not-wanted',
      async () => {
        const { booking, intent } = await beginPaying()
        await payAtStripe(intent.id)
        forget(intent.id)
        endBooking(booking.id, 'expired', minutesAfter(31))
        db.update(departures).set({ seats: 0 }).run()
        return [intent.id, booking.reference]
      },
    ],
  ])('is refused: one %s', async (_, refused, lost) => {
    const [intentId, reference] = await lost()
    expect(await enter(intentId, reference)).toEqual({ refused })
    expect(db.select().from(refunds).all()).toEqual([])
  })

  async function asStripeHas(intentId: string) {
    const intent = await retrieveIntent(intentId)
    if (!intent) throw new Error(`Stripe does not know ${intentId}`)
    return intent
  }
})
