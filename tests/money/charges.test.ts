import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { chargesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyMoney, partyOf } from '#app/bookings/party.server'
import { receivedCents } from '#app/money/books/ledger.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { sharesOf } from '#app/money/books/shares.server'
import { priceQuote, repriceBooking } from '#app/money/changes/price-changes.server'
import { dropRefund } from '#app/money/changes/refund-orders.server'
import { recordDispute } from '#app/money/refunds/record-dispute.server'
import { readDispute } from '#app/money/stripe/refunds.server'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, aStaffMember, byHand, payLater, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, joins, leaves, undoesPrice } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// Charges come to the price after each act, and what is undone is as it was.

beforeEach(anOpenTour)

const charged = (booking: Booking): number =>
  chargesOf(booking.id).reduce((sum, { priceCents }) => sum + priceCents, 0)

function books(booking: Booking) {
  const now = bookingNow(booking)
  expect(charged(booking)).toBe(now.totalCents)
  const shares = sharesOf(now).map(({ shareCents, paidCents }) => [shareCents, paidCents])
  return { total: now.totalCents, received: receivedCents(now.id), shares, money: partyMoney(now) }
}

/** All that it keeps is ordered back, Stripe refuses it, and staff give it up. */
async function refundOfAllThatIsDropped(booking: Booking, day: string) {
  stripeSandbox.switches.apiDown = true
  await refund(booking, bookingNow(booking).keptCents, {}, at(day))
  stripeSandbox.switches.apiDown = 'off'
  expect(charged(booking)).toBe(bookingNow(booking).totalCents)
  db.update(refunds).set({ state: 'refused' }).where(eq(refunds.state, 'owed')).run()
  for (const { id } of db.select().from(refunds).where(eq(refunds.state, 'refused')).all()) {
    const which = { reference: booking.reference, id }
    expect(await dropRefund(which, aStaffMember(), () => at(day))).toBe('dropped')
  }
}

describe('a refund of all that is dropped leaves', () => {
  test('what was paid with those who paid it, not with one who joined later', async () => {
    const { booking } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
    await joins(booking, at('2025-06-02'))
    const before = books(booking)
    await refundOfAllThatIsDropped(booking, '2025-06-03')
    expect(books(booking)).toEqual(before)
  })

  test('the price, of which a part stays of a former traveler', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await leaves(booking, 2, at('2025-08-01'))
    const before = books(booking)
    expect(before.money.retainedCents).toBeGreaterThan(0)
    await refundOfAllThatIsDropped(booking, '2025-08-02')
    expect(books(booking)).toEqual(before)
  })
})

test('a dispute that takes what stays of a former traveler, too, gives back all of it once it is won', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  const intentId = await payLater(booking, 800_000, at('2025-06-02'))
  await leaves(booking, 2, at('2025-10-01'))
  const before = books(booking)
  expect(before.money.retainedCents).toBe(316_666)
  const { id } = stripeSandbox.openDispute(intentId)
  const decide = (end: 'lost' | 'won', day: string) =>
    recordDispute(readDispute(stripeSandbox.closeDispute(id, end) as never), at(day))
  decide('lost', '2025-10-02')
  expect(books(booking).money.retainedCents).toBe(150_000)
  await byHand(booking, 10_000, {}, at('2025-10-03'))
  books(booking)
  decide('won', '2025-10-04')
  const { shares, ...after } = books(booking)
  expect(shares.map(([share]) => share)).toEqual(before.shares.map(([share]) => share))
  expect(after).toMatchObject({ total: before.total, received: before.received + 10_000 })
})

/** Staff give the second of a party a discount or a surcharge. */
async function reprice(booking: Booking, direction: 'discount' | 'surcharge', amount: number) {
  const travelerId = partyOf(booking.id)[1]?.id ?? 0
  const wish = { direction, amount: { cents: cents(amount) }, travelerId, words: 'Friend' }
  const when = at('2025-06-03')
  const quote = priceQuote(bookingNow(booking), wish, when)
  if ('refused' in quote) throw new Error(quote.refused)
  const confirmed = { quoted: digestOf(quote), formKey: randomUUID(), reference: booking.reference }
  await repriceBooking({ ...wish, ...confirmed }, aStaffMember(), () => when)
}

test('a rest that no card can pay is forgiven whose discount leaves it', async () => {
  const { booking } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
  await refund(booking, 10_000, { reason: 'owed-again' }, at('2025-06-02'))
  await reprice(booking, 'discount', 9_970)
  const { shares, money } = books(booking)
  expect(shares.map(([share]) => share)).toEqual([450_000, 440_000])
  expect(money.sum).toBe('2 × $4,500 − $100 “Friend”')
})

test('what was paid of a surcharge that is undone stays with whom it was for', async () => {
  const { booking } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
  await reprice(booking, 'surcharge', 10_000)
  await byHand(booking, 6_000, {}, at('2025-06-04'))
  await undoesPrice(booking, at('2025-06-05'))
  expect(books(booking).shares).toEqual([
    [450_000, 450_000],
    [456_000, 456_000],
  ])
})
