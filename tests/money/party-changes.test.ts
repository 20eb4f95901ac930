import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { askStaff } from '#app/bookings/guest-requests.server'
import { partyMoney, partyOf } from '#app/bookings/party.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { leaveParty } from '#app/money/changes/cancel-booking.server'
import { leaveQuote } from '#app/money/changes/party/take-off.server'
import { giveUp } from '#app/money/refunds/orders.server'
import { byStaff } from '#app/staff/audit-log.server'
import { seatsLeft } from '#app/tours/departures.server'
import { pairTravelers } from '#app/travelers/pair-travelers.server'
import { manifest } from '#app/views/manifest.server'
import { db, immediately } from '#db/connection.server'
import { rooms } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  booksOf,
  byHand,
  lettersOfKind,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import {
  anOpenTour,
  at,
  expectAgreement,
  joins,
  leaves,
  plan,
  quoteToLeave,
  wishToLeave,
} from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// Who leaves a paid booking: seats, price, plan, ledger and refund to the cent.

beforeEach(anOpenTour)

const BY_STAFF = byStaff(aStaffMember())

test('who leaves gets what they would have got on the day of the request, not who joined since', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await payLater(booking, 300_000, at('2025-06-10'))
  askStaff(booking.id, { kind: 'pay-later', message: '' }, at('2025-06-20'))
  askStaff(booking.id, { kind: 'leave', message: 'My sister cannot come.' }, at('2025-07-01'))
  expect(quoteToLeave(booking, 2, at('2025-07-04'))).toMatchObject({
    refundCents: 200_000,
    retainedCents: 0,
    askedOn: '2025-07-01',
  })
  await joins(booking, at('2025-07-04'))
  await payLater(booking, 50_000, at('2025-07-05'))
  expect(quoteToLeave(booking, 3, at('2025-08-10'))).toMatchObject({ why: 'deposit-stays', askedOn: null })
  expect(quoteToLeave(booking, 2, at('2025-10-16'))).toMatchObject({ refundCents: 0, askedOn: null })
})

describe('of three with the first installment paid, one leaves', () => {
  async function three() {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await payLater(booking, 600_000, at('2025-06-10'))
    return booking
  }

  test.each([
    { when: '2025-06-20', refund: 250_000, stays: 0, total: 900_000, deposit: 100_000 },
    { when: '2025-07-01', refund: 250_000, stays: 0, total: 900_000, deposit: 100_000 },
    { when: '2025-07-02', refund: 200_000, stays: 50_000, total: 950_000, deposit: 150_000 },
    { when: '2025-09-15', refund: 200_000, stays: 50_000, total: 950_000, deposit: 150_000 },
    { when: '2025-09-17', refund: 0, stays: 250_000, total: 1_150_000, deposit: 350_000 },
    { when: '2025-10-20', refund: 0, stays: 250_000, total: 1_150_000, deposit: 350_000 },
  ])('on $when, $refund cents come back', async ({ when, refund, stays, total, deposit }) => {
    const booking = await three()
    const seats = seatsLeft(theDeparture())
    expect(await leaves(booking, 3, at(when))).toMatchObject({
      left: {
        refundCents: refund,
        retainedCents: stays,
        totalCents: total,
        remainingCents: 400_000,
        travelers: 2,
      },
    })

    expect(bookingNow(booking)).toMatchObject({
      travelers: 2,
      totalCents: total,
      depositCents: deposit,
      keptCents: 750_000 - refund,
    })
    expect(plan(booking)).toEqual([
      { amountCents: 400_000, dueOn: '2025-08-15', paid: true },
      { amountCents: 400_000, dueOn: '2025-09-15', paid: false },
    ])
    expectAgreement(booking)
    expect(seatsLeft(theDeparture())).toBe(seats + 1)
    expect(db.select().from(rooms).all()).toHaveLength(1)
    expect(manifest(theDeparture()).map((room) => room.travelers.map(({ position }) => position))).toEqual([
      [1, 2],
    ])
    expect(booksOf(booking)).toMatchObject({ kept: 750_000 - refund, stripeAgrees: true })
    const [letter] = lettersOfKind(bookingNow(booking), 'party-lessened')
    expect(letter).toContain('Balance due: $4,000')
    expect(letter?.includes('returning')).toBe(refund > 0)
  })

  test('what stays of the leaver stays when all cancel', async () => {
    const booking = await three()
    await leaves(booking, 2, at('2025-08-01'))
    expect(partyMoney(bookingNow(booking)).sum).toBe('2 × $4,500 + $500 kept from a canceled traveler')
    expect(cancelQuote(bookingNow(booking), at('2025-08-02'))).toMatchObject({
      refundCents: 400_000,
      retainedCents: 150_000,
    })
  })

  test('a second of them leaves by the same rule', async () => {
    const booking = await three()
    await leaves(booking, 2, at('2025-08-01'))
    expect(await leaves(booking, 3, at('2025-08-02'))).toMatchObject({
      left: { refundCents: 200_000, retainedCents: 50_000, totalCents: 550_000, remainingCents: 200_000 },
    })
    expectAgreement(booking)
    expect(partyMoney(bookingNow(booking)).sum).toBe('1 × $4,500 + $1,000 kept from a canceled traveler')
  })
})

test('a leaver of a booking paid at once gets a whole share', async () => {
  const { booking } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
  expect(await leaves(booking, 2, at('2025-06-20'))).toMatchObject({
    left: { refundCents: 450_000, totalCents: 450_000, remainingCents: 0 },
  })
  expect(bookingNow(booking)).toMatchObject({ moneyState: 'paid-in-full', keptCents: 450_000 })
  expectAgreement(booking)
})

test('what was paid by check goes back by hand', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await byHand(booking, 400_000, {}, at('2025-06-10'))
  expect(await leaves(booking, 2, at('2025-06-20'))).toMatchObject({
    left: { toCardsCents: 100_000, byHandCents: 150_000, totalCents: 450_000, remainingCents: 200_000 },
  })
  expectAgreement(booking)
  await byHand(booking, 150_000, { direction: 'out', reason: 'goodwill' }, at('2025-06-21'))
  expect(bookingNow(booking)).toMatchObject({ totalCents: 450_000, keptCents: 250_000 })
  expectAgreement(booking)
})

test('a companion from elsewhere is told of it', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  const { booking: alone } = await aPaidBooking()
  const [third, single] = [partyOf(booking.id)[2], partyOf(alone.id)[0]]
  pairTravelers({ travelerId: third?.id ?? 0, withId: single?.id ?? 0 }, BY_STAFF, NOON)
  await leaves(booking, 3, at('2025-06-20'))
  expect(lettersOfKind(bookingNow(alone), 'room-parted')).toHaveLength(1)
  expect(db.select().from(rooms).all()).toHaveLength(2)
})

test('the lead traveler cannot be taken off alone', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  expect(leaveQuote(booking, 1, NOON)).toBeNull()
  const wish = wishToLeave(booking, quoteToLeave(booking, 2, NOON))
  const payer = { ...wish, travelerId: partyOf(booking.id)[0]?.id ?? 0 }
  expect(await leaveParty(payer, aStaffMember(), () => NOON)).toEqual({ refused: 'pays-for-all' })
})

test('two who press at once take off one traveler', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  const when = at('2025-06-20')
  const wish = wishToLeave(booking, quoteToLeave(booking, 2, when))
  const answers = await Promise.all([1, 2].map(() => leaveParty(wish, aStaffMember(), () => when)))
  expect(answers.filter((answer) => 'left' in answer)).toHaveLength(1)
  expect(answers.filter((answer) => 'known' in answer)).toHaveLength(1)
  expect(bookingNow(booking)).toMatchObject({ travelers: 2, keptCents: 100_000 })
})

test('two of the staff who saw the same party: one', async () => {
  const { booking } = await aPaidBooking({ travelers: 3 })
  const when = at('2025-06-20')
  const [one, other] = [2, 3].map((position) => wishToLeave(booking, quoteToLeave(booking, position, when)))
  if (!one || !other) throw new Error('Nobody can leave')
  expect(await leaveParty(one, aStaffMember(), () => when)).toHaveProperty('left')
  expect(await leaveParty(other, aStaffMember(), () => when)).toMatchObject({ refused: 'quote-changed' })
  expect(await leaveParty({ ...one, formKey: crypto.randomUUID() }, aStaffMember(), () => when)).toEqual({
    refused: 'not-found',
  })
  expect(bookingNow(booking)).toMatchObject({ travelers: 2 })
})

test('an open payment page is withdrawn before somebody leaves', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  const intent = await beginLaterPayment(booking, 400_000, at('2025-06-10'))
  expect(await leaves(booking, 2, at('2025-06-20'))).toHaveProperty('left')
  expect(stripeSandbox.paymentIntents().find(({ id }) => id === intent.id)?.status).toBe('canceled')
})

test('a refund that is dropped is owed in no other way', async () => {
  const { booking } = await aPaidBooking({ travelers: 2 })
  await payLater(booking, 400_000, at('2025-06-10'))
  stripeSandbox.switches.apiDown = 'refuses'
  await leaves(booking, 2, at('2025-07-10'))
  expect(bookingNow(booking)).toMatchObject({ totalCents: 500_000, keptCents: 300_000 })
  stripeSandbox.switches.apiDown = 'off'
  const [order] = db.select().from(refunds).all()
  if (!order) throw new Error('Nothing was ordered')
  immediately((tx) => giveUp(order, at('2025-07-11'), tx))
  expect(bookingNow(booking)).toMatchObject({ totalCents: 700_000, keptCents: 500_000 })
  expectAgreement(booking)
  await byHand(booking, 200_000, { direction: 'out', reason: 'goodwill' }, at('2025-07-12'))
  expect(bookingNow(booking)).toMatchObject({ totalCents: 500_000, keptCents: 300_000 })
  expectAgreement(booking)
})

describe('goodwill that does not reach the card after somebody has left', () => {
  async function droppedAfterLeaving(booking: Booking) {
    stripeSandbox.switches.apiDown = 'refuses'
    await refund(booking, 20_000, {}, at('2025-06-10'))
    const [order] = db.select().from(refunds).all()
    if (!order) throw new Error('Nothing was ordered')
    stripeSandbox.switches.apiDown = 'off'
    db.update(refunds).set({ state: 'refused' }).where(eq(refunds.id, order.id)).run()
    await leaves(booking, 2, at('2025-06-20'))
    immediately((tx) => giveUp(order, at('2025-06-21'), tx))
  }

  test('is credit of the lead traveler, as far as something is open', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await droppedAfterLeaving(booking)
    expect(bookingNow(booking)).toMatchObject({ totalCents: 450_000, keptCents: 60_000 })
    expectAgreement(booking)
    const letter = db.select().from(outbox).where(eq(outbox.kind, 'staff-share-came-back')).get()
    expect(letter?.textBody).toContain('$100 of it was the share of a former traveler')
  })

  test('is part of the price where all is paid', async () => {
    const { booking } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
    await droppedAfterLeaving(booking)
    expect(bookingNow(booking)).toMatchObject({ totalCents: 460_000, keptCents: 460_000 })
    expectAgreement(booking)
  })
})
