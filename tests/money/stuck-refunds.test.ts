import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { dropRefund, refundToDecide, tryRefundAgain } from '#app/money/changes/refund-orders.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { cents } from '#app/platform/money'
import { historyOf } from '#app/views/history.server'
import { db } from '#db/connection.server'
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
import { mailWritten, nothingBooked } from '#tests/fixtures/payments'

// Refunds that Stripe refuses ten times; staff then try again or drop them.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const HOURS_OF_ATTEMPTS = 60
const afterAll = () => minutesAfter(60 * HOURS_OF_ATTEMPTS)

/** Orders it while the payment is disputed, and lets the schedule try until it gives up. */
async function stuck(
  booking: Booking,
  intentId: string,
  amount: number,
  reason: 'goodwill' | 'owed-again' = 'goodwill',
) {
  const { id: disputeId } = stripeSandbox.openDispute(intentId)
  await refund(booking, amount, { reason })
  for (let hour = 1; hour <= HOURS_OF_ATTEMPTS; hour += 1) {
    await payOwedRefunds(() => minutesAfter(60 * hour))
  }
  const order = db
    .select()
    .from(refunds)
    .where(eq(refunds.amountCents, cents(amount)))
    .get()
  if (order?.state !== 'refused') throw new Error(`The refund is ${order?.state}`)
  return {
    which: { reference: booking.reference, id: order.id },
    theCauseIsGone: () => stripeSandbox.closeDispute(disputeId, 'won'),
  }
}

const drop = (which: { reference: string; id: number }) => dropRefund(which, aStaffMember(), afterAll)

test('staff hear when a refund sticks and is given up', async () => {
  const { booking, intentId } = await aPaidBooking()
  const { which } = await stuck(booking, intentId, 25_000)
  expect(mailWritten().filter((kind) => kind === 'staff-refund-trouble')).toHaveLength(2)
  expect(booksOf(booking)).toMatchObject({ total: 425_000, kept: 25_000 })

  expect(await drop(which)).toBe('dropped')
  await payOwedRefunds(() => minutesAfter(60 * 500))
  expect(db.select().from(refunds).where(eq(refunds.id, which.id)).get()).toMatchObject({
    state: 'dropped',
    attempt: 11,
  })
})

test('a dropped goodwill refund restores the price', async () => {
  const { booking, intentId } = await aPaidBooking()
  const { which } = await stuck(booking, intentId, 25_000)
  await drop(which)
  expect(booksOf(booking)).toEqual({
    status: 'deposit_paid',
    total: 450_000,
    kept: 50_000,
    owed: [200_000, 200_000],
    paidInstallments: [false, false],
    stripeAgrees: true,
  })
  expect(lettersOfKind(booking, 'refund-dropped')).toHaveLength(1)
  expect(lettersOfKind(booking, 'refund-dropped')[0]).toContain('$250')
})

test('a dashboard refund completes the stuck one instead', async () => {
  const { booking, intentId } = await aPaidBooking()
  const { which, theCauseIsGone } = await stuck(booking, intentId, 25_000)
  theCauseIsGone()
  stripeSandbox.refundInDashboard(intentId, 30_000)
  await reconcile(afterAll)
  expect(refundToDecide(which)).toBeUndefined()
  expect(booksOf(booking)).toMatchObject({ total: 420_000, kept: 20_000, stripeAgrees: true })
})

test('a dropped refund owed again settles its reopened installment', async () => {
  const { booking } = await aPaidBooking()
  const installment = await payLater(booking, 200_000)
  const { which } = await stuck(booking, installment, 190_000, 'owed-again')
  expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 60_000, paidInstallments: [false, false] })
  await drop(which)
  await reconcile(afterAll)
  expect(booksOf(booking)).toMatchObject({
    total: 450_000,
    kept: 250_000,
    paidInstallments: [true, false],
    stripeAgrees: true,
  })
})

test('a dropped refund of everything leaves the price unchanged', async () => {
  const { booking, intentId } = await aPaidBooking()
  const { which } = await stuck(booking, intentId, 50_000)
  expect(booksOf(booking).kept).toBe(0)
  await drop(which)
  expect(booksOf(booking)).toMatchObject({ status: 'deposit_paid', total: 450_000, kept: 50_000 })
})

describe('tried again', () => {
  test('it is made once, however often the button is pressed', async () => {
    const { booking, intentId } = await aPaidBooking()
    const { which, theCauseIsGone } = await stuck(booking, intentId, 25_000)
    theCauseIsGone()

    const pressed = () => tryRefundAgain(which, aStaffMember(), afterAll)
    expect(await Promise.all([pressed(), pressed()])).toContain('made')
    expect(await pressed()).toBe('not-stuck')
    expect(await drop(which)).toBe('not-stuck')
    await reconcile(afterAll)
    expect(booksOf(booking)).toMatchObject({ total: 425_000, kept: 25_000, stripeAgrees: true })
  })

  test('it is stuck as before when Stripe refuses it again', async () => {
    const { booking, intentId } = await aPaidBooking()
    const { which } = await stuck(booking, intentId, 25_000)
    expect(await tryRefundAgain(which, aStaffMember(), afterAll)).toBe('refused')
    expect(refundToDecide(which)?.order.attempt).toBe(12)
    expect(await drop(which)).toBe('dropped')
  })

  test('it waits while Stripe is down, then goes through', async () => {
    const { booking, intentId } = await aPaidBooking()
    const { which, theCauseIsGone } = await stuck(booking, intentId, 25_000)
    theCauseIsGone()
    stripeSandbox.switches.apiDown = true
    expect(await tryRefundAgain(which, aStaffMember(), afterAll)).toBe('owed')
    expect(await drop(which)).toBe('not-stuck')

    stripeSandbox.switches.apiDown = 'off'
    expect(await payOwedRefunds(afterAll)).toEqual({ paidBack: 1 })
  })
})

test('only a stuck refund of that booking can be dropped', async () => {
  const { booking } = await aPaidBooking()
  await refund(booking, 10_000)
  const id = Number(db.select().from(refunds).get()?.id)
  expect(await drop({ reference: booking.reference, id })).toBe('not-stuck')
  expect(await drop({ reference: 'TS-222222', id })).toBe('not-stuck')
  expect(await drop({ reference: booking.reference, id: Number.NaN })).toBe('not-stuck')
  expect(await tryRefundAgain({ reference: booking.reference, id }, aStaffMember(), afterAll)).toBe(
    'not-stuck',
  )
})

test('what staff decided stands in the booking’s history', async () => {
  const { booking, intentId } = await aPaidBooking()
  const { which } = await stuck(booking, intentId, 25_000)
  await tryRefundAgain(which, aStaffMember(), afterAll)
  await drop(which)
  const actions = historyOf(`booking:${booking.reference}`, { from: 'start' }).acts.map(({ did }) => did)
  expect(actions).toContain('tried a refund again for')
  expect(actions).toContain('gave up a refund for')
})
