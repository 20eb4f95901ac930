import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ofFormerTravelers } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { sharesOf } from '#app/money/books/shares.server'
import { dropRefund } from '#app/money/changes/refund-orders.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aPaidBooking, aStaffMember, booksOf, byHand, refund } from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, expectAgreement, joins, leaves, quoteToLeave } from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// A leaver's refund is stuck, somebody joins, staff give goodwill, and the refund is dropped: then the
// goodwill was a part of what the leaver was to get, and at nobody else's cost.

beforeEach(anOpenTour)

const GOODWILL = 25_000

/** What is ordered while Stripe refuses it, and given up by the schedule. */
async function refused(act: () => Promise<unknown>): Promise<number> {
  stripeSandbox.switches.apiDown = 'refuses'
  await act()
  stripeSandbox.switches.apiDown = 'off'
  db.update(refunds).set({ state: 'refused' }).where(eq(refunds.state, 'owed')).run()
  return db.select().from(refunds).all().at(-1)?.id ?? 0
}

const drop = async ({ reference }: Booking, id: number, day: string) =>
  expect(await dropRefund({ reference, id }, aStaffMember(), () => at(day))).toBe('dropped')

const toCard = (booking: Booking) => refund(booking, GOODWILL, {}, at('2025-06-05'))

const GIVEN: Record<string, (booking: Booking) => Promise<unknown>> = {
  'to the card': toCard,
  'to the card, where it is stuck, too': (booking) => refused(() => toCard(booking)),
  'by wire': (booking) =>
    byHand(booking, GOODWILL, { direction: 'out', method: 'wire', reason: 'goodwill' }, at('2025-06-05')),
}

const partsOfEach = (booking: Booking) =>
  sharesOf(bookingNow(booking)).map(({ shareCents, paidCents }) => [shareCents, paidCents])

const promised = ({ id }: Booking): number => ofFormerTravelers([id])[0]?.promised ?? 0

describe.each(Object.entries(GIVEN))('goodwill %s', (_, give) => {
  describe.each([
    ['after somebody joined', true],
    ['before somebody joined', false],
  ])('%s', (__, joinsFirst) => {
    test.each([
      ['deposit', 50_000],
      ['full', 450_000],
    ] as const)('is all the lead traveler’s again, who paid the %s', async (paymentType, paid) => {
      const { booking } = await aPaidBooking({ travelers: 2, paymentType })
      const stuck = await refused(() => leaves(booking, 2, at('2025-06-02')))
      if (!joinsFirst) await give(booking)
      await joins(booking, at('2025-06-05'))
      if (joinsFirst) await give(booking)
      await drop(booking, stuck, '2025-06-10')

      expect(partsOfEach(booking)).toEqual([
        [450_000, paid],
        [450_000, 0],
      ])
      expect(promised(booking)).toBe(paid - GOODWILL)
      expect(quoteToLeave(booking, 2, at('2025-06-11')).refundCents).toBe(0)
      expect(cancelQuote(bookingNow(booking), at('2025-06-11')).refundCents).toBe(paid)
      await leaves(booking, 2, at('2025-06-11'))
      expect(partsOfEach(booking)).toEqual([[450_000, paid]])
      expectAgreement(booking)
      expect(booksOf(booking).stripeAgrees).toBe(true)
    })
  })
})

test('goodwill that is dropped as well opens the promise again, and nothing else', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  const stuck = await refused(() => leaves(booking, 2, at('2025-06-02')))
  const goodwill = await refused(() => toCard(booking))
  await joins(booking, at('2025-06-06'))
  await drop(booking, stuck, '2025-06-10')
  const before = partsOfEach(booking)
  expect(before).toEqual([
    [450_000, 50_000],
    [450_000, 0],
    [450_000, 50_000],
  ])
  await drop(booking, goodwill, '2025-06-11')
  expect(partsOfEach(booking)).toEqual(before)
  expect(promised(booking)).toBe(50_000)
  expectAgreement(booking)
})

test('goodwill that is dropped first takes nothing from who joined', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  const stuck = await refused(() => leaves(booking, 2, at('2025-06-02')))
  const goodwill = await refused(() => toCard(booking))
  await joins(booking, at('2025-06-06'))
  await drop(booking, goodwill, '2025-06-10')
  await drop(booking, stuck, '2025-06-11')
  expect(partsOfEach(booking)).toEqual([
    [450_000, 50_000],
    [450_000, 0],
  ])
  expect(promised(booking)).toBe(50_000)
  expectAgreement(booking)
})

test('what goodwill took beyond the promise stays taken', async () => {
  const { booking } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
  const stuck = await refused(() => leaves(booking, 2, at('2025-08-20')))
  const promise = db.select().from(refunds).where(eq(refunds.id, stuck)).get()?.amountCents ?? 0
  expect(promise).toBe(400_000)
  await refund(booking, promise + 20_000, {}, at('2025-08-21'))
  await joins(booking, at('2025-08-22'))
  await drop(booking, stuck, '2025-08-23')
  expect(partsOfEach(booking)).toEqual([
    [430_000, 430_000],
    [450_000, 0],
  ])
  expect(promised(booking)).toBe(0)
  expectAgreement(booking)
})
