import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { type MoneyState, moneyWords } from '#app/bookings/status'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { dropRefund } from '#app/money/changes/refund-orders.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordDispute } from '#app/money/refunds/record-dispute.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { bookingPage } from '#app/routes/admin/bookings/booking-page.server'
import { listBookings, UNFILTERED } from '#app/views/list-bookings.server'
import { bookingDetails } from '#app/views/staff-booking.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  byHand,
  cancel,
  historyKnowsStatus,
  keptAsInLedger,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { beginPaying, bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// The list's words and filter, after each kind of movement: both come from columns that triggers keep.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

/** What the list says of a booking, under the one filter that finds it. */
function listed(booking: Pick<Booking, 'id'>): string {
  keptAsInLedger()
  historyKnowsStatus(bookingNow(booking))
  const states: MoneyState[] = [
    'balance-open',
    'paid-in-full',
    'held',
    'cancelled',
    'refunded',
    'expired',
    'payment-failed',
  ]
  const found = states.flatMap((money) =>
    listBookings({ ...UNFILTERED, money }, { from: 'start' }, 50)
      .rows.filter(({ id }) => id === booking.id)
      .map((row) => `${money}: ${moneyWords(row).words}`),
  )
  expect(found).toHaveLength(1)
  return found[0] ?? ''
}

const days = (count: number) => minutesAfter(count * 24 * 60)

test('a booking goes from held to paid in full', async () => {
  const { booking: held, intent } = await beginPaying()
  expect(listed(held)).toBe('held: Held, nothing paid')
  const page = bookingPage(held, aStaffMember(), new URLSearchParams())
  expect(page.installments.map(({ state, owedCents }) => [state, owedCents])).toEqual([
    ['upcoming', 200_000],
    ['upcoming', 200_000],
  ])
  takePayment(await payAtStripe(intent.id), NOON)
  expect(listed(held)).toBe('balance-open: Deposit paid, $4,000 open')
  await payLater(held, 200_000)
  expect(listed(held)).toBe('balance-open: Deposit paid, $2,000 open')
  await byHand(held, 200_000)
  expect(listed(held)).toBe('paid-in-full: Paid in full')
})

test('money paid back as owed again reopens the balance', async () => {
  const { booking } = await aPaidBooking()
  await byHand(booking, 400_000)
  expect(listed(booking)).toBe('paid-in-full: Paid in full')
  await byHand(booking, 10_000, { direction: 'out', reason: 'goodwill' })
  expect(listed(booking)).toBe('paid-in-full: Paid in full')
  await byHand(booking, 100_000, { direction: 'out', reason: 'owed-again' })
  expect(listed(booking)).toBe('balance-open: Deposit paid, $1,000 open')
})

describe('a refund', () => {
  test('is on its way, then made', async () => {
    const { booking } = await aPaidBooking()
    stripeSandbox.switches.apiDown = 'refuses'
    await refund(booking, 20_000, { reason: 'owed-again' })
    expect(listed(booking)).toBe('balance-open: $300 paid, $4,200 open, $200 on its way back')
    stripeSandbox.switches.apiDown = 'off'
    await payOwedRefunds(() => NOON)
    expect(listed(booking)).toBe('balance-open: $300 paid, $4,200 open')
  })

  test('of everything stops counting as paid once ordered', async () => {
    const { booking } = await aPaidBooking()
    stripeSandbox.switches.apiDown = 'refuses'
    await refund(booking, 50_000)
    expect(listed(booking)).toBe('refunded: Nothing kept, $500 on its way back')
    stripeSandbox.switches.apiDown = 'off'
    await payOwedRefunds(() => NOON)
    expect(listed(booking)).toBe('refunded: Refunded')
  })

  test('that Stripe refused waits for staff until it is dropped', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 20_000)
    const order = db
      .insert(refunds)
      .values({
        bookingId: booking.id,
        stripeIntentId: 'pi_other',
        amountCents: 10_000 as never,
        reason: 'owed-again',
        nextAttemptAt: NOON,
        createdAt: NOON,
      })
      .returning()
      .get()
    expect(listed(booking)).toBe('balance-open: $200 paid, $4,100 open, $100 on its way back')
    db.update(refunds).set({ state: 'refused' }).where(eq(refunds.id, order.id)).run()
    expect(listed(booking)).toContain('$100 could not be given back')
    await dropRefund({ reference: booking.reference, id: order.id }, aStaffMember(), () => NOON)
    expect(listed(booking)).not.toContain('back')
  })

  test('that fails days later counts as kept again', async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 50_000)
    const [made] = stripeSandbox.refunds()
    const failed = {
      id: String(made?.id),
      intentId: String(made?.payment_intent),
      amountCents: 50_000 as never,
      state: 'failed' as const,
      orderKey: null,
      attempt: null,
    }
    recordRefund(failed, days(2))
    expect(listed(booking)).toBe('refunded: Refunded, $500 not given back')
  })

  test('in Stripe’s dashboard lowers what is kept and the price', async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.refundInDashboard(intentId, 20_000)
    await reconcile(() => NOON)
    expect(listed(booking)).toBe('balance-open: $300 paid, $4,000 open')
  })
})

test('a lost dispute takes money that an appeal returns', async () => {
  const { booking } = await aPaidBooking()
  const second = await payLater(booking, 400_000)
  expect(listed(booking)).toBe('paid-in-full: Paid in full')
  const dispute = stripeSandbox.openDispute(second)
  const closed = (status: 'lost' | 'won') => ({
    id: dispute.id,
    intentId: second,
    amountCents: 400_000 as never,
    reason: 'fraudulent',
    status,
    answerBy: null,
  })
  recordDispute(closed('lost') as never, NOON)
  expect(bookingNow(booking).keptCents).toBe(50_000)
  listed(booking)
  recordDispute(closed('won') as never, days(1))
  expect(listed(booking)).toBe('paid-in-full: Paid in full')
})

describe('a booking that is canceled', () => {
  test('says what is on its way back, then what stays', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 200_000)
    stripeSandbox.switches.apiDown = 'refuses'
    await cancel(booking, days(40))
    expect(listed(booking)).toBe('cancelled: Canceled, $500 kept, $2,000 on its way back')
    stripeSandbox.switches.apiDown = 'off'
    await payOwedRefunds(() => days(40))
    expect(listed(booking)).toBe('cancelled: Canceled, $500 kept')
  })

  test('says what goes back by hand until it was sent', async () => {
    const { booking } = await aPaidBooking()
    await byHand(booking, 200_000)
    await cancel(booking, days(40))
    expect(listed(booking)).toBe('cancelled: Canceled, $500 kept, $1,500 to be paid back by hand')
    expect(bookingDetails(bookingNow(booking)).notReturnedCents).toBe(150_000)
    await byHand(booking, 150_000, { direction: 'out' }, days(41))
    expect(listed(booking)).toBe('cancelled: Canceled, $500 kept')
    expect(bookingDetails(bookingNow(booking)).notReturnedCents).toBe(0)
  })

  test('before anything was paid keeps nothing', async () => {
    const { booking } = await beginPaying()
    await cancel(booking)
    expect(listed(booking)).toBe('cancelled: Canceled, nothing kept')
  })
})

test('money without a place goes back from an expired hold', async () => {
  const { booking, intent } = await beginPaying()
  const paid = await payAtStripe(intent.id)
  endBooking(booking.id, 'expired', minutesAfter(31))
  expect(listed(booking)).toBe('expired: Expired')
  db.update(departures).set({ seats: 0 }).run()
  takePayment(paid, minutesAfter(32))
  expect(listed(booking)).toBe('expired: Expired, $500 on its way back')
  await payOwedRefunds(() => minutesAfter(33))
  expect(listed(booking)).toBe('refunded: Refunded')
})
