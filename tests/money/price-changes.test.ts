import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { priceChangeOf } from '#app/money/books/shares.server'
import { paymentDue } from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { answerForRefund, dropRefund, refundToDecide } from '#app/money/changes/refund-orders.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordDispute } from '#app/money/refunds/record-dispute.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { everyRefund, readDispute } from '#app/money/stripe/refunds.server'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { payments, refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter, NOON } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  booksOf,
  byHand,
  ledgerOf,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// What is given back for good lowers the price. A price is what was agreed, with every change that still
// holds.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const later = () => minutesAfter(90)
const HOURS_OF_ATTEMPTS = 60

async function tryUntilStuck() {
  for (let hour = 1; hour <= HOURS_OF_ATTEMPTS; hour += 1) await payOwedRefunds(() => minutesAfter(60 * hour))
}

function dispute(intentId: string, wish?: Parameters<typeof stripeSandbox.openDispute>[1]) {
  const opened = stripeSandbox.openDispute(intentId, wish)
  recordDispute(readDispute(opened as never), later())
  return {
    close(status: 'won' | 'lost') {
      recordDispute(readDispute(stripeSandbox.closeDispute(opened.id, status) as never), later())
    },
  }
}

const ordersIn = (state: 'owed' | 'done' | 'refused' | 'dropped') =>
  db.select().from(refunds).where(eq(refunds.state, state)).all()

async function dropStuck(booking: Booking) {
  for (const { id } of ordersIn('refused')) {
    expect(await dropRefund({ reference: booking.reference, id }, aStaffMember(), later)).toBe('dropped')
  }
}

/** By how much an entry of the ledger, or the order of a refund, changed the price. */
const changedBy = (row: { id: number; seenEntryId?: number }): number =>
  priceChangeOf('seenEntryId' in row ? { refundId: row.id } : { paymentId: row.id })

/** The price without the changes that still hold: what was agreed, whatever happened since. */
function agreed(booking: Booking): number {
  const changed = [
    ...db.select().from(payments).where(eq(payments.bookingId, booking.id)).all(),
    ...db.select().from(refunds).where(eq(refunds.bookingId, booking.id)).all(),
  ].reduce((sum, row) => sum + changedBy(row), 0)
  return bookingNow(booking).totalCents - changed
}

async function depositAndBalance() {
  const { booking, intentId } = await aPaidBooking()
  return { booking, deposit: intentId, balance: await payLater(booking, 400_000) }
}

/** The bank sends back what Stripe gave back last. */
async function bankSendsBackTheNewest() {
  const [made] = (await everyRefund()).newestFirst
  if (!made) throw new Error('Stripe has no refund')
  recordRefund({ ...made, state: 'failed' }, later())
}

/**
 * Money that came by card for a booking that a wire had paid by then: it is owed back, and Stripe is down.
 */
async function aCardThatFoundNoPlace() {
  const { booking } = await aPaidBooking()
  const { id } = await beginLaterPayment(booking, 250_000)
  const tooLate = await payAtStripe(id)
  const wired = { bookingId: booking.id, amountCents: cents(200_000), createdAt: NOON }
  db.insert(payments)
    .values({ ...wired, kind: 'payment', method: 'wire' })
    .run()
  expect(takePayment(tooLate, NOON).outcome).toBe('given-back')
  return { booking, intentId: id, owedCents: 200_000 }
}

describe('a lost dispute of a payment of which a refund was ordered', () => {
  test('never leaves the traveler $3,500.01 that nobody owes', async () => {
    const { booking, balance } = await depositAndBalance()
    const disputed = dispute(balance)
    await refund(booking, 400_000)
    expect(booksOf(booking)).toMatchObject({ total: 50_000, kept: 50_000 })
    await tryUntilStuck()

    disputed.close('lost')
    await dropStuck(booking)

    expect(booksOf(booking)).toMatchObject({ total: 50_000, kept: 50_000, stripeAgrees: true })
    expect(paymentDue(bookingNow(booking)).remainingCents).toBe(0)
    expect(ordersIn('dropped')).toMatchObject([{ amountCents: 400_000 }])
    expect(ordersIn('dropped').map(changedBy)).toEqual([0])
    expect(agreed(booking)).toBe(450_000)

    disputed.close('won')
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 450_000, stripeAgrees: true })
    expect(bookingNow(booking).depositCents).toBe(50_000)
    expect(agreed(booking)).toBe(450_000)
  })

  test('gives up only the part ordered of that payment', async () => {
    const { booking, balance } = await depositAndBalance()
    const disputed = dispute(balance)
    stripeSandbox.switches.apiDown = true
    await refund(booking, 420_000)
    expect(booksOf(booking)).toMatchObject({ total: 30_000, kept: 30_000 })

    disputed.close('lost')
    stripeSandbox.switches.apiDown = 'off'
    await payOwedRefunds(later)

    expect(ledgerOf(booking).slice(2)).toEqual(['adjustment card -400000', 'refund card -20000'])
    expect(booksOf(booking)).toMatchObject({ total: 30_000, kept: 30_000, stripeAgrees: true })
    expect(agreed(booking)).toBe(450_000)
  })

  test('lowers no price by money that had found no place', async () => {
    const { booking, intentId, owedCents } = await aCardThatFoundNoPlace()
    expect(paymentDue(bookingNow(booking)).remainingCents).toBe(owedCents)
    dispute(intentId).close('lost')
    await payOwedRefunds(later)
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 250_000, stripeAgrees: true })
    expect(ordersIn('dropped')).toHaveLength(1)
  })
})

describe('a deposit that a lower price had lowered is what was agreed again', () => {
  async function onlyTheDepositLeft() {
    const { booking, deposit, balance } = await depositAndBalance()
    dispute(balance).close('lost')
    expect(bookingNow(booking)).toMatchObject({ totalCents: 50_000, depositCents: 50_000 })
    return { booking, deposit }
  }

  test('where the refund is dropped', async () => {
    const { booking, deposit } = await onlyTheDepositLeft()
    dispute(deposit)
    await refund(booking, 40_000)
    expect(bookingNow(booking).depositCents).toBe(10_000)
    await tryUntilStuck()
    await dropStuck(booking)
    expect(bookingNow(booking)).toMatchObject({ totalCents: 50_000, depositCents: 50_000 })
  })

  test('where the refund fails at the bank', async () => {
    const { booking } = await onlyTheDepositLeft()
    await refund(booking, 20_000)
    expect(bookingNow(booking)).toMatchObject({ totalCents: 30_000, depositCents: 30_000 })
    await bankSendsBackTheNewest()
    expect(bookingNow(booking)).toMatchObject({ totalCents: 50_000, depositCents: 50_000 })
    expect(agreed(booking)).toBe(450_000)
  })

  test('where the dispute is won on appeal', async () => {
    const { booking, balance } = await depositAndBalance()
    await refund(booking, 20_000)
    const disputed = dispute(balance)
    disputed.close('lost')
    expect(bookingNow(booking)).toMatchObject({ totalCents: 30_000, depositCents: 30_000 })
    disputed.close('won')
    expect(bookingNow(booking)).toMatchObject({ totalCents: 430_000, depositCents: 50_000 })
    expect(agreed(booking)).toBe(450_000)
  })
})

describe('a refund from the dashboard', () => {
  test('that the bank sends back restores the whole price', async () => {
    const { booking, balance } = await depositAndBalance()
    stripeSandbox.switches.apiDown = true
    await refund(booking, 50_000)
    stripeSandbox.switches.apiDown = 'off'
    stripeSandbox.refundInDashboard(balance)
    await reconcile(later)
    expect(booksOf(booking)).toMatchObject({ total: 50_000, kept: 50_000, stripeAgrees: true })
    expect(ordersIn('done')).toMatchObject([{ amountCents: 50_000 }])

    await bankSendsBackTheNewest()
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 450_000 })
    expect(agreed(booking)).toBe(450_000)
  })

  test('lowers the price only by what went back', async () => {
    const { booking, intentId } = await aPaidBooking()
    await byHand(booking, 200_000)
    stripeSandbox.switches.apiDown = true
    await refund(booking, 35_000)
    stripeSandbox.switches.apiDown = 'off'
    stripeSandbox.refundInDashboard(intentId, 30_000)
    stripeSandbox.refundInDashboard(intentId, 20_000)
    for (const made of (await everyRefund()).newestFirst.toReversed()) recordRefund(made, later())

    expect(booksOf(booking)).toMatchObject({
      total: 400_000,
      kept: 200_000,
      owed: [0, 200_000],
      stripeAgrees: true,
    })
    expect(ordersIn('dropped')).toMatchObject([{ amountCents: 35_000 }])
    expect(lettersOfKind(booking, 'refund-dropped')).toHaveLength(1)
    expect(agreed(booking)).toBe(450_000)
  })

  test('of money that found no place lowers no price', async () => {
    const { booking, intentId } = await aCardThatFoundNoPlace()
    stripeSandbox.refundInDashboard(intentId, 100_000)
    for (const made of (await everyRefund()).newestFirst) recordRefund(made, later())
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 250_000, stripeAgrees: true })
    expect(ordersIn('owed')).toMatchObject([{ amountCents: 150_000 }])

    await payOwedRefunds(later)
    expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 250_000, stripeAgrees: true })
    expect(lettersOfKind(booking, 'refund-made')).toEqual([])
  })

  test('replaces only the orders that Stripe can no longer make', async () => {
    const { booking, intentId } = await aPaidBooking()
    await byHand(booking, 200_000)
    stripeSandbox.switches.apiDown = true
    await refund(booking, 15_000)
    await refund(booking, 10_000)
    stripeSandbox.switches.apiDown = 'off'
    stripeSandbox.refundInDashboard(intentId, 35_000)
    await reconcile(later)
    await reconcile(later)
    expect(ledgerOf(booking).slice(2)).toEqual(['refund card -35000'])
    const which = { reference: booking.reference, id: ordersIn('owed')[0]?.id ?? 0 }
    const answer = { refundId: refundToDecide(which)?.found?.refundId ?? '', wasIt: false }
    await answerForRefund(which, answer, aStaffMember(), later)

    expect(ledgerOf(booking).slice(2)).toEqual(['refund card -35000', 'refund card -10000'])
    expect(booksOf(booking)).toMatchObject({ total: 405_000, kept: 205_000, stripeAgrees: true })
    expect(agreed(booking)).toBe(450_000)
  })
})

test('refunding an overpayment does not lower the price', async () => {
  const { booking } = await depositAndBalance()
  await refund(booking, 200_000, { reason: 'owed-again' })
  await byHand(booking, 200_000)
  await bankSendsBackTheNewest()
  expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 650_000 })

  await refund(booking, 210_000)
  expect(booksOf(booking)).toMatchObject({ total: 440_000, kept: 440_000, stripeAgrees: false })
  expect(agreed(booking)).toBe(450_000)
})

test('a dispute lost after goodwill takes only its amount', async () => {
  const { booking, intentId } = await aPaidBooking()
  await byHand(booking, 400_000)
  await byHand(booking, 30_000, { direction: 'out', reason: 'goodwill' })
  dispute(intentId).close('lost')
  expect(booksOf(booking)).toMatchObject({ total: 370_000, kept: 370_000, stripeAgrees: true })
  const changes = db.select().from(payments).where(eq(payments.bookingId, booking.id)).all()
  expect(changes.map(changedBy)).toEqual([0, 0, -30_000, -50_000])
})

test('a dropped refund that was made lowers the price again', async () => {
  const { booking } = await aPaidBooking()
  stripeSandbox.switches.apiDown = 'loses-answers'
  await refund(booking, 20_000)
  stripeSandbox.switches.apiDown = 'off'
  db.update(refunds).set({ state: 'refused' }).run()
  await dropStuck(booking)
  expect(booksOf(booking)).toMatchObject({ total: 450_000, kept: 50_000 })

  for (const made of (await everyRefund()).newestFirst) recordRefund(made, later())
  expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
  expect(agreed(booking)).toBe(450_000)
})
