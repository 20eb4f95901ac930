import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { chargesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { sharesOf } from '#app/money/books/shares.server'
import { answerForRefund } from '#app/money/changes/refund-orders.server'
import { giveUp } from '#app/money/refunds/orders.server'
import { recordDispute } from '#app/money/refunds/record-dispute.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { cents } from '#app/platform/money'
import { db, immediately } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, aStaffMember, byHand, payLater, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, expectAgreement, joins, leaves } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// Goodwill, losses and their undoing are of the travelers who were aboard when they happened, and of nobody
// else.

beforeEach(anOpenTour)

/** What each traveler has of the price and of what was paid, and what staff were told. */
const books = (booking: Booking) => ({
  shares: sharesOf(bookingNow(booking)).map(({ shareCents, paidCents }) => [shareCents, paidCents]),
  letters: db.select().from(outbox).where(eq(outbox.kind, 'staff-share-came-back')).all().length,
})

/** Goodwill whose refund waits for staff, because Stripe refuses it. */
async function stuckGoodwill(booking: Booking, amount: number, day: string): Promise<number> {
  stripeSandbox.switches.apiDown = 'refuses'
  await refund(booking, amount, {}, at(day))
  stripeSandbox.switches.apiDown = 'off'
  db.update(refunds).set({ state: 'refused' }).where(eq(refunds.state, 'owed')).run()
  return db.select().from(refunds).all().at(-1)?.id ?? 0
}

function drop(id: number, day: string) {
  const order = db.select().from(refunds).where(eq(refunds.id, id)).get()
  if (!order) throw new Error('Nothing was ordered')
  immediately((tx) => giveUp(order, at(day), tx))
}

/** Something that is taken of a booking, and how it is undone later. */
const CAUSES = {
  async goodwill(booking: Booking, _intentId: string) {
    const id = await stuckGoodwill(booking, 22_500, '2025-06-10')
    return () => drop(id, '2025-06-20')
  },
  async 'a refund from the dashboard'(_booking: Booking, intentId: string) {
    const made = { id: 're_staff', intentId, amountCents: cents(22_500), orderKey: null, attempt: 1 }
    const news = (state: 'made' | 'failed') => ({ ...made, state }) as Parameters<typeof recordRefund>[0]
    recordRefund(news('made'), at('2025-06-10'))
    return () => recordRefund(news('failed'), at('2025-06-20'))
  },
  async 'a lost dispute'(_booking: Booking, intentId: string) {
    const dispute = { id: 'dp_1', intentId, amountCents: cents(22_500), reason: 'general', answerBy: null }
    const news = (status: string) => ({ ...dispute, status }) as Parameters<typeof recordDispute>[0]
    recordDispute(news('lost'), at('2025-06-10'))
    return () => recordDispute(news('won'), at('2025-06-20'))
  },
}

describe.each(Object.entries(CAUSES))('%s that is undone', (_, cause) => {
  test('has no part of a traveler who joined later and left again', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const intentId = await payLater(booking, 400_000, at('2025-06-02'))
    const before = books(booking)
    const undo = await cause(booking, intentId)
    await joins(booking, at('2025-06-12'))
    await leaves(booking, 3, at('2025-06-13'))
    undo()
    expect(books(booking)).toEqual(before)
    expectAgreement(booking)
  })

  test('asks a traveler who joined later for no cent of it, and the others for all', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const intentId = await payLater(booking, 400_000, at('2025-06-02'))
    const { shares } = books(booking)
    const undo = await cause(booking, intentId)
    await joins(booking, at('2025-06-12'))
    undo()
    expect(books(booking)).toEqual({ shares: [...shares, [450_000, 0]], letters: 0 })
    await leaves(booking, 3, at('2025-06-23'))
    expect(books(booking)).toEqual({ shares, letters: 0 })
  })

  test('gives a traveler who stays their own part, where another has left', async () => {
    const { booking, intentId } = await aPaidBooking({ travelers: 3, paymentType: 'full' })
    const undo = await cause(booking, intentId)
    await joins(booking, at('2025-06-12'))
    await byHand(booking, 450_000, {}, at('2025-06-13'))
    await leaves(booking, 2, at('2025-06-14'))
    undo()
    // The former traveler's part has nowhere to go: it is the lead traveler's, and staff are told.
    expect(books(booking)).toEqual({
      shares: [
        [457_500, 457_500],
        [450_000, 450_000],
        [450_000, 450_000],
      ],
      letters: 1,
    })
  })
})

test('goodwill that the dashboard did in part gives back each part to the cent', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  const intentId = await payLater(booking, 400_000, at('2025-06-02'))
  const before = books(booking)
  const id = await stuckGoodwill(booking, 22_501, '2025-06-10')
  const stuck = books(booking)
  const made = { id: 're_staff', intentId, amountCents: cents(10_001), orderKey: null, attempt: 1 }
  const news = (state: 'made' | 'failed') => ({ ...made, state }) as Parameters<typeof recordRefund>[0]
  recordRefund(news('made'), at('2025-06-11'))
  stripeSandbox.switches.apiDown = 'refuses'
  const which = { reference: booking.reference, id }
  const answer = { refundId: 're_staff', wasIt: true }
  expect(await answerForRefund(which, answer, aStaffMember(), () => at('2025-06-11'))).toBe('answered')
  stripeSandbox.switches.apiDown = 'off'
  expect(books(booking)).toEqual(stuck)
  await joins(booking, at('2025-06-12'))
  drop(id, '2025-06-20')
  recordRefund(news('failed'), at('2025-06-21'))
  await leaves(booking, 4, at('2025-06-22'))
  expect(books(booking)).toEqual(before)
  expectAgreement(booking)
})

test('a leaver’s refund that a loss overtakes is asked of nobody who joined since', async () => {
  const { booking, intentId } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
  stripeSandbox.switches.apiDown = 'refuses'
  await leaves(booking, 2, at('2025-06-10'))
  stripeSandbox.switches.apiDown = 'off'
  await joins(booking, at('2025-06-12'))
  recordDispute(
    {
      ...{ id: 'dp_1', intentId, status: 'lost', amountCents: cents(900_000) },
      ...{ reason: 'general', answerBy: null },
    } as Parameters<typeof recordDispute>[0],
    at('2025-06-20'),
  )
  const kinds = chargesOf(booking.id).flatMap(({ refundId, kind }) => (refundId === null ? [] : [kind]))
  expect(kinds).toEqual(['promised', 'promised'])
})
