import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { priceChangesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyOf } from '#app/bookings/party.server'
import { addCode } from '#app/bookings/save-discount-code.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import type { PriceWish } from '#app/money/changes/money-forms'
import { priceQuote, repriceBooking } from '#app/money/changes/price-changes.server'
import { sellByHand } from '#app/money/changes/sell-by-hand.server'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { discountCodes } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { aTraveler, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  byHand,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import {
  anOpenTour,
  at,
  changesRoom,
  expectAgreement,
  joins,
  leaves,
  undoesPrice,
} from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// What those who stay are asked for, and when, after one of a party with another price has left.

beforeEach(() => {
  anOpenTour()
  db.delete(discountCodes).run()
})

const FIRST = '2025-08-15'
const FINAL = '2025-09-15'

const asked = (booking: Booking) =>
  installmentsOf(booking.id).map(({ amountCents, owedCents, dueOn }) => [
    owedCents > 0 ? owedCents : `${amountCents} paid`,
    dueOn,
  ])

async function withCode(off: string, travelers: number, singles = 0): Promise<Booking> {
  const bounds = { endsOn: null, usesAtMost: null, usesEachAtMost: null, departureIds: [] }
  addCode({ code: 'CHOIR', off, words: 'Choir of Austin', ...bounds }, aStaffMember(), NOON)
  return (await aPaidBooking({ code: 'CHOIR', travelers, singles })).booking
}

function reprices(booking: Booking, position: number | null, amount: PriceWish['amount'], when: Date) {
  const travelerId = partyOf(booking.id).find((one) => one.position === position)?.id ?? null
  const isSurcharge = 'cents' in amount && amount.cents < 0
  const wish: PriceWish = {
    direction: isSurcharge ? 'surcharge' : 'discount',
    amount: isSurcharge ? { cents: cents(-amount.cents) } : amount,
    travelerId,
    words: 'As we said',
  }
  const quote = priceQuote(bookingNow(booking), wish, when)
  if ('refused' in quote) throw new Error(quote.refused)
  const confirmed = { quoted: digestOf(quote), formKey: randomUUID() }
  return repriceBooking({ ...wish, ...confirmed, reference: booking.reference }, aStaffMember(), () => when)
}

const left = async (booking: Booking, position: number, when: Date) => {
  expect(await leaves(booking, position, when)).toHaveProperty('left')
  expectAgreement(booking)
}

describe('with a code', () => {
  test('of half the price, the other of two keeps half of each installment on its day', async () => {
    const booking = await withCode('50%', 2)
    await left(booking, 2, at('2025-06-02'))
    expect(asked(booking)).toEqual([
      [87_500, FIRST],
      [87_500, FINAL],
    ])
    const [letter] = lettersOfKind(bookingNow(booking), 'party-lessened')
    expect(letter).toContain('First installment, due Aug 15, 2025: $875')
    expect(await sendDueReminders(at('2025-06-19'))).toMatchObject({ sent: 0 })
  })

  test('the installment that three have paid stays paid for the two who go on', async () => {
    const booking = await withCode('10%', 3)
    await payLater(booking, 532_500, at('2025-08-14'))
    await left(booking, 3, at('2025-08-20'))
    expect(asked(booking)).toEqual([
      ['355000 paid', FIRST],
      [355_000, FINAL],
    ])
    expect(db.select().from(auditLog).where(eq(auditLog.action, 'installment-reopened')).all()).toEqual([])
  })

  test('that was undone since, nothing of it is asked sooner', async () => {
    const booking = await withCode('50%', 2)
    await undoesPrice(booking, at('2025-06-02'))
    expect(asked(booking)).toEqual([
      [175_000, FIRST],
      [625_000, FINAL],
    ])
    await left(booking, 2, at('2025-06-03'))
    expect(asked(booking)).toEqual([
      [87_500, FIRST],
      [312_500, FINAL],
    ])
  })

  test('who joins later, and leaves again, leaves the others as they were', async () => {
    const booking = await withCode('50%', 2)
    const before = asked(booking)
    await joins(booking, at('2025-06-02'))
    await left(booking, 3, at('2025-06-03'))
    expect(asked(booking)).toEqual(before)
  })

  test('who stays of it and who joined later have their own parts of each', async () => {
    const booking = await withCode('50%', 2)
    await joins(booking, at('2025-06-02'))
    await left(booking, 2, at('2025-06-03'))
    expect(asked(booking)).toEqual([
      [50_000, '2025-06-16'],
      [87_500 + 200_000, FIRST],
      [87_500 + 200_000, FINAL],
    ])
  })

  test('and other rooms, each takes their own along', async () => {
    const booking = await withCode('10%', 3, 1)
    expect(asked(booking)).toEqual([
      [177_500 * 2 + 267_500, FIRST],
      [177_500 * 2 + 267_500, FINAL],
    ])
    await left(booking, 3, at('2025-06-02'))
    await left(booking, 2, at('2025-06-02'))
    const [only] = partyOf(booking.id)
    const each = only?.roomType === 'single' ? 267_500 : 177_500
    expect(asked(booking)).toEqual([
      [each, FIRST],
      [each, FINAL],
    ])
  })
})

describe('with a discount by staff', () => {
  test('for all, the other of two has half of it', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await reprices(booking, null, { percent: 10 }, at('2025-06-02'))
    await left(booking, 2, at('2025-06-03'))
    expect(asked(booking)).toEqual([
      [200_000, FIRST],
      [155_000, FINAL],
    ])
  })

  test('larger than the last installment, the first is still asked for on its day', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await reprices(booking, null, { cents: cents(500_000) }, at('2025-06-02'))
    await left(booking, 2, at('2025-06-03'))
    expect(asked(booking)).toEqual([[150_000, FIRST]])
  })

  test.each([
    { leaver: 2, stays: [200_000, 200_000] },
    { leaver: 3, stays: [200_000, 110_000] },
  ])('for one alone, number $leaver takes along what was theirs', async ({ leaver, stays }) => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await reprices(booking, 2, { cents: cents(90_000) }, at('2025-06-02'))
    await left(booking, leaver, at('2025-06-03'))
    expect(asked(booking)).toEqual([
      [200_000 + (stays[0] ?? 0), FIRST],
      [200_000 + (stays[1] ?? 0), FINAL],
    ])
  })

  test('after the first installment was paid, nothing that was paid is asked for again', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await payLater(booking, 600_000, at('2025-08-01'))
    await reprices(booking, null, { percent: 20 }, at('2025-08-02'))
    await left(booking, 3, at('2025-08-20'))
    expect(asked(booking)).toEqual([
      ['400000 paid', FIRST],
      [220_000, FINAL],
    ])
  })

  test('undone after one has left, the other has it back where it was', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await reprices(booking, null, { cents: cents(500_000) }, at('2025-06-02'))
    await left(booking, 2, at('2025-06-03'))
    await undoesPrice(booking, at('2025-06-04'))
    expect(asked(booking)).toEqual([
      [200_000, FIRST],
      [200_000, FINAL],
    ])
  })

  test('and goodwill, each has their own part of what is left', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await refund(booking, 20_000, {}, at('2025-06-02'))
    await reprices(booking, null, { percent: 10 }, at('2025-06-03'))
    const [first, final] = asked(booking).map(([owed]) => Number(owed))
    await left(booking, 2, at('2025-06-04'))
    expect(asked(booking)).toEqual([
      [(first ?? 0) / 2, FIRST],
      [(final ?? 0) / 2, FINAL],
    ])
  })
})

test('a surcharge for one is theirs, whoever leaves', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  await reprices(booking, 2, { cents: cents(-60_000) }, at('2025-06-02'))
  await left(booking, 3, at('2025-06-03'))
  expect(asked(booking)).toEqual([
    [400_000, FIRST],
    [460_000, FINAL],
  ])
  await left(booking, 2, at('2025-06-03'))
  expect(asked(booking)).toEqual([
    [200_000, FIRST],
    [200_000, FINAL],
  ])
})

test('a room at today’s price is paid by who has it', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  await changesRoom(booking, 3, at('2025-06-02'))
  expect(asked(booking)).toEqual([
    [600_000, FIRST],
    [800_000, FINAL],
  ])
  await left(booking, 3, at('2025-06-03'))
  expect(asked(booking)).toEqual([
    [400_000, FIRST],
    [400_000, FINAL],
  ])
})

test('of a price agreed with staff, the other of two keeps half of each installment', async () => {
  const wish = {
    ...{
      departureId: theDeparture().id,
      roomType: 'double' as const,
      travelers: 2,
      paymentType: 'deposit' as const,
    },
    ...{ traveler: aTraveler(), heldUntil: '2025-06-04', formKey: randomUUID() },
    price: { totalCents: cents(600_000), words: 'As agreed' },
  }
  const sold = sellByHand(wish, aStaffMember(), NOON)
  if (!('booking' in sold)) throw new Error(JSON.stringify(sold))
  const { booking } = sold
  await byHand(booking, 100_000)
  expect(asked(booking)).toEqual([
    [400_000, FIRST],
    [100_000, FINAL],
  ])
  await left(booking, 2, at('2025-06-03'))
  expect(asked(booking)).toEqual([
    [200_000, FIRST],
    [50_000, FINAL],
  ])
})

test('money paid ahead is that of each, and stays where it was paid', async () => {
  const booking = await withCode('10%', 2)
  await payLater(booking, 100_000, at('2025-06-02'))
  await left(booking, 2, at('2025-07-10'))
  expect(asked(booking)).toEqual([
    [127_500, FIRST],
    [177_500, FINAL],
  ])
  expect(installmentsOf(booking.id).map(({ amountCents }) => amountCents)).toEqual([177_500, 177_500])
})

test('a discount that left its own code behind still adds up', async () => {
  const booking = await withCode('10%', 3)
  await reprices(booking, 1, { cents: cents(100_000) }, at('2025-06-02'))
  expect(priceChangesOf(booking.id)).toHaveLength(2)
  await left(booking, 3, at('2025-06-03'))
  expect(asked(booking)).toEqual([
    [355_000, FIRST],
    [255_000, FINAL],
  ])
})
