import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import {
  answerForRefund,
  dropRefund,
  refundToDecide,
  tryRefundAgain,
} from '#app/money/changes/refund-orders.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  booksOf,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, leaves, quoteToLeave } from '#tests/fixtures/party-changes'
import { nothingBooked } from '#tests/fixtures/payments'

// Refunds from Stripe's dashboard that may be what was ordered here: staff are asked, and nothing is sent
// until they answer.

beforeEach(() => {
  nothingBooked()
  anOpenTour()
})

const later = (minutes = 90) => minutesAfter(minutes)

/**
 * An order that Stripe has not made: of a payment of $2,000, so that the dashboard can refund as much again.
 */
async function anOrderThatWaits(amount: number, reason: 'goodwill' | 'owed-again' = 'goodwill') {
  const { booking } = await aPaidBooking()
  const intentId = await payLater(booking, 200_000)
  stripeSandbox.switches.apiDown = true
  await refund(booking, amount, { reason })
  stripeSandbox.switches.apiDown = 'off'
  return { booking, intentId, which: which(booking) }
}

const ordersOf = (booking: Booking) =>
  db.select().from(refunds).where(eq(refunds.bookingId, booking.id)).orderBy(refunds.id).all()

const which = (booking: Booking, state: 'owed' | 'refused' = 'owed') => ({
  reference: booking.reference,
  id: ordersOf(booking).find((order) => order.state === state)?.id ?? 0,
})

async function answer(which: { reference: string; id: number }, wasIt: boolean) {
  const refundId = refundToDecide(which)?.found?.refundId ?? ''
  return answerForRefund(which, { refundId, wasIt }, aStaffMember(), () => later(120))
}

const madeAtStripe = (intentId: string) =>
  stripeSandbox
    .refunds()
    .filter(({ payment_intent }) => payment_intent === intentId)
    .map(({ amount }) => amount)

const lettersToStaff = () =>
  db
    .select({ subject: outbox.subject, text: outbox.textBody })
    .from(outbox)
    .where(eq(outbox.kind, 'staff-dashboard-refund'))
    .all()

test('a refund given back in the dashboard is not paid a second time', async () => {
  const { booking } = await aPaidBooking({ travelers: 3, paymentType: 'full' })
  const intentId = stripeSandbox.paymentIntents()[0]?.id ?? ''
  const dispute = stripeSandbox.openDispute(intentId)
  await leaves(booking, 2, at('2025-06-02'))
  for (let hour = 0; hour < 60; hour += 1) await payOwedRefunds(() => later(60 * 48 + 60 * hour))
  stripeSandbox.closeDispute(dispute.id, 'won')
  stripeSandbox.refundInDashboard(intentId, 450_000)
  await reconcile(() => later(60 * 200))
  await tryRefundAgain(which(booking, 'refused'), aStaffMember(), () => later(60 * 201))
  await reconcile(() => later(60 * 202))

  expect(madeAtStripe(intentId)).toEqual([450_000])
  expect(booksOf(booking)).toMatchObject({ total: 900_000, kept: 900_000, stripeAgrees: true })
  expect(lettersOfKind(booking, 'refund-made')).toEqual([])
})

describe('of another amount', () => {
  test.each([
    ['reconcile', () => reconcile(() => later())],
    ['the next attempt', () => payOwedRefunds(() => later())],
  ])('holds the order as soon as %s hears of it', async (_, hear) => {
    const { booking, intentId, which } = await anOrderThatWaits(45_000)
    stripeSandbox.refundInDashboard(intentId, 44_000)
    await hear()
    await reconcile(() => later(60 * 48))

    expect(madeAtStripe(intentId)).toEqual([44_000])
    expect(refundToDecide(which)?.found).toMatchObject({ openCents: 44_000 })
    expect(lettersOfKind(booking, 'refund-made')).toEqual([])
    const [letter] = lettersToStaff()
    expect(letter?.subject).toContain('Was it that refund?')
    expect(letter?.text).toContain('$440 was given back')
    expect(letter?.text).toContain(
      'Of the same payment $450 is still waiting to be refunded. Was this that refund?',
    )
    expect(letter?.text).toContain(`/admin/bookings/${booking.reference}/refunds/${which.id}`)
  })

  test('less, and it was it: only the rest is sent', async () => {
    const { booking, intentId, which } = await anOrderThatWaits(45_000)
    stripeSandbox.refundInDashboard(intentId, 44_000)
    await reconcile(() => later())
    expect(await answer(which, true)).toBe('answered')

    expect(madeAtStripe(intentId)).toEqual([1_000, 44_000])
    expect(booksOf(booking)).toMatchObject({ total: 405_000, kept: 205_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'refund-made')).toEqual([])
  })

  test('more, and it was it: the rest is goodwill', async () => {
    const { booking, intentId, which } = await anOrderThatWaits(45_000, 'owed-again')
    stripeSandbox.refundInDashboard(intentId, 46_000)
    await reconcile(() => later())
    expect(await answer(which, true)).toBe('answered')

    expect(madeAtStripe(intentId)).toEqual([46_000])
    expect(booksOf(booking)).toMatchObject({ total: 449_000, kept: 204_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'refund-made')[0]).toContain('$10 ')
  })

  test('and it was another one: both are made', async () => {
    const { booking, intentId, which } = await anOrderThatWaits(45_000)
    stripeSandbox.refundInDashboard(intentId, 44_000)
    await reconcile(() => later())
    expect(await answer(which, false)).toBe('answered')

    expect(madeAtStripe(intentId)).toEqual([45_000, 44_000])
    expect(booksOf(booking)).toMatchObject({ total: 361_000, kept: 161_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'refund-made')[0]).toContain('$440')
  })

  test('is neither dropped nor tried again before the answer', async () => {
    const { booking, intentId, which } = await anOrderThatWaits(45_000)
    db.update(refunds).set({ state: 'refused' }).run()
    stripeSandbox.refundInDashboard(intentId, 44_000)
    expect(await tryRefundAgain(which, aStaffMember(), () => later())).toBe('held')
    expect(await dropRefund(which, aStaffMember(), () => later())).toBe('not-stuck')
    expect(await tryRefundAgain(which, aStaffMember(), () => later())).toBe('not-stuck')
    expect(madeAtStripe(intentId)).toEqual([44_000])
    expect(booksOf(booking)).toMatchObject({ stripeAgrees: true })
  })

  test('that the bank sends back is asked about no more', async () => {
    const { booking, intentId, which } = await anOrderThatWaits(45_000)
    const { id } = stripeSandbox.refundInDashboard(intentId, 44_000)
    await reconcile(() => later())
    stripeSandbox.failRefund(id)
    await reconcile(() => later(120))
    expect(refundToDecide(which)).toBeUndefined()
    expect(booksOf(booking)).toMatchObject({ total: 405_000, kept: 205_000, stripeAgrees: true })
  })

  test('an answer about an earlier question changes nothing', async () => {
    const { intentId, which } = await anOrderThatWaits(45_000)
    const first = stripeSandbox.refundInDashboard(intentId, 44_000)
    stripeSandbox.refundInDashboard(intentId, 43_000)
    await reconcile(() => later())
    expect(await answer(which, false)).toBe('answered')
    const again = { refundId: first.id, wasIt: true }
    expect(await answerForRefund(which, again, aStaffMember(), () => later(120))).toBe('not-asked')
    expect(refundToDecide(which)?.found).toMatchObject({ openCents: 43_000 })
  })
})

test('of two orders, a refund does the one of its amount', async () => {
  const { booking, intentId } = await anOrderThatWaits(10_000)
  stripeSandbox.switches.apiDown = true
  await refund(booking, 20_000, { reason: 'owed-again' })
  stripeSandbox.switches.apiDown = 'off'
  stripeSandbox.refundInDashboard(intentId, 20_000)
  await reconcile(() => later())
  expect(ordersOf(booking).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(madeAtStripe(intentId)).toEqual([10_000, 20_000])
  expect(booksOf(booking)).toMatchObject({ total: 440_000, kept: 220_000, stripeAgrees: true })
})

test('one refund from the dashboard may be two orders', async () => {
  const { booking, intentId } = await anOrderThatWaits(10_000)
  stripeSandbox.switches.apiDown = true
  await refund(booking, 20_000)
  stripeSandbox.switches.apiDown = 'off'
  stripeSandbox.refundInDashboard(intentId, 30_000)
  await reconcile(() => later())
  const [one, other] = ordersOf(booking).map(({ id }) => ({ reference: booking.reference, id }))
  if (!one || !other) throw new Error('Two were ordered')
  await answer(one, true)
  expect(refundToDecide(other)?.found).toMatchObject({ openCents: 20_000 })
  await answer(other, true)
  await reconcile(() => later(180))
  expect(madeAtStripe(intentId)).toEqual([30_000])
  expect(booksOf(booking)).toMatchObject({ total: 420_000, kept: 220_000, stripeAgrees: true })
  expect(lettersOfKind(booking, 'refund-made')).toEqual([])
})

test('a whole refund that was made in the dashboard ends the booking', async () => {
  const { booking, intentId } = await aPaidBooking()
  stripeSandbox.switches.apiDown = true
  await refund(booking, 50_000)
  stripeSandbox.switches.apiDown = 'off'
  stripeSandbox.refundInDashboard(intentId, 50_000)
  await reconcile(() => later())
  expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, stripeAgrees: true })
})

test('what was promised to a leaver is not promised once it came back', async () => {
  const { booking } = await aPaidBooking({ travelers: 3, paymentType: 'full' })
  const intentId = stripeSandbox.paymentIntents()[0]?.id ?? ''
  stripeSandbox.switches.apiDown = true
  await leaves(booking, 2, at('2025-06-02'))
  stripeSandbox.switches.apiDown = 'off'
  stripeSandbox.refundInDashboard(intentId, 440_000)
  await reconcile(() => later(60 * 48))
  await answer(which(booking), true)
  await reconcile(() => later(60 * 49))
  expect(madeAtStripe(intentId)).toEqual([10_000, 440_000])
  expect(quoteToLeave(booking, 3, at('2025-06-03'))).toMatchObject({ refundCents: 450_000 })
})
