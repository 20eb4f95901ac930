import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import { beginLaterCardPayment } from '#app/money/changes/paying/later-payment.server'
import { recordByHand } from '#app/money/changes/record-by-hand.server'
import { refundBooking } from '#app/money/changes/refund-orders.server'
import {
  type ManualReminder,
  paymentLinkFor,
  sendManualReminder,
} from '#app/money/reminders/manual-reminder.server'
import { ManualReminderForm, PaymentLinkForm } from '#app/money/reminders/operations-form'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { reminderAsOfNow } from '#app/money/reminders/write-reminder.server'
import { instantAt } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { adminUsers, auditLog } from '#db/schema/staff'
import { mailbox, stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, minutesAfter } from '#tests/fixtures/orders'
import { aPaidBooking, moneyNow } from '#tests/fixtures/paid-bookings'
import { beginPaying } from '#tests/fixtures/payments'
import { nothingSent, remindersInOutbox } from './sent-reminders'

const STAFF = { id: 1, username: 'Wambui', role: 'admin' as const }
const on = (day: string) => instantAt(day, 9, 'America/Chicago')
const asked = (reference: string, installmentNumber = 1) => ({ reference, installmentNumber })

/** A form that was just opened and is sent now; details may repeat another form's key. */
const byHand = (reference: string, at: Date, details: Partial<ManualReminder> = {}) =>
  sendManualReminder(
    { ...asked(reference), daysUntilDue: 7, confirmed: false, formKey: randomUUID(), ...details },
    STAFF,
    at,
  )

beforeEach(() => {
  nothingSent()
  mailbox.clear()
  db.insert(adminUsers)
    .values({ ...STAFF, passwordHash: '-', createdAt: on('2025-06-01') })
    .onConflictDoNothing()
    .run()
})

test('the payment link is the traveler’s own and permanent', async () => {
  const {
    booking: { reference, linkToken },
  } = await aPaidBooking()
  const link = { paymentLink: `http://localhost:3000/pay/${linkToken}` }
  expect(paymentLinkFor(asked(reference))).toEqual(link)
  expect(paymentLinkFor(asked(` ${reference.toLowerCase()} `, 2))).toEqual(link)
})

describe('a link and a reminder are refused', () => {
  const both = (what: ReturnType<typeof asked>) => [
    paymentLinkFor(what),
    sendManualReminder({ ...what, daysUntilDue: 7, confirmed: false, formKey: 'k' }, STAFF, on('2025-08-01')),
  ]
  const refusal = (refused: string) => [{ refused }, { refused }]

  test('for a booking that nobody knows', () => {
    expect(both(asked('TS-ZZZZZZ'))).toEqual(refusal('not-found'))
  })

  test('for one that was paid in full at once', async () => {
    const {
      booking: { reference },
    } = await aPaidBooking({ paymentType: 'full' })
    expect(both(asked(reference))).toEqual(refusal('paid-in-full-at-booking'))
  })

  test('for one that was never paid', async () => {
    const { booking } = await beginPaying(anOrder())
    expect(both(asked(booking.reference))).toEqual(refusal('inactive'))
  })

  test('for an installment that is paid', async () => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    await recordByHand(
      {
        reference,
        amountCents: cents(200_000),
        method: 'wire',
        direction: 'in',
        note: '',
        quoted: moneyNow({ reference }),
        formKey: 'w',
      },
      STAFF,
      () => on('2025-07-01'),
    )
    expect(both(asked(reference, 1))).toEqual(refusal('already-paid'))
    expect(paymentLinkFor(asked(reference, 2))).toHaveProperty('paymentLink')
  })
})

describe('nothing is sent, and staff are told why,', () => {
  const send = (reference: string) => byHand(reference, on('2025-08-01'))

  test('while a payment is being made', async () => {
    const {
      booking: { reference, linkToken },
    } = await aPaidBooking()
    const shown = { pays: 'next' as const, amountCents: cents(200_000), remainingCents: cents(400_000) }
    await beginLaterCardPayment({ token: linkToken, ...shown }, () => on('2025-08-01'))
    expect(send(reference)).toEqual({ refused: 'being-paid' })
    expect(remindersInOutbox()).toEqual([])
  })

  test('while money is on its way back', async () => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    stripeSandbox.switches.apiDown = true
    const wish = { reference, amountCents: cents(10_000), reason: 'owed-again' as const, note: '' }
    await refundBooking({ ...wish, quoted: moneyNow({ reference }), formKey: 'r' }, STAFF, () =>
      on('2025-08-01'),
    )
    stripeSandbox.switches.apiDown = 'off'
    expect(send(reference)).toEqual({ refused: 'being-refunded' })
    expect(remindersInOutbox()).toEqual([])
  })
})

test('a reminder by hand goes out once per press', async () => {
  const {
    booking: { reference },
  } = await aPaidBooking()
  const send = (formKey: string, confirmed = false) =>
    byHand(reference, on('2025-07-01'), { formKey, confirmed })
  expect([send('one'), send('one'), send('two', true)].every((sent) => 'sent' in sent)).toBe(true)
  expect(remindersInOutbox()).toEqual(['reminder-friendly', 'reminder-friendly'])
})

test('a yes to one that is early sends no second one, which a colleague has sent since', async () => {
  const {
    booking: { reference },
  } = await aPaidBooking()
  const early = { daysUntilDue: 1, confirmed: true }
  const asks = byHand(reference, on('2025-07-01'), { ...early, confirmed: false })
  expect(asks).toMatchObject({ refused: 'not-confirmed', doubts: { sentMinutesAgo: null, sentMail: 0 } })
  const send = (knownMail: number) => byHand(reference, on('2025-07-01'), { ...early, knownMail })
  expect(send(0)).toHaveProperty('sent')
  const again = send(0)
  if (!('doubts' in again)) throw new Error('Sent twice')
  expect(again.doubts.sentMinutesAgo).toBe(0)
  expect(send(again.doubts.sentMail)).toHaveProperty('sent')
  expect(remindersInOutbox()).toEqual(['reminder-final', 'reminder-final'])
})

test('one sent by hand when due replaces the automatic one', async () => {
  const { booking: early } = await aPaidBooking()
  const { booking: late } = await aPaidBooking()
  byHand(early.reference, on('2025-07-01'))
  byHand(late.reference, on('2025-08-08'))
  expect(await sendDueReminders(on('2025-08-08'))).toMatchObject({ sent: 1 })
})

describe('one that is taken back', () => {
  const sendMail = (at: Date) => sendDueMail(() => at, { beforeSending: reminderAsOfNow })
  const beginToPay = (linkToken: string, at: Date) =>
    beginLaterCardPayment(
      { token: linkToken, pays: 'next', amountCents: cents(200_000), remainingCents: cents(400_000) },
      () => at,
    )

  test('leaves the automatic reminder’s claim alone', async () => {
    const {
      booking: { reference, linkToken },
    } = await aPaidBooking()
    await sendDueReminders(on('2025-08-08'))
    await sendMail(on('2025-08-08'))
    byHand(reference, minutesAfter(10, on('2025-08-08')))
    await beginToPay(linkToken, minutesAfter(11, on('2025-08-08')))
    await sendMail(minutesAfter(12, on('2025-08-08')))
    expect(remindersInOutbox()).toEqual(['reminder-friendly'])

    expect(await sendDueReminders(on('2025-08-09'))).toMatchObject({ sent: 0, silent: 1 })
    await sendMail(on('2025-08-09'))
    expect(mailbox.messages().filter(({ subject }) => subject.startsWith('Coming up'))).toHaveLength(1)
  })

  test('releases its own claim for the automatic reminder', async () => {
    const {
      booking: { reference, linkToken },
    } = await aPaidBooking()
    byHand(reference, on('2025-08-08'))
    await beginToPay(linkToken, minutesAfter(1, on('2025-08-08')))
    await sendMail(minutesAfter(2, on('2025-08-08')))
    expect(remindersInOutbox()).toEqual([])
    expect(await sendDueReminders(on('2025-08-09'))).toMatchObject({ sent: 1 })
  })

  test('is written in the booking’s history', async () => {
    const {
      booking: { reference, linkToken },
    } = await aPaidBooking()
    byHand(reference, on('2025-08-08'))
    await beginToPay(linkToken, minutesAfter(1, on('2025-08-08')))
    await sendMail(minutesAfter(2, on('2025-08-08')))
    const acts = db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(eq(auditLog.subject, `booking:${reference}`))
      .all()
    expect(acts).toContainEqual({
      action: 'reminder-taken-back',
      detail: { installment: 1, kind: 'friendly' },
    })
  })
})

describe('what contradicts the calendar asks first', () => {
  // The first installment is due on Aug 15.
  test.each([
    ['2025-06-06', 7, 'friendly'],
    ['2025-06-06', 365, 'friendly'],
    ['2025-08-14', 7, 'friendly'],
    ['2025-08-12', 3, 'urgent'],
    ['2025-08-14', 2, 'urgent'],
    ['2025-08-14', 1, 'final'],
    ['2025-08-15', 0, 'final'],
    ['2025-08-16', 0, 'overdue'],
  ])('on %s, %i days sends a %s reminder at once', async (day, daysUntilDue, kind) => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    expect(byHand(reference, on(day), { daysUntilDue })).toMatchObject({ sent: kind })
  })

  test.each([
    ['2025-06-06', 1, 'final'],
    ['2025-06-06', 3, 'urgent'],
    ['2025-08-08', 3, 'urgent'],
    ['2025-08-12', 0, 'final'],
    ['2025-08-16', 7, 'friendly'],
    ['2025-08-16', 3, 'urgent'],
    ['2025-08-16', 1, 'final'],
  ])('on %s, %i days asks before a %s reminder', async (day, daysUntilDue, kind) => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    expect(byHand(reference, on(day), { daysUntilDue })).toMatchObject({
      refused: 'not-confirmed',
      doubts: { kind, dueOn: '2025-08-15', contradictsCalendar: true, sentMinutesAgo: null },
    })
    expect(remindersInOutbox()).toEqual([])
    expect(byHand(reference, on(day), { daysUntilDue, confirmed: true })).toMatchObject({ sent: kind })
    expect(remindersInOutbox()).toEqual([`reminder-${kind}`])
  })
})

describe('the same one twice within an hour', () => {
  test('must be confirmed before it goes out again', async () => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    const at = (minutes: number) => minutesAfter(minutes, on('2025-08-12'))
    expect(byHand(reference, at(0))).toHaveProperty('sent')
    expect(byHand(reference, at(59))).toMatchObject({
      refused: 'not-confirmed',
      doubts: { contradictsCalendar: false, sentMinutesAgo: 59 },
    })
    expect(byHand(reference, at(59), { daysUntilDue: 3 })).toHaveProperty('sent')
    expect(byHand(reference, at(59), { installmentNumber: 2 })).toHaveProperty('sent')
    expect(byHand(reference, at(60))).toHaveProperty('sent')
    expect(byHand(reference, at(61), { confirmed: true })).toHaveProperty('sent')
  })

  test('does not count what the automation has sent', async () => {
    const {
      booking: { reference },
    } = await aPaidBooking()
    await sendDueReminders(on('2025-08-08'))
    expect(byHand(reference, minutesAfter(5, on('2025-08-08')))).toHaveProperty('sent')
  })
})

test.each([
  [{}, 'Please enter a booking reference'],
  [{ bookingReference: '  ' }, 'Please enter a booking reference'],
  [{ bookingReference: 'TS-1', installmentNumber: 0 }, 'Installment number must be 1 or 2'],
  [{ bookingReference: 'TS-1', installmentNumber: 3 }, 'Installment number must be 1 or 2'],
  [{ bookingReference: 'TS-1', installmentNumber: 'one' }, 'Installment number must be 1 or 2'],
  [{ bookingReference: 'TS-1', daysUntilDue: -5 }, 'Days until due must be a whole number from 0 to 365'],
  [{ bookingReference: 'TS-1', daysUntilDue: 400 }, 'Days until due must be a whole number from 0 to 365'],
])('%j is told: %s', (body, message) => {
  expect(ManualReminderForm.safeParse(body).error?.issues[0]?.message).toBe(message)
})

test('what is not told is installment 1, in 7 days', () => {
  expect(ManualReminderForm.parse({ bookingReference: 'TS-1' })).toMatchObject({
    installmentNumber: 1,
    daysUntilDue: 7,
    confirmed: false,
  })
  expect(PaymentLinkForm.parse({ bookingReference: 'TS-1' }).installmentNumber).toBe(1)
})
