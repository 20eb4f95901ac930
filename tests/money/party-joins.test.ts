import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyMoney, partyOf, seatsOf } from '#app/bookings/party.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { joinParty, joinQuote } from '#app/money/changes/party/join-party.server'
import { leaveQuote } from '#app/money/changes/party/take-off.server'
import { paymentDue } from '#app/money/changes/paying/later-payment.server'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { cents } from '#app/platform/money'
import { seatsLeft } from '#app/tours/departures.server'
import { paymentSchedule } from '#app/views/booking-facts.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  booksOf,
  byHand,
  cancel,
  lettersOfKind,
  payLater,
} from '#tests/fixtures/paid-bookings'
import {
  anOpenTour,
  at,
  expectAgreement,
  joins,
  leaves,
  plan,
  quoteToJoin,
  wishToJoin,
} from '#tests/fixtures/party-changes'
import { bookingNow } from '#tests/fixtures/payments'

// Who joins a paid booking: seat, bed, price, plan, letters, and what comes back when they leave, to the
// cent.

beforeEach(anOpenTour)

const onTheWay = (booking: Booking, position: number, day: string) =>
  leaveQuote(bookingNow(booking), position, at(day))?.refundCents

describe('somebody joins', () => {
  test('before the first installment, at the price of today', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    db.update(departures)
      .set({ doublePriceCents: cents(480_000) })
      .run()
    const seats = seatsLeft(theDeparture())
    expect(await joins(booking, at('2025-06-10'))).toMatchObject({
      joined: { priceCents: 480_000, totalCents: 930_000, remainingCents: 880_000, travelers: 2 },
    })
    expect(plan(booking)).toEqual([
      { amountCents: 50_000, dueOn: '2025-06-24', paid: false },
      { amountCents: 415_000, dueOn: '2025-08-15', paid: false },
      { amountCents: 415_000, dueOn: '2025-09-15', paid: false },
    ])
    expect(paymentSchedule(bookingNow(booking)).map(({ amountCents }) => amountCents)).toEqual([
      50_000, 50_000, 415_000, 415_000,
    ])
    expect(seatsOf(booking.id)).toMatchObject([
      { traveler: { position: 1 }, priceCents: 450_000 },
      { traveler: { position: 2, name: 'Amina Odera' }, priceCents: 480_000 },
    ])
    expect(new Set(partyOf(booking.id).map(({ roomId }) => roomId)).size).toBe(1)
    expect(partyMoney(bookingNow(booking)).sum).toBe('1 × $4,500 + 1 × $4,800')
    expect(seatsLeft(theDeparture())).toBe(seats - 1)
    expectAgreement(booking)
    const [letter] = lettersOfKind(bookingNow(booking), 'party-raised')
    expect(letter).toContain('Pay $500')
    expect(letter).toContain('Deposit of the added traveler, due Jun 24, 2025: $500')
    for (const line of [
      'For Amina Odera, who joined on Jun 10, 2025:',
      'Cancel by July 10, 2025, and you get back everything you paid.',
      'Cancel from July 11 to September 15, 2025, and you get back all but the $500 deposit.',
      'What counts is the day you ask us to cancel, even if we answer later, as long as the trip has not begun. A day ends at midnight, Central Time.',
    ])
      expect(letter?.split('\n')).toContain(line)
    expect(letter).toMatch(
      /The terms for Amina Odera, who joined on Jun 10, 2025: Fully refundable for 30 days after booking; .* nothing is refundable\./,
    )
  })

  test('with a deposit due like that of any booking, reminded of, paid, and gone when they leave', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    const before = plan(booking)
    expect(quoteToJoin(booking, at('2025-06-10')).installments).toMatchObject([
      { name: 'Deposit of the added traveler', owedCents: 50_000, dueOn: '2025-06-24' },
      { name: 'First installment', owedCents: 400_000, dueOn: '2025-08-15' },
      { name: 'Final installment', owedCents: 400_000, dueOn: '2025-09-15' },
    ])
    await joins(booking, at('2025-06-10'))
    await joins(booking, at('2025-06-12'))
    expect(plan(booking)[0]).toEqual({ amountCents: 100_000, dueOn: '2025-06-26', paid: false })
    expect(await sendDueReminders(at('2025-06-19'))).toMatchObject({ sent: 1 })
    expect(paymentDue(bookingNow(booking)).next).toMatchObject({ number: 0, owedCents: 100_000 })
    await payLater(booking, 100_000, at('2025-06-20'))
    expect(plan(booking).map(({ paid }) => paid)).toEqual([true, false, false])
    expect(await sendDueReminders(at('2025-06-25'))).toMatchObject({ sent: 0 })
    expectAgreement(booking)
    for (const position of [3, 2]) {
      expect(await leaves(booking, position, at('2025-06-21'))).toHaveProperty('left')
      expectAgreement(booking)
    }
    expect(plan(booking)).toMatchObject(before.map(({ amountCents, dueOn }) => ({ amountCents, dueOn })))
  })

  test('with the next installment, where that is due as soon', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    await joins(booking, at('2025-08-05'))
    expect(plan(booking)).toMatchObject([
      { amountCents: 450_000, dueOn: '2025-08-19' },
      { amountCents: 400_000, dueOn: '2025-09-15' },
    ])
    await payLater(booking, 450_000, at('2025-08-06'))
    await joins(booking, at('2025-08-07'))
    expect(plan(booking)).toMatchObject([
      { amountCents: 500_000, dueOn: '2025-08-21', paid: false },
      { amountCents: 800_000, dueOn: '2025-09-15', paid: false },
    ])
    expect(paymentDue(bookingNow(booking)).next).toMatchObject({ owedCents: 50_000, dueOn: '2025-08-21' })
    expectAgreement(booking)
    await leaves(booking, 3, at('2025-08-08'))
    expect(plan(booking)).toMatchObject([{ amountCents: 450_000 }, { amountCents: 400_000 }])
    expectAgreement(booking)
  })

  test('and what was shown before is what is asked', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await byHand(booking, 100_000, {}, at('2025-06-09'))
    const { installments } = quoteToJoin(booking, at('2025-08-10'))
    await joins(booking, at('2025-08-10'))
    expect(amountsOwed(bookingNow(booking)).installments).toMatchObject(
      installments.map(({ owedCents, dueOn }) => ({ owedCents, dueOn })),
    )
    expect(plan(booking).map(({ dueOn }) => dueOn)).toEqual(['2025-08-24', '2025-09-15'])
    expectAgreement(booking)
  })

  test('a booking whose installments are paid, and owes again', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    await payLater(booking, 400_000, at('2025-06-10'))
    expect(bookingNow(booking)).toMatchObject({ moneyState: 'paid-in-full' })
    await joins(booking, at('2025-09-20'))
    expect(plan(booking)).toEqual([
      { amountCents: 200_000, dueOn: '2025-08-15', paid: true },
      { amountCents: 650_000, dueOn: '2025-10-04', paid: false },
    ])
    expect(paymentDue(bookingNow(booking)).next).toMatchObject({ owedCents: 450_000, dueOn: '2025-10-04' })
    expectAgreement(booking)
  })

  test('a booking paid at once, twice, each asked for', async () => {
    const { booking } = await aPaidBooking({ travelers: 1, paymentType: 'full' })
    await joins(booking, at('2025-06-10'))
    expect(plan(booking)).toEqual([{ amountCents: 450_000, dueOn: '2025-06-24', paid: false }])
    await joins(booking, at('2025-06-15'))
    expect(plan(booking)).toEqual([{ amountCents: 900_000, dueOn: '2025-06-29', paid: false }])
    expectAgreement(booking)
    expect(await leaves(booking, 2, at('2025-06-16'))).toMatchObject({ left: { refundCents: 0 } })
    expect(plan(booking)).toMatchObject([{ amountCents: 450_000 }])
    expectAgreement(booking)
  })

  test('and leaves again, as if nothing had been', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    const before = [bookingNow(booking), plan(booking)] as const
    await joins(booking, at('2025-06-10'))
    expect(await leaves(booking, 2, at('2025-06-11'))).toMatchObject({ left: { travelers: 1 } })
    const { totalCents, depositCents, agreedDepositCents, keptCents } = before[0]
    expect(bookingNow(booking)).toMatchObject({ totalCents, depositCents, agreedDepositCents, keptCents })
    expect(plan(booking)).toEqual(before[1])
    expectAgreement(booking)
  })

  test('and is asked by reminders of the new sum', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    const reminders = () =>
      db
        .select()
        .from(outbox)
        .where(eq(outbox.bookingId, booking.id))
        .all()
        .filter(({ kind }) => kind.startsWith('reminder'))
        .map(({ subject, textBody }) => `${subject} ${textBody}`)
    expect(await sendDueReminders(at('2025-08-08'))).toMatchObject({ sent: 1 })
    await joins(booking, at('2025-08-09'))
    expect(plan(booking)[0]).toMatchObject({ dueOn: '2025-08-23' })
    expect(await sendDueReminders(at('2025-08-16'))).toMatchObject({ sent: 1 })
    expect(reminders()).toHaveLength(2)
    expect(reminders()[1]).toContain('$4,500')
  })

  test('a payment page with the old sum being withdrawn', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    const intent = await beginLaterPayment(booking, 200_000, at('2025-06-10'))
    expect(await joins(booking, at('2025-06-10'))).toHaveProperty('joined')
    expect(stripeSandbox.paymentIntents().find(({ id }) => id === intent.id)?.status).toBe('canceled')
  })

  test.each([
    ['sold-out', () => db.update(departures).set({ seats: 1 }).run(), '2025-06-10'],
    ['has-begun', () => {}, '2025-10-16'],
  ])('not where it is %s', async (refused, change, when) => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    const wish = wishToJoin(booking, quoteToJoin(booking, at('2025-06-02')))
    change()
    expect(joinQuote(bookingNow(booking), at(when))).toEqual({ refused })
    expect(await joinParty(wish, aStaffMember(), () => at(when))).toEqual({ refused })
    expect(bookingNow(booking)).toMatchObject({ travelers: 1, totalCents: 450_000 })
  })

  test('not as the seventh of a booking for six', async () => {
    const { booking } = await aPaidBooking({ travelers: 6 })
    expect(joinQuote(bookingNow(booking), at('2025-06-10'))).toEqual({ refused: 'party-full' })
  })

  test('once, when two of the staff add at once', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    const when = at('2025-06-10')
    const quote = quoteToJoin(booking, when)
    const join = (formKey?: string) =>
      joinParty(wishToJoin(booking, quote, formKey), aStaffMember(), () => when)
    const key = crypto.randomUUID()
    const answers = [await join(key), await join(key), await join()]
    expect(answers).toMatchObject([
      { joined: { travelers: 2 } },
      { known: true },
      { refused: 'quote-changed', quote: { travelers: 3, totalCents: 1_350_000 } },
    ])
    expect(bookingNow(booking)).toMatchObject({ travelers: 2, totalCents: 900_000 })
  })

  test('not on other days than those that were shown', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    const when = at('2025-06-10')
    const wish = wishToJoin(booking, quoteToJoin(booking, when))
    const { finalInstallmentDueOn } = theDeparture()
    db.update(departures).set({ finalInstallmentDueOn: '2025-10-01' }).run()
    const refused = await joinParty(wish, aStaffMember(), () => when)
    db.update(departures).set({ finalInstallmentDueOn }).run()
    expect(refused).toMatchObject({ refused: 'quote-changed' })
    expect(bookingNow(booking)).toMatchObject({ travelers: 1 })
  })
})

describe('what one who joined has paid', () => {
  test('is theirs alone, and comes back to them', async () => {
    const { booking } = await aPaidBooking({ travelers: 2, paymentType: 'full' })
    await joins(booking, at('2025-06-10'))
    expect([2, 3].map((position) => onTheWay(booking, position, '2025-06-11'))).toEqual([450_000, 0])
    await payLater(booking, 450_000, at('2025-06-12'))
    expect(onTheWay(booking, 3, '2025-06-13')).toBe(450_000)
    await leaves(booking, 2, at('2025-06-13'))
    expect(onTheWay(booking, 3, '2025-06-13')).toBe(450_000)
    expectAgreement(booking)
  })

  test('is not lessened by goodwill from before them', async () => {
    const { booking } = await aPaidBooking({ travelers: 1, paymentType: 'full' })
    await byHand(booking, 45_000, { direction: 'out', reason: 'goodwill' }, at('2025-06-09'))
    await joins(booking, at('2025-06-10'))
    expect(bookingNow(booking)).toMatchObject({ totalCents: 855_000, keptCents: 405_000 })
    await payLater(booking, 450_000, at('2025-06-12'))
    expect(onTheWay(booking, 2, '2025-06-13')).toBe(450_000)
    expect(await leaves(booking, 2, at('2025-06-13'))).toMatchObject({ left: { totalCents: 405_000 } })
    expectAgreement(booking)
  })

  test('is refunded from their own day when all cancel', async () => {
    const { booking } = await aPaidBooking({ travelers: 1 })
    await payLater(booking, 200_000, at('2025-06-10'))
    await joins(booking, at('2025-08-01'))
    await payLater(booking, 650_000, at('2025-08-02'))
    expect(onTheWay(booking, 2, '2025-08-10')).toBe(450_000)
    expect(cancelQuote(bookingNow(booking), at('2025-08-10'))).toMatchObject({
      refundCents: 850_000,
      retainedCents: 50_000,
      why: 'differs',
    })
    await cancel(bookingNow(booking), at('2025-08-10'))
    expect(booksOf(booking)).toMatchObject({ kept: 50_000, stripeAgrees: true })
  })

  test('comes to the whole, one after another or at once', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await joins(booking, at('2025-07-20'))
    await payLater(booking, 333_333, at('2025-07-21'))
    const whole = cancelQuote(bookingNow(booking), at('2025-08-01'))
    const first = onTheWay(booking, 3, '2025-08-01') ?? 0
    await leaves(booking, 3, at('2025-08-01'))
    const second = onTheWay(booking, 2, '2025-08-01') ?? 0
    await leaves(booking, 2, at('2025-08-01'))
    const last = cancelQuote(bookingNow(booking), at('2025-08-01'))
    expect(first + second + last.refundCents).toBe(whole.refundCents)
    expect(last.retainedCents).toBe(whole.retainedCents)
    expectAgreement(booking)
  })
})
