import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { paymentDue } from '#app/money/changes/paying/later-payment.server'
import { dropRefund, tryRefundAgain } from '#app/money/changes/refund-orders.server'
import { receiveStripeEvent, reconcile } from '#app/money/reconcile.server'
import { everyRefund } from '#app/money/stripe/refunds.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { close } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  booksOf,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { leaves } from '#tests/fixtures/party-changes'
import { atStripe, bookingNow, CARD, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// A payment page is open, and less is owed than it asks for: it is withdrawn, so that nobody pays what comes
// back.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

// Before an open page is taken for forgotten.
const later = () => minutesAfter(30)

const due = (booking: Booking) => paymentDue(bookingNow(booking)).remainingCents

/** $2,500 of $4,500 is paid, and $1,000 of it is owed again, which Stripe does not refund. */
async function aStuckRefund() {
  const { booking } = await aPaidBooking()
  const intentId = await payLater(booking, 200_000)
  stripeSandbox.switches.apiDown = true
  await refund(booking, 100_000, { reason: 'owed-again' })
  stripeSandbox.switches.apiDown = 'off'
  db.update(refunds).set({ state: 'refused' }).run()
  const which = { reference: booking.reference, id: db.select().from(refunds).get()?.id ?? 0 }
  return { booking, intentId, which }
}

/** The pay page asks for all that is owed, $3,000. */
async function anOpenPage(booking: Booking) {
  const { id } = await beginLaterPayment(booking, due(booking))
  return { isOpen: () => atStripe(id)?.status !== 'canceled', pay: () => payAtStripe(id, CARD.good), id }
}

describe('where a stuck refund is dropped', () => {
  test('the open page is withdrawn first', async () => {
    const { booking, which } = await aStuckRefund()
    const page = await anOpenPage(booking)
    expect(await dropRefund(which, aStaffMember(), later)).toBe('dropped')
    expect(page.isOpen()).toBe(false)
    await payLater(booking, due(booking))
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 450_000, stripeAgrees: true })
  })

  test('what was paid first counts, and the rest comes from the drop', async () => {
    const { booking, which } = await aStuckRefund()
    await (await anOpenPage(booking)).pay()
    expect(await dropRefund(which, aStaffMember(), later)).toBe('dropped')
    expect(booksOf(booking)).toMatchObject({ kept: 550_000, stripeAgrees: true })
  })

  test('nothing is dropped while Stripe cannot be reached', async () => {
    const { booking, which } = await aStuckRefund()
    await anOpenPage(booking)
    stripeSandbox.switches.apiDown = true
    await expect(dropRefund(which, aStaffMember(), later)).rejects.toThrow('Stripe')
    stripeSandbox.switches.apiDown = 'off'
    expect(booksOf(booking)).toMatchObject({ kept: 150_000 })
  })
})

test('where the bank sends a refund back, the open page is withdrawn', async () => {
  const { booking, which } = await aStuckRefund()
  expect(await tryRefundAgain(which, aStaffMember(), later)).toBe('made')
  const page = await anOpenPage(booking)
  stripeSandbox.failRefund(stripeSandbox.refunds()[0]?.id ?? '')
  const [failed] = (await everyRefund()).newestFirst
  if (!failed) throw new Error('Stripe has no refund')
  const news = { id: 'evt_failed', type: 'refund.failed', about: 'refund' as const, refund: failed }
  await receiveStripeEvent(news, later)
  expect(due(booking)).toBe(200_000)
  expect(page.isOpen()).toBe(false)
})

test('where a lost dispute gives up what was owed again, the open page is withdrawn', async () => {
  const { booking, intentId } = await aStuckRefund()
  const { id } = stripeSandbox.openDispute(intentId, { amount: 50_000 })
  const page = await anOpenPage(booking)
  stripeSandbox.closeDispute(id, 'lost')
  await reconcile(later)
  expect(db.select().from(refunds).where(eq(refunds.state, 'dropped')).all()).toHaveLength(1)
  expect(due(booking)).toBe(200_000)
  expect(page.isOpen()).toBe(false)
})

/**
 * Half of what a lost dispute took was of a traveler who leaves then: won on appeal, that is not asked of the
 * other.
 */
async function anAppeal() {
  const { booking } = await aPaidBooking({ travelers: 2 })
  const dispute = stripeSandbox.openDispute(await payLater(booking, 200_000))
  await close(dispute, 'lost')
  await leaves(booking, 2, minutesAfter(20))
  expect(due(booking)).toBe(300_000)
  return { booking, dispute, page: await anOpenPage(booking) }
}

test('where an appeal is won, the open page is withdrawn', async () => {
  const { booking, dispute, page } = await anAppeal()
  await close(dispute, 'won')
  expect(due(booking)).toBe(200_000)
  expect(page.isOpen()).toBe(false)
  await payLater(booking, due(booking))
  expect(booksOf(booking)).toMatchObject({ kept: 450_000, total: 450_000, stripeAgrees: true })
})

test('where nobody heard that an appeal was won, the open page is withdrawn too', async () => {
  const { booking, dispute, page } = await anAppeal()
  stripeSandbox.closeDispute(dispute.id, 'won')
  await reconcile(later)
  expect(due(booking)).toBe(200_000)
  expect(page.isOpen()).toBe(false)
})

test('where the dashboard ends the booking, the open page is withdrawn', async () => {
  const { booking, intentId } = await aPaidBooking()
  const page = await anOpenPage(booking)
  stripeSandbox.refundInDashboard(intentId)
  await reconcile(later)
  expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0 })
  expect(page.isOpen()).toBe(false)
})

test('a page that asks for no more than is owed stays open', async () => {
  const { booking, intentId } = await aPaidBooking()
  const { id } = await beginLaterPayment(booking, 200_000)
  stripeSandbox.refundInDashboard(intentId, 10_000)
  await reconcile(later)
  expect(due(booking)).toBe(400_000)
  expect(atStripe(id)?.status).not.toBe('canceled')
})
