import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import { paymentDue } from '#app/money/changes/paying/later-payment.server'
import { dropRefund } from '#app/money/changes/refund-orders.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { sendDueReminders, sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { instantAt, showDay } from '#app/platform/days'
import { bookingFacts, paymentSchedule } from '#app/views/booking-facts.server'
import { bookingJson } from '#app/views/booking-json.server'
import { bookingDetails } from '#app/views/staff-booking.server'
import { tripCalendar } from '#app/views/trip-calendar.server'
import { db } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { stripeSandbox } from '#tests/fixtures/environment'
import { NOON } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  booksOf,
  byHand,
  lettersOfKind,
  lettersTo,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'

// A double room for $4,500, paid at once on June 1, 2025, for a journey that begins on October 16.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const on = (day: string, hour = 12) => instantAt(day, hour, 'America/Chicago')
const paidAtOnce = async () => (await aPaidBooking({ paymentType: 'full' })).booking

/** What is asked for now: 'Installment 50000 2025-06-15'. */
const asked = (booking: Booking): string[] =>
  bookingDetails(bookingNow(booking))
    .installments.filter(({ owedCents }) => owedCents > 0)
    .map(({ name, owedCents, dueOn }) => `${name} ${owedCents} ${dueOn}`)

test('what is owed again gets a due date', async () => {
  const booking = await paidAtOnce()
  expect(asked(booking)).toEqual([])
  await refund(booking, 50_000, { reason: 'owed-again' })
  expect(asked(booking)).toEqual(['Installment 50000 2025-06-15'])
})

test('every place shows the amount and the day', async () => {
  const booking = await paidAtOnce()
  await byHand(booking, 50_000, { direction: 'out', reason: 'owed-again' })
  const now = bookingNow(booking)
  const day = '2025-06-15'
  expect(paymentDue(now)).toEqual({
    next: { number: 1, name: 'Installment', owedCents: 50_000, dueOn: day },
    remainingCents: 50_000,
  })
  expect(paymentSchedule(now).map(({ label, amountCents, dueOn }) => [label, amountCents, dueOn])).toEqual([
    ['Full price', 450_000, null],
    ['Installment', 50_000, day],
  ])
  expect(bookingFacts(now).installments).toEqual([
    {
      number: 1,
      name: 'Installment',
      amountCents: 50_000,
      owedCents: 50_000,
      onItsWayCents: 0,
      writtenOffCents: 0,
      dueOn: day,
      isPaid: false,
    },
  ])
  expect(bookingJson(now)).toMatchObject({
    remainingAmount: 500,
    installments: [{ number: 1, amount: 500, dueDate: day, paidAt: null }],
  })
  expect(tripCalendar(now, NOON)).toContain('20250615')
})

test.each([
  ['2025-10-01', '2025-10-15'],
  ['2025-10-10', '2025-10-15'],
  ['2025-10-15', '2025-10-15'],
  ['2025-10-20', '2025-11-03'],
])('on %s it is due on %s, before departure', async (today, due) => {
  const booking = await paidAtOnce()
  await byHand(booking, 50_000, { direction: 'out', reason: 'owed-again' }, on(today))
  expect(asked(booking)).toEqual([`Installment 50000 ${due}`])
})

describe('the traveler', () => {
  test('reads the due date and a link to pay', async () => {
    const booking = await paidAtOnce()
    await refund(booking, 50_000, { reason: 'owed-again' })
    await byHand(booking, 20_000, { direction: 'out', reason: 'owed-again' })
    for (const [kind, amount] of [
      ['refund-ordered', '$500'],
      ['paid-back-by-hand', '$700'],
    ] as const) {
      const [letter] = lettersOfKind(booking, kind)
      expect(letter).toContain(`Your next payment is ${amount}, due on ${showDay('2025-06-15')}`)
      expect(letter).toContain(`/pay/${booking.linkToken}`)
    }
  })

  test('is reminded as of any installment, until it is paid', async () => {
    const booking = await paidAtOnce()
    await refund(booking, 50_000, { reason: 'owed-again' })
    await sendDueReminders(on('2025-06-07'))
    expect(lettersTo(booking).filter(({ kind }) => /^reminder/.test(kind))).toEqual([])
    for (const day of ['2025-06-08', '2025-06-12', '2025-06-14']) await sendDueReminders(on(day))
    await sendOverdueNotices(on('2025-06-16'))
    const reminders = lettersTo(booking).filter(({ kind }) => /^reminder/.test(kind))
    expect(reminders.map(({ kind }) => kind)).toEqual([
      'reminder-friendly',
      'reminder-urgent',
      'reminder-final',
      'reminder-overdue',
    ])
    expect(reminders[0]?.text).toContain(`Pay $500:\nhttp://localhost:3000/pay/${booking.linkToken}`)

    await payLater(booking, 50_000, on('2025-06-17'))
    expect(booksOf(booking)).toMatchObject({ status: 'completed', kept: 450_000, owed: [0] })
    expect(booksOf(booking).paidInstallments).toEqual([true])
    expect(lettersOfKind(booking, 'payment-receipt')[0]).toContain('paid in full')
  })

  test('who paid it is asked again with a new date', async () => {
    const booking = await paidAtOnce()
    await refund(booking, 50_000, { reason: 'owed-again' })
    await sendDueReminders(on('2025-06-08'))
    await payLater(booking, 50_000, on('2025-06-09'))
    await refund(booking, 80_000, { reason: 'owed-again' }, on('2025-07-01'))
    expect(asked(booking)).toEqual(['Installment 80000 2025-07-15'])
    await sendDueReminders(on('2025-07-08'))
    expect(lettersOfKind(booking, 'reminder-friendly')).toHaveLength(2)
  })
})

describe('what is asked for', () => {
  test('follows what is owed, and keeps its day', async () => {
    const booking = await paidAtOnce()
    await byHand(booking, 50_000, { direction: 'out', reason: 'owed-again' })
    await byHand(booking, 20_000, { direction: 'out', reason: 'owed-again' }, on('2025-06-05'))
    expect(asked(booking)).toEqual(['Installment 70000 2025-06-15'])
    await byHand(booking, 30_000)
    expect(asked(booking)).toEqual(['Installment 40000 2025-06-15'])
  })

  test('is nothing once the refund that opened it is dropped', async () => {
    const booking = await paidAtOnce()
    stripeSandbox.switches.apiDown = 'refuses'
    await refund(booking, 50_000, { reason: 'owed-again' })
    expect(asked(booking)).toEqual(['Installment 50000 2025-06-15'])
    const order = db.update(refunds).set({ state: 'refused' }).returning().get()
    await dropRefund({ reference: booking.reference, id: order.id }, aStaffMember(), () => NOON)
    expect(asked(booking)).toEqual([])
    expect(paymentSchedule(bookingNow(booking)).map(({ amountCents }) => amountCents)).toEqual([450_000])
  })

  test('is nothing during or after a whole refund', async () => {
    const booking = await paidAtOnce()
    await byHand(booking, 50_000, { direction: 'out', reason: 'owed-again' })
    stripeSandbox.switches.apiDown = 'refuses'
    await refund(booking, 400_000)
    expect(booksOf(booking).owed).toEqual([])
    stripeSandbox.switches.apiDown = 'off'
    await payOwedRefunds(() => NOON)
    expect(booksOf(booking)).toMatchObject({ status: 'refunded', kept: 0, owed: [] })
  })

  test('counts as paid when a check falls cents short', async () => {
    const booking = await paidAtOnce()
    await byHand(booking, 50_000, { direction: 'out', reason: 'owed-again' })
    await byHand(booking, 49_980)
    expect(booksOf(booking)).toMatchObject({ total: 449_980, owed: [0], paidInstallments: [true] })
  })

  test('of a goodwill refund is nothing', async () => {
    const booking = await paidAtOnce()
    await refund(booking, 50_000)
    expect(asked(booking)).toEqual([])
  })

  test('of a booking with a plan stays with its plan', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 400_000)
    await refund(booking, 50_000, { reason: 'owed-again' })
    expect(asked(booking)).toEqual(['Final installment 50000 2025-09-15'])
  })
})
