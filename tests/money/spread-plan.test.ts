import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { changeDeparture } from '#app/bookings/moved-dates.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { spreadPlan, spreadQuote } from '#app/money/changes/installment-days.server'
import { priceQuote, repriceBooking } from '#app/money/changes/price-changes.server'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { addDays } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { paymentSchedule } from '#app/views/booking-facts.server'
import { db } from '#db/connection.server'
import { reminders } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  lettersOfKind,
  payLater,
} from '#tests/fixtures/paid-bookings'
import { anOpenTour, at, expectAgreement, joins, leaves, undoesPrice } from '#tests/fixtures/party-changes'
import { atStripe, bookingNow } from '#tests/fixtures/payments'

beforeEach(anOpenTour)

const JULY = at('2025-07-01')
const FOUR = ['2025-07-15', '2025-08-15', '2025-09-15', '2025-10-15']

function spread(booking: Booking, days: string[], when = JULY, formKey: string = randomUUID()) {
  const quote = spreadQuote(bookingNow(booking), days, when)
  const quoted = 'refused' in quote ? '' : digestOf(quote)
  const wish = { reference: booking.reference, days, quoted, note: 'They called', formKey }
  return spreadPlan(wish, aStaffMember(), () => when)
}

const plan = (booking: Booking) =>
  amountsOwed(bookingNow(booking)).installments.map(({ number, name, amountCents, owedCents, dueOn }) => [
    number,
    name,
    owedCents || `${amountCents} paid`,
    dueOn,
  ])

function departsOn(startsOn: string): void {
  const { id, name: _, tourType: __, tourId: ___, updatedAt: ____, ...terms } = theDeparture()
  const moved = { ...terms, startsOn, endsOn: addDays(startsOn, 11) }
  expect(changeDeparture(id, moved, aStaffMember(), JULY)).toHaveProperty('changed')
}

const amounts = (booking: Booking) => installmentsOf(booking.id).map(({ amountCents }) => amountCents)

describe('what is open of a booking', () => {
  test('is spread over four days, with reminders for each, one letter and one entry', async () => {
    const { booking } = await aPaidBooking()
    await sendDueReminders(at('2025-08-08'))
    expect(db.select().from(reminders).all()).toHaveLength(1)
    const formKey = randomUUID()
    expect(await spread(booking, FOUR, JULY, formKey)).toHaveProperty('spread')
    expect(plan(booking)).toEqual([
      [1, 'First installment', 100_000, '2025-07-15'],
      [2, 'Second installment', 100_000, '2025-08-15'],
      [3, 'Third installment', 100_000, '2025-09-15'],
      [4, 'Final installment', 100_000, '2025-10-15'],
    ])
    expectAgreement(booking)
    expect(paymentSchedule(bookingNow(booking)).map(({ dueOn }) => dueOn)).toEqual([null, ...FOUR])
    const letters = lettersOfKind(booking, 'installment-extended')
    expect(letters).toHaveLength(1)
    expect(letters[0]).toContain('Third installment, due Sep 15, 2025: $1,000')
    expect(letters[0]).toContain('Pay $1,000')
    expect(db.select().from(auditLog).where(eq(auditLog.action, 'plan-spread')).all()).toHaveLength(1)
    expect(await spread(booking, FOUR, JULY, formKey)).toEqual({ known: true })
    await sendDueReminders(at('2025-08-08'))
    const asked = installmentsOf(booking.id)[1]?.id
    expect(db.select().from(reminders).all()).toMatchObject([{ installmentId: asked, kind: 'friendly' }])
  })

  test('stands after what is paid, which is one once the numbers run out', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await payLater(booking, 600_000, JULY)
    await spread(booking, FOUR)
    await payLater(booking, 150_000, JULY)
    await payLater(booking, 150_000, JULY)
    await spread(booking, ['2025-08-01', '2025-09-01', '2025-10-01'])
    expect(plan(booking)).toEqual([
      [1, 'First installment', '900000 paid', '2025-08-01'],
      [2, 'Second installment', 100_000, '2025-08-01'],
      [3, 'Third installment', 100_000, '2025-09-01'],
      [4, 'Final installment', 100_000, '2025-10-01'],
    ])
    expectAgreement(booking)
    await payLater(booking, 300_000, JULY)
    expect(bookingNow(booking).keptCents).toBe(bookingNow(booking).totalCents)
    expect(installmentsOf(booking.id).every(({ paidAt }) => paidAt !== null)).toBe(true)
  })

  test('keeps its days where a discount from before is undone after some are paid', async () => {
    const { booking } = await aPaidBooking()
    const wish = {
      direction: 'discount',
      amount: { cents: cents(40_000) },
      travelerId: null,
      words: 'Choir',
    } as const
    const quote = priceQuote(booking, wish, JULY)
    if ('refused' in quote) throw new Error(quote.refused)
    const confirmed = { reference: booking.reference, quoted: digestOf(quote), formKey: randomUUID() }
    await repriceBooking({ ...wish, ...confirmed }, aStaffMember(), () => JULY)
    await spread(booking, ['2025-07-10', '2025-07-20', '2025-08-01', '2025-08-10'])
    await payLater(bookingNow(booking), 180_000, at('2025-07-20'))
    await undoesPrice(booking, at('2025-07-21'))
    expect(plan(booking).map(([, , owed, day]) => [owed, day])).toEqual([
      ['90000 paid', '2025-07-10'],
      ['90000 paid', '2025-07-20'],
      [90_000, '2025-08-01'],
      [130_000, '2025-08-10'],
    ])
  })

  test('takes those who join and gives back those who leave, to the cent', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await spread(booking, FOUR)
    expect(await joins(booking, JULY)).toHaveProperty('joined')
    expect(amounts(booking)).toEqual([350_000, 300_000, 300_000, 300_000])
    expectAgreement(booking)
    expect(await leaves(booking, 3, JULY)).toHaveProperty('left')
    expect(amounts(booking)).toEqual([224_000, 192_000, 192_000, 192_000])
    expect(await leaves(booking, 2, JULY)).toHaveProperty('left')
    expectAgreement(booking)
    expect(amounts(booking).reduce((sum, one) => sum + one, 0)).toBe(400_000)
  })

  test('falls due before a departure that is moved, and is asked for as one sum then', async () => {
    const { booking } = await aPaidBooking()
    await spread(booking, FOUR)
    departsOn('2025-08-20')
    expect(plan(booking).map(([, , , day]) => day)).toEqual([
      '2025-07-15',
      '2025-08-15',
      '2025-08-19',
      '2025-08-19',
    ])
    departsOn('2025-10-16')
    expect(plan(booking).map(([, , , day]) => day)).toEqual(FOUR)
  })

  test('closes a payment page that asks for the old sum', async () => {
    const { booking } = await aPaidBooking()
    const { id } = await beginLaterPayment(booking, 200_000, JULY)
    expect(await spread(booking, ['2025-08-01', '2025-09-01'])).toHaveProperty('spread')
    expect(atStripe(id)?.status).toBe('canceled')
  })
})

test.each([
  [[], 'how-many'],
  [[...FOUR.slice(0, 3), '2025-10-01', '2025-10-15'], 'how-many'],
  [['2025-09-15', '2025-08-15'], 'not-rising'],
  [['2025-08-15', '2025-08-15'], 'not-rising'],
  [['2025-06-30', '2025-08-15'], 'in-the-past'],
  [['2025-08-15', '2025-10-16'], 'after-departure'],
])('%s: %s', async (days, refused) => {
  const { booking } = await aPaidBooking()
  const before = installmentsOf(booking.id)
  expect(await spread(booking, days)).toEqual({ refused })
  expect(installmentsOf(booking.id)).toEqual(before)
})

test('what is paid in full, and what is shown otherwise by now, stays as it is', async () => {
  const { booking } = await aPaidBooking()
  const wish = { reference: booking.reference, days: FOUR, quoted: 'other', note: '', formKey: randomUUID() }
  expect(await spreadPlan(wish, aStaffMember(), () => JULY)).toMatchObject({ refused: 'quote-changed' })
  await payLater(booking, 399_850, JULY)
  expect(await spread(booking, FOUR)).toEqual({ refused: 'not-chargeable' })
  await payLater(booking, 150, JULY)
  expect(await spread(booking, FOUR)).toEqual({ refused: 'nothing-open' })
})
