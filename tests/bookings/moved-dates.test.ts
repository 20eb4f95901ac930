import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import {
  bookingsDueSooner,
  bookingsToNotify,
  changeDeparture,
  type DatesWish,
  datesTold,
  notifiedBookings,
  notifyNewDates,
} from '#app/bookings/moved-dates.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { postponeInstallment, postponeQuote } from '#app/money/changes/installment-days.server'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  cancel,
  keptAsInLedger,
  lettersOfKind,
} from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked } from '#tests/fixtures/payments'

beforeEach(() => {
  nothingBooked()
  db.update(departures).set(FIRST_DEPARTURE).run()
})

const move = (startsOn: string, endsOn: string) => db.update(departures).set({ startsOn, endsOn }).run()
const staff = aStaffMember()

/** The page as it is opened now, and its button. */
const tell = (details: Partial<DatesWish> = {}) =>
  notifyNewDates(
    { departureId: 1, shown: theDeparture(), note: '', again: false, formKey: randomUUID(), ...details },
    staff,
    NOON,
  )

test('new dates are told once, and only when staff say so', async () => {
  const { booking } = await aPaidBooking()
  await aPaidBooking()
  db.delete(outbox).run()
  move('2025-10-20', '2025-10-31')
  expect(bookingsToNotify(1)).toHaveLength(2)
  expect(db.select().from(outbox).all()).toEqual([])

  expect(tell({ note: 'The band asked for it.' })).toEqual({ letters: 2 })
  const letters = db.select().from(outbox).all()
  expect(letters).toHaveLength(2)
  expect(letters[0]).toMatchObject({ kind: 'dates-changed', toAddress: booking.customerEmail })
  expect(letters[0]?.textBody).toContain(
    'they were Oct 16 to Oct 27, 2025; now they are Oct 20 to Oct 31, 2025',
  )
  expect(letters[0]?.textBody).toContain('The band asked for it.')
  expect(bookingsToNotify(1)).toEqual([])
})

test('a second press writes nothing and claims nothing', async () => {
  const { booking } = await aPaidBooking()
  move('2025-10-20', '2025-10-31')
  expect(tell()).toEqual({ letters: 1 })
  const told = () =>
    db
      .select()
      .from(auditLog)
      .all()
      .filter(({ action }) => action === 'dates-told')
  const acts = told().length
  expect(tell()).toEqual({ letters: 0 })
  expect(told()).toHaveLength(acts)
  expect(lettersOfKind(booking, 'dates-changed')).toHaveLength(1)
})

test('dates moved back, and there again, are told each time', async () => {
  const { booking } = await aPaidBooking()
  const last = () => lettersOfKind(booking, 'dates-changed').at(-1)
  move('2025-10-20', '2025-10-31')
  tell()
  move('2025-10-16', '2025-10-27')
  expect(bookingsToNotify(1)).toHaveLength(1)
  expect(tell()).toEqual({ letters: 1 })
  expect(last()).toContain('takes place on the dates you booked after all: Oct 16 to Oct 27, 2025')
  expect(last()).toContain('no longer Oct 20 to Oct 31, 2025')

  move('2025-10-20', '2025-10-31')
  expect(tell()).toEqual({ letters: 1 })
  expect(last()).toContain('have changed again')
  expect(lettersOfKind(booking, 'dates-changed')).toHaveLength(3)
})

test('dates moved and moved back untold are nobody’s news', async () => {
  await aPaidBooking()
  move('2025-10-20', '2025-10-31')
  move('2025-10-16', '2025-10-27')
  expect(bookingsToNotify(1)).toEqual([])
  expect(tell()).toEqual({ letters: 0 })
})

test('a correction goes to those who were told, once a form', async () => {
  const { booking } = await aPaidBooking()
  const { booking: gone } = await aPaidBooking()
  move('2025-10-20', '2025-10-31')
  tell()
  await cancel(gone)
  const { booking: later } = await aPaidBooking()
  expect(notifiedBookings(1).map(({ id }) => id)).toEqual([booking.id])
  const correction = { again: true, note: 'The flight is a day earlier.', formKey: randomUUID() }
  const told = datesTold(1)
  expect(tell({ ...correction, told })).toEqual({ letters: 1 })
  expect(tell(correction)).toEqual({ letters: 0 })
  // A second form that was open when the first was sent.
  expect(tell({ ...correction, told, formKey: randomUUID() })).toEqual({ refused: 'sent-since' })
  expect(lettersOfKind(booking, 'dates-changed').at(-1)).toContain('again about the dates')
  expect(lettersOfKind(booking, 'dates-changed').at(-1)).toContain('The flight is a day earlier.')
  expect(lettersOfKind(later, 'dates-changed')).toEqual([])
})

describe('a departure that begins before money is due', () => {
  const on = (day: string) => new Date(`${day}T17:00:00Z`)
  const moveTo = (startsOn: string, endsOn: string, today = '2025-06-01') => {
    const { id: _, name: __, tourType: ___, tourId: ____, updatedAt: _____, ...terms } = theDeparture()
    const dates = {
      startsOn,
      endsOn,
      firstInstallmentDueOn: '2025-06-10',
      finalInstallmentDueOn: '2025-06-10',
    }
    return changeDeparture(1, { ...terms, ...dates, sales: 'open' }, staff, on(today))
  }
  const due = (booking: { id: number }) => installmentsOf(booking.id).map(({ dueOn }) => dueOn)

  test('has all of it due before its first day, and says so', async () => {
    const { booking } = await aPaidBooking()
    const { booking: whole } = await aPaidBooking({ paymentType: 'full' })
    expect(moveTo('2025-09-01', '2025-09-12')).toMatchObject({ dueMoved: 1 })
    expect(due(booking)).toEqual(['2025-08-15', '2025-08-31'])
    expect(bookingsDueSooner(1)).toBe(1)
    tell()
    expect(lettersOfKind(booking, 'dates-changed').at(-1)).toContain(
      'the balance is due sooner: final installment by Aug 31, 2025.',
    )
    expect(lettersOfKind(whole, 'dates-changed').at(-1)).toContain('are due stay as agreed')
    await sendDueReminders(new Date('2025-08-30T17:00:00Z'))
    expect(lettersOfKind(booking, 'reminder').join()).not.toContain('Sep 15')
    expect(amountsOwed(bookingNow(booking)).installments.at(-1)).toMatchObject({ dueOn: '2025-08-31' })
  })

  test('gives the agreed days back when it is moved back, with their reminders', async () => {
    const { booking } = await aPaidBooking()
    moveTo('2025-07-01', '2025-07-12')
    expect(due(booking)).toEqual(['2025-06-30', '2025-06-30'])
    expect(await sendDueReminders(new Date('2025-06-27T17:00:00Z'))).toMatchObject({ sent: 2 })
    expect(moveTo('2025-08-20', '2025-08-31')).toMatchObject({ dueMoved: 1 })
    expect(due(booking)).toEqual(['2025-08-15', '2025-08-19'])
    expect(moveTo('2025-10-16', '2025-10-27')).toMatchObject({ dueMoved: 1 })
    expect(due(booking)).toEqual(['2025-08-15', '2025-09-15'])
    expect(bookingsDueSooner(1)).toBe(0)
    expect(amountsOwed(bookingNow(booking))).toMatchObject({ remainingCents: 400_000 })
    keptAsInLedger()
    expect(await sendDueReminders(new Date('2025-08-12T17:00:00Z'))).toMatchObject({ sent: 1 })
  })

  /** The final installment, postponed at noon of a day. */
  const postpone = (booking: { id: number; reference: string }, dueOn: string, today: string) =>
    postponeInstallment(
      {
        ...{ reference: booking.reference, number: 2, dueOn, note: '', formKey: randomUUID() },
        quoted: digestOf(postponeQuote(bookingNow(booking), 2)),
      },
      staff,
      () => on(today),
    )

  test('leaves a day that staff postponed to before it was moved there and back', async () => {
    const { booking } = await aPaidBooking()
    await postpone(booking, '2025-10-10', '2025-09-01')
    moveTo('2025-09-20', '2025-10-01')
    moveTo('2025-10-16', '2025-10-27')
    expect(due(booking)).toEqual(['2025-08-15', '2025-10-10'])
  })

  test('leaves a day that staff postponed to once it had begun, when it is moved back', async () => {
    const { booking } = await aPaidBooking()
    moveTo('2025-08-20', '2025-08-31', '2025-08-10')
    expect(due(booking)).toEqual(['2025-08-15', '2025-08-19'])
    expect(await postpone(booking, '2025-10-01', '2025-08-21')).toHaveProperty('postponed')
    moveTo('2025-10-16', '2025-10-27', '2025-08-22')
    expect(due(booking)).toEqual(['2025-08-15', '2025-10-01'])
    expect(bookingsDueSooner(1)).toBe(0)
  })

  test('leaves a postponed day of a journey that is under way, when it is moved away and back', async () => {
    const { booking } = await aPaidBooking()
    moveTo('2025-08-20', '2025-08-31', '2025-08-10')
    await postpone(booking, '2025-10-01', '2025-08-21')
    moveTo('2025-10-16', '2025-10-27', '2025-08-22')
    moveTo('2025-08-20', '2025-08-31', '2025-08-22')
    expect(due(booking)).toEqual(['2025-08-15', '2025-10-01'])
    tell()
    expect(lettersOfKind(booking, 'dates-changed').at(-1)).toContain('are due stay as agreed')
  })

  test('a day that is postponed again after it was moved is told again', async () => {
    const { booking } = await aPaidBooking()
    await postpone(booking, '2025-10-10', '2025-08-01')
    moveTo('2025-08-20', '2025-08-31', '2025-08-10')
    await postpone(booking, '2025-10-10', '2025-08-21')
    expect(due(booking)[1]).toBe('2025-10-10')
    expect(lettersOfKind(booking, 'installment-extended')).toHaveLength(2)
  })
})

test('a letter that staff have not read is not sent', async () => {
  await aPaidBooking()
  move('2025-10-20', '2025-10-31')
  const shown = theDeparture()
  move('2025-10-21', '2025-11-01')
  expect(tell({ shown })).toEqual({ refused: 'dates-changed' })
  expect(bookingsToNotify(1)).toHaveLength(1)
})

test('a refund follows the agreed dates, or better ones, until the journey begins', async () => {
  const { booking } = await aPaidBooking({ paymentType: 'full' })
  const on = (day: string) => cancelQuote(booking, new Date(`${day}T17:00:00Z`)).refundCents
  expect([on('2025-09-15'), on('2025-09-16'), on('2025-10-16')]).toEqual([400_000, 0, 0])

  move('2025-12-01', '2025-12-12')
  expect([on('2025-10-16'), on('2025-10-31'), on('2025-11-01')]).toEqual([400_000, 400_000, 0])

  move('2025-09-12', '2025-09-23')
  expect([on('2025-09-11'), on('2025-09-12')]).toEqual([400_000, 0])
  move('2025-09-01', '2025-09-12')
  expect([on('2025-08-31'), on('2025-09-01'), on('2025-09-16')]).toEqual([400_000, 0, 0])
  move('2025-06-20', '2025-07-01')
  expect([on('2025-06-19'), on('2025-06-20')]).toEqual([450_000, 0])
})
