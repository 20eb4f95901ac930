import { beforeEach, describe, expect, test } from 'vitest'
import { instantAt } from '#app/days'
import { cents } from '#app/money'
import { beginLaterCardPayment } from '#app/payments/later-payment.server'
import { recordByHand } from '#app/payments/record-by-hand.server'
import { refundBooking } from '#app/payments/refund-orders.server'
import { paymentLinkFor, sendManualReminder } from '#app/reminders/manual-reminder.server'
import { ManualReminderForm, PaymentLinkForm } from '#app/reminders/operations-form'
import { sendDueReminders } from '#app/reminders/send-due-reminders.server'
import { db } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder } from '#tests/fixtures/orders'
import { beginPaying } from '#tests/fixtures/payments'
import { aPaidBooking, nothingSent, remindersInOutbox } from './paid-bookings'

const STAFF = { id: 1, username: 'Wambui', role: 'admin' as const }
const on = (day: string) => instantAt(day, 9, 'America/Chicago')
const asked = (reference: string, installmentNumber = 1) => ({ reference, installmentNumber })

beforeEach(() => {
  nothingSent()
  db.insert(adminUsers)
    .values({ ...STAFF, passwordHash: '-', createdAt: on('2025-06-01') })
    .onConflictDoNothing()
    .run()
})

test('the link is the traveler’s own and permanent, however the reference was typed', async () => {
  const { reference, linkToken } = await aPaidBooking()
  const link = { paymentLink: `http://localhost:3000/pay/${linkToken}` }
  expect(paymentLinkFor(asked(reference))).toEqual(link)
  expect(paymentLinkFor(asked(` ${reference.toLowerCase()} `, 2))).toEqual(link)
})

describe('a link and a reminder are refused', () => {
  const both = (what: ReturnType<typeof asked>) => [
    paymentLinkFor(what),
    sendManualReminder({ ...what, daysUntilDue: 7, formKey: 'k' }, STAFF, on('2025-08-01')),
  ]
  const refusal = (refused: string) => [{ refused }, { refused }]

  test('for a booking that nobody knows', () => {
    expect(both(asked('TS-ZZZZZZ'))).toEqual(refusal('not-found'))
  })

  test('for one that was paid in full at once', async () => {
    const { reference } = await aPaidBooking({ paymentType: 'full' })
    expect(both(asked(reference))).toEqual(refusal('paid-in-full-at-booking'))
  })

  test('for one that was never paid', async () => {
    const { booking } = await beginPaying(anOrder())
    expect(both(asked(booking.reference))).toEqual(refusal('not-standing'))
  })

  test('for an installment that is paid', async () => {
    const { reference } = await aPaidBooking()
    await recordByHand(
      { reference, amountCents: cents(200_000), method: 'wire', direction: 'in', note: '', formKey: 'w' },
      STAFF,
      () => on('2025-07-01'),
    )
    expect(both(asked(reference, 1))).toEqual(refusal('already-paid'))
    expect(paymentLinkFor(asked(reference, 2))).toHaveProperty('paymentLink')
  })
})

describe('nothing is sent, and staff are told why,', () => {
  const send = (reference: string) =>
    sendManualReminder({ ...asked(reference), daysUntilDue: 7, formKey: 'k' }, STAFF, on('2025-08-01'))

  test('while a payment is being made', async () => {
    const { reference, linkToken } = await aPaidBooking()
    const shown = { pays: 'next' as const, amountCents: cents(200_000), remainingCents: cents(400_000) }
    await beginLaterCardPayment({ token: linkToken, ...shown }, () => on('2025-08-01'))
    expect(send(reference)).toEqual({ refused: 'being-paid' })
    expect(remindersInOutbox()).toEqual([])
  })

  test('while money is on its way back', async () => {
    const { reference } = await aPaidBooking()
    stripeSandbox.switches.apiDown = true
    const wish = { reference, amountCents: cents(10_000), reason: 'owed-again' as const, note: '' }
    await refundBooking({ ...wish, formKey: 'r' }, STAFF, () => on('2025-08-01'))
    stripeSandbox.switches.apiDown = 'off'
    expect(send(reference)).toEqual({ refused: 'being-refunded' })
    expect(remindersInOutbox()).toEqual([])
  })
})

test('a reminder by hand goes out once for a pressed button, and again for another', async () => {
  const { reference } = await aPaidBooking()
  const send = (formKey: string) =>
    sendManualReminder({ ...asked(reference), daysUntilDue: 7, formKey }, STAFF, on('2025-07-01'))
  expect([send('one'), send('one'), send('two')].every((sent) => 'sent' in sent)).toBe(true)
  expect(remindersInOutbox()).toEqual(['reminder-friendly', 'reminder-friendly'])
})

test('one that the automation would send just now counts as that one; an early one does not', async () => {
  const early = await aPaidBooking()
  const late = await aPaidBooking()
  sendManualReminder({ ...asked(early.reference), daysUntilDue: 7, formKey: 'a' }, STAFF, on('2025-07-01'))
  sendManualReminder({ ...asked(late.reference), daysUntilDue: 7, formKey: 'b' }, STAFF, on('2025-08-08'))
  expect(await sendDueReminders(on('2025-08-08'))).toMatchObject({ sent: 1 })
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
  })
  expect(PaymentLinkForm.parse({ bookingReference: 'TS-1' }).installmentNumber).toBe(1)
})
