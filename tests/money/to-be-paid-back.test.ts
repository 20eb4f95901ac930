import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyMoney } from '#app/bookings/party.server'
import { moneyWords } from '#app/bookings/status'
import { moneyReturned } from '#app/money/books/receipts.server'
import { dropRefund } from '#app/money/changes/refund-orders.server'
import { reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { everyRefund } from '#app/money/stripe/refunds.server'
import { cents } from '#app/platform/money'
import { bookingPage } from '#app/routes/admin/bookings/booking-page.server'
import { departureDates, listDepartures } from '#app/tours/departure-list.server'
import { needsAttention } from '#app/views/attention.server'
import { bookingFacts } from '#app/views/booking-facts.server'
import { bookingJson, bookingsJson } from '#app/views/booking-json.server'
import { manifest } from '#app/views/manifest.server'
import { staffBookings } from '#app/views/staff-booking.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  byHand,
  cancel,
  keptAsInLedger,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, joins, leaves, quoteToJoin, quoteToLeave } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// Money that goes back by hand: one name for one figure, and on the list of staff until it is recorded.

const WAMBUI = { id: 1, username: 'Wambui', role: 'admin' as const }

beforeEach(anOpenTour)

const waiting = (day: string, departureId: number | null = null) => {
  const { count, rows } = needsAttention(day, at(day), departureId).toPayBack
  return [count, rows.map(({ reference, amountCents }) => [reference, amountCents])]
}

/** The price and what was paid of it, wherever they are read. */
function everywhere(booking: Booking) {
  const now = bookingNow(booking)
  const admin = bookingPage(now, WAMBUI, new URLSearchParams())
  const [listed] = staffBookings([now], departureDates())
  return {
    page: bookingFacts(now).totalCents,
    admin: [admin.party.priceCents, admin.party.paidCents],
    list: [listed?.priceCents, listed?.paidCents],
    words: listed?.money.words,
    sum: partyMoney(now).sum,
    stillToComeBack: moneyReturned(now).otherwiseCents,
  }
}

test('what a canceled traveler is promised is one figure everywhere, until it is recorded', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  await byHand(booking, 1_200_000, {}, at('2025-06-10'))
  await leaves(booking, 2, at('2025-06-20'))
  expect(everywhere(booking)).toEqual({
    page: 900_000,
    admin: [900_000, 900_000],
    list: [900_000, 900_000],
    words: 'Paid in full, $3,000 to be paid back by hand',
    sum: '2 × $4,500',
    stillToComeBack: 300_000,
  })
  const [letter] = lettersOfKind(bookingNow(booking), 'party-lessened')
  expect(letter).toContain('$9,000 (2 × $4,500)')
  expect(letter).toContain('returning $3,000 to you the same way you paid it')
  expect(waiting('2025-06-21')).toEqual([1, [[booking.reference, 300_000]]])
  expect(waiting('2025-06-21', booking.departureId)).toEqual([1, [[booking.reference, 300_000]]])
  expect(waiting('2025-06-21', booking.departureId + 1)).toEqual([0, []])

  await byHand(booking, 300_000, { direction: 'out', reason: 'goodwill' }, at('2025-06-22'))
  expect(everywhere(booking)).toMatchObject({
    admin: [900_000, 900_000],
    words: 'Paid in full',
    stillToComeBack: 0,
  })
  expect(waiting('2025-06-23')).toEqual([0, []])
})

test.each([
  ['on the day of leaving', '2025-06-20'],
  ['the day before', '2025-06-19'],
])('what went back %s counts for the promise, by when it was entered', async (_, receivedOn) => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  await byHand(booking, 1_200_000, {}, at('2025-06-10'))
  await leaves(booking, 2, new Date('2025-06-20T20:00:00Z'))
  const back = { direction: 'out', reason: 'goodwill', receivedOn } as const
  await byHand(booking, 300_000, back, at('2025-06-21'))
  expect(everywhere(booking)).toMatchObject({ admin: [900_000, 900_000], words: 'Paid in full' })
  expect(waiting('2025-06-22')).toEqual([0, []])
})

test('a leave and a join show what they change, and earlier promises apart', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  await byHand(booking, 1_200_000, {}, at('2025-06-10'))
  await leaves(booking, 2, at('2025-06-20'))

  const joining = quoteToJoin(booking, at('2025-06-21'))
  expect(joining).toMatchObject({ totalCents: 1_350_000, promisedCents: 300_000, remainingCents: 450_000 })
  const leaving = quoteToLeave(booking, 3, at('2025-06-21'))
  expect(leaving).toMatchObject({ totalCents: 450_000, promisedCents: 300_000, refundCents: 450_000 })

  await leaves(booking, 3, at('2025-06-21'))
  expect(partyMoney(bookingNow(booking))).toMatchObject({
    priceCents: leaving.totalCents,
    promisedCents: leaving.promisedCents + leaving.byHandCents,
  })
  await joins(booking, at('2025-06-22'))
  expect(partyMoney(bookingNow(booking))).toMatchObject({ priceCents: 900_000, promisedCents: 750_000 })
  const [, letter] = lettersOfKind(bookingNow(booking), 'party-lessened')
  expect(letter).toMatch(/Price of the tour:? +\$4,500/)
})

test('what is kept from a canceled traveler has its name in the price', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await leaves(booking, 2, at('2025-08-01'))
  expect(everywhere(booking)).toMatchObject({
    page: 500_000,
    sum: '1 × $4,500 + $500 kept from a canceled traveler',
    stillToComeBack: 0,
  })
  expect(waiting('2025-08-02')).toEqual([0, []])
})

test('a canceled booking that was paid by check waits for its money too', async () => {
  const { booking } = await aPaidBooking()
  await byHand(booking, 400_000, {}, at('2025-06-10'))
  await cancel(booking, at('2025-06-20'))
  expect(waiting('2025-06-21')).toEqual([1, [[booking.reference, 400_000]]])
  await byHand(booking, 400_000, { direction: 'out', reason: 'owed-again' }, at('2025-06-22'))
  expect(waiting('2025-06-22')).toEqual([0, []])
})

describe('refunds that wait', () => {
  const seen = (now: Date, departureId: number | null = null) => {
    const { count, rows } = needsAttention('2025-06-02', now, departureId).waitingRefunds
    return [count, rows.map(({ reference, amountCents, waits }) => [reference, amountCents, waits])]
  }

  /** $1,000 of $2,500 is ordered while Stripe cannot be reached. */
  async function anOrderThatWaits() {
    const { booking } = await aPaidBooking()
    const intentId = await payLater(booking, 200_000)
    stripeSandbox.switches.apiDown = true
    await refund(booking, 100_000)
    stripeSandbox.switches.apiDown = 'off'
    return { booking, intentId }
  }

  test('are listed once they are a day old, of their departure alone', async () => {
    const { booking } = await anOrderThatWaits()
    const [before, then] = [minutesAfter(24 * 60 - 1), minutesAfter(24 * 60)]
    expect(seen(before)).toEqual([0, []])
    expect(seen(then)).toEqual([1, [[booking.reference, 100_000, 'late']]])
    expect(seen(then, booking.departureId)).toEqual([1, [[booking.reference, 100_000, 'late']]])
    expect(seen(then, booking.departureId + 1)).toEqual([0, []])
    await payOwedRefunds(() => then)
    expect(seen(then)).toEqual([0, []])
  })

  test('are listed at once where staff are asked about a refund of the dashboard', async () => {
    const { booking, intentId } = await anOrderThatWaits()
    stripeSandbox.refundInDashboard(intentId, 70_000)
    await reconcile(() => minutesAfter(30))
    expect(seen(minutesAfter(30))).toEqual([1, [[booking.reference, 100_000, 'for-answer']]])
  })

  test('are listed where Stripe has refused them, until staff drop them', async () => {
    const { booking } = await anOrderThatWaits()
    db.update(refunds).set({ state: 'refused' }).run()
    expect(seen(minutesAfter(30))).toEqual([1, [[booking.reference, 100_000, 'refused']]])
    const which = { reference: booking.reference, id: db.select().from(refunds).get()?.id ?? 0 }
    await dropRefund(which, aStaffMember(), () => minutesAfter(60))
    expect(seen(minutesAfter(60))).toEqual([0, []])
  })

  test('are listed where they belong to no booking', () => {
    db.insert(refunds)
      .values({
        ...{ stripeIntentId: 'pi_unknown', amountCents: cents(50_000), reason: 'no-place', state: 'refused' },
        ...{ nextAttemptAt: minutesAfter(0), createdAt: minutesAfter(0) },
      })
      .run()
    expect(seen(minutesAfter(1))).toEqual([1, [[null, 50_000, 'refused']]])
    expect(seen(minutesAfter(1), 1)).toEqual([0, []])
  })

  test('once given up, of a booking that has ended, are to be paid back by hand', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    stripeSandbox.switches.apiDown = true
    await cancel(booking, at('2025-06-20'))
    stripeSandbox.switches.apiDown = 'off'
    db.update(refunds).set({ state: 'refused' }).run()
    const which = { reference: booking.reference, id: db.select().from(refunds).get()?.id ?? 0 }
    expect(waiting('2025-06-21')).toEqual([0, []])
    await dropRefund(which, aStaffMember(), () => at('2025-06-21'))
    expect(waiting('2025-06-21')).toEqual([1, [[booking.reference, 450_000]]])
  })
})

test('a refund that fails after its guest has paid again waits until it is recorded', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  await refund(booking, 100_000, { reason: 'owed-again' }, at('2025-06-10'))
  await payLater(booking, 100_000, at('2025-06-11'))
  expect(waiting('2025-06-11')).toEqual([0, []])
  const [made] = (await everyRefund()).newestFirst
  if (!made) throw new Error('Stripe has no refund')
  recordRefund({ ...made, state: 'failed' }, at('2025-06-12'))

  expect(waiting('2025-06-12')).toEqual([1, [[booking.reference, 100_000]]])
  expect(waiting('2025-06-12', booking.departureId + 1)).toEqual([0, []])
  expect(everywhere(booking)).toMatchObject({
    admin: [450_000, 450_000],
    list: [450_000, 450_000],
    words: 'Paid in full, $1,000 to be paid back by hand',
  })
  expect(moneyReturned(bookingNow(booking))).toMatchObject({ failedCents: 100_000, paidAgainCents: 0 })
  keptAsInLedger()

  await byHand(booking, 100_000, { direction: 'out', reason: 'goodwill' }, at('2025-06-13'))
  expect(waiting('2025-06-13')).toEqual([0, []])
  expect(everywhere(booking)).toMatchObject({ admin: [450_000, 450_000], words: 'Paid in full' })
})

test('what was paid beyond the price is no deposit: it waits after a cancellation, too', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  await refund(booking, 100_000, { reason: 'owed-again' }, at('2025-06-10'))
  await payLater(booking, 100_000, at('2025-06-11'))
  const [made] = (await everyRefund()).newestFirst
  if (!made) throw new Error('Stripe has no refund')
  recordRefund({ ...made, state: 'failed' }, at('2025-06-12'))

  expect(await cancel(bookingNow(booking), at('2025-09-20'))).toMatchObject({
    canceled: { refundCents: 0, retainedCents: 450_000 },
  })
  expect(waiting('2025-09-20')).toEqual([1, [[booking.reference, 100_000]]])
})

test('what is promised back is paid of nothing, in calls, lists and figures', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await byHand(booking, 150_000, {}, at('2025-06-10'))
  await leaves(booking, 2, at('2025-06-20'))
  const now = bookingNow(booking)
  const { promisedCents } = partyMoney(now)
  expect(promisedCents).toBeGreaterThan(0)
  const paid = (now.keptCents - promisedCents) / 100
  expect(bookingJson(now)).toMatchObject({
    totalAmount: 4_500,
    paidAmount: paid,
    remainingAmount: 4_500 - paid,
  })
  expect(bookingsJson([now])[0]).toMatchObject({ paymentAmount: paid })
  expect(listDepartures('2025-06-21')[0]).toMatchObject({ collectedCents: paid * 100 })
  const [room] = manifest(theDeparture())
  const money = room?.travelers[0]?.money
  expect(money && moneyWords(money).words).toBe(everywhere(booking).words)
})

test('a deposit is not paid by what goes back', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await byHand(booking, 400_000, {}, at('2025-06-10'))
  await leaves(booking, 2, at('2025-06-20'))
  await byHand(booking, 210_000, { direction: 'out', reason: 'owed-again' }, at('2025-06-21'))
  expect(everywhere(booking).words).toBe('$400 paid, $4,100 open, $1,500 to be paid back by hand')
})
