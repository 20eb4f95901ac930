import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { postponeInstallment } from '#app/money/changes/installment-days.server'
import { sendDueReminders, sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { addDays, instantAt } from '#app/platform/days'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { aPaidBooking, aStaffMember, lettersOfKind } from '#tests/fixtures/paid-bookings'
import { nothingSent, remindersInOutbox } from './sent-reminders'

beforeEach(nothingSent)

const on = (day: string) => instantAt(day, 9, 'America/Chicago')

const postpone = (
  reference: string,
  dueOn: string,
  at: string,
  { number = 1, shown = '2025-08-15' }: { number?: number; shown?: string } = {},
) =>
  postponeInstallment(
    {
      ...{ reference, number, dueOn, note: '', formKey: randomUUID() },
      quoted: digestOf({ name: 'First installment', owedCents: 200_000, dueOn: shown }),
    },
    aStaffMember(),
    () => on(at),
  )

async function playedThrough(from: string, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await sendDueReminders(on(addDays(from, day)))
    await sendOverdueNotices(on(addDays(from, day)))
  }
}

test('a postponed installment has reminders of its own, once each, and the traveler is told', async () => {
  const { booking } = await aPaidBooking()
  await playedThrough('2025-08-08', 9)
  const before = remindersInOutbox()
  expect(before).toEqual(['reminder-friendly', 'reminder-urgent', 'reminder-final', 'reminder-overdue'])
  db.update(outbox).set({ state: 'sent' }).run()

  expect(await postpone(booking.reference, '2025-08-29', '2025-08-16')).toHaveProperty('postponed')
  expect(installmentsOf(booking.id)[0]?.dueOn).toBe('2025-08-29')
  const [letter] = lettersOfKind(booking, 'installment-extended')
  expect(letter).toContain('is now due on Aug 29, 2025, instead of Aug 15, 2025')
  expect(letter).toContain('No refund')
  expect(db.select().from(auditLog).where(eq(auditLog.action, 'installment-extended')).all()).toHaveLength(1)

  await playedThrough('2025-08-16', 6)
  expect(remindersInOutbox()).toEqual(before)
  await playedThrough('2025-08-22', 9)
  expect(remindersInOutbox()).toEqual([...before, ...before])
})

test('a notice that still waits for the old day is not sent', async () => {
  const { booking } = await aPaidBooking()
  await sendOverdueNotices(on('2025-08-16'))
  expect(await postpone(booking.reference, '2025-08-29', '2025-08-16')).toHaveProperty('postponed')
  expect(db.select().from(outbox).where(like(outbox.kind, 'reminder-%')).all()).toEqual([])
})

test.each([
  ['the same day', '2025-08-15', 'not-later', {}],
  ['a day that has gone by', '2025-08-16', 'in-the-past', {}],
  ['the first day of the journey', '2025-10-16', 'after-departure', {}],
  ['a day after the final installment', '2025-09-16', 'after-the-next', {}],
  ['another day than was shown', '2025-08-29', 'quote-changed', { shown: '2025-08-14' }],
  ['an installment that there is not', '2025-08-29', 'not-owed', { number: 3 }],
])('%s is refused', async (_, dueOn, refused, details) => {
  const { booking } = await aPaidBooking()
  expect(await postpone(booking.reference, dueOn, '2025-08-20', details)).toMatchObject({ refused })
  expect(installmentsOf(booking.id)[0]?.dueOn).toBe('2025-08-15')
})
