import { like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  isAfterDueDate,
  isMoreUrgent,
  kindDue,
  REMINDERS,
  reminderKindOf,
} from '#app/money/reminders/reminder-kinds'
import {
  sendDueReminders,
  sendOverdueNotices,
  whatWillBeSent,
} from '#app/money/reminders/send-due-reminders.server'
import { addDays, type Day, instantAt } from '#app/platform/days'
import { beginsWords, SILENCE_WORDS } from '#app/routes/admin/installments/forecast-panel'
import { sendsWords, toneWords } from '#app/routes/admin/installments/manual-operations'
import { reminderRuns } from '#app/server/schedule/daily-jobs.server'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { siteSettings } from '#app/site/settings.server'
import { db, sqlite } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { REMINDER_KINDS } from '#db/values'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'
import { nothingSent, remindersInOutbox } from './sent-reminders'

// Whatever kinds there are: each is sent, forecast, told of and let into the database.

test('the kinds are listed mildest first', () => {
  const days = REMINDER_KINDS.map((kind) => REMINDERS[kind].daysBefore)
  expect(days).toEqual(days.toSorted((one, other) => other - one))
})

test('the seeded kinds read as they were agreed (rules 3.5)', () => {
  expect(REMINDER_KINDS.map(beginsWords)).toEqual([
    '7 days before: friendly reminder.',
    '3 days before: urgent reminder.',
    '1 day before: final notice.',
    'After the due date: overdue notice.',
    '7 days after the due date: second overdue notice.',
    '21 days after the due date: last overdue notice.',
  ])
  expect(toneWords()).toBe(
    '4 or more days, friendly; 2 or 3, urgent; 0 or 1, final notice. After the due date, 0 sends the overdue notice',
  )
  expect(SILENCE_WORDS['too-early']).toBe('more than 7 days are left.')
})

test('the number of days says which letter goes out by hand', () => {
  expect(['10', '4', '3', '2', '1'].map(sendsWords)).toEqual([
    'Sends the friendly reminder.',
    'Sends the friendly reminder.',
    'Sends the urgent reminder.',
    'Sends the urgent reminder.',
    'Sends the final notice.',
  ])
  expect(sendsWords('0')).toBe('Sends the final notice, or the overdue notice after the due date.')
  expect(['', '-1', '2.5', '366', 'x'].map(sendsWords)).toEqual(['', '', '', '', ''])
})

test('the database takes exactly these kinds', () => {
  const { sql } = sqlite.prepare("select sql from sqlite_master where name = 'reminders'").get() as {
    sql: string
  }
  const list = /reminders_kind" CHECK\([^(]*\(([^)]*)\)/.exec(sql)?.[1] ?? ''
  expect(list.split(', ')).toEqual(REMINDER_KINDS.map((kind) => `'${kind}'`))
})

describe.each(REMINDER_KINDS)('%s', (kind) => {
  const { daysBefore } = REMINDERS[kind]

  test('is due from its first day, not the day before', () => {
    expect(kindDue(daysBefore)).toBe(kind)
    expect(isMoreUrgent(kind, kindDue(daysBefore + 1))).toBe(true)
    expect(reminderKindOf(`reminder-${kind}`)).toBe(kind)
  })

  test('is foretold and sent on its first day', async () => {
    nothingSent()
    await aPaidBooking()
    const day = addDays('2025-08-15', -daysBefore)
    const evening = instantAt(addDays(day, -1), 20, 'America/Chicago')
    const morning = instantAt(day, 11, 'America/Chicago')
    expect(whatWillBeSent(day, evening, reminderRuns(evening)).sends).toMatchObject([{ kind }])

    const run = isAfterDueDate(kind) ? sendOverdueNotices : sendDueReminders
    expect(await run(morning)).toMatchObject({ looked: 1, sent: 1 })
    expect(remindersInOutbox()).toEqual([`reminder-${kind}`])
    const [letter] = db
      .select({ subject: outbox.subject })
      .from(outbox)
      .where(like(outbox.kind, 'reminder-%'))
      .all()
    expect(letter?.subject).toContain('first installment')
  })

  test.each([
    { minutes: 1, sends: 0 },
    { minutes: -1, sends: 1 },
  ])('is foretold by the hour of its own run, $minutes min. from a day after booking', async (booked) => {
    nothingSent()
    await aPaidBooking()
    const day = addDays('2025-08-15', -daysBefore)
    const hour = JOB_HOURS[isAfterDueDate(kind) ? 'overdue' : 'reminders']
    const atHourOf = (on: Day) => instantAt(on, hour, 'America/Chicago').getTime()
    const createdAt = new Date(atHourOf(addDays(day, -1)) + booked.minutes * 60_000)
    db.update(bookings).set({ createdAt }).run()

    // Both the evening before and early on the day itself, when its run is still to come.
    for (const hours of [-14, -1]) {
      const asked = new Date(atHourOf(day) + hours * 3_600_000)
      expect(whatWillBeSent(day, asked, reminderRuns(asked)).sends).toHaveLength(booked.sends)
    }
    const run = isAfterDueDate(kind) ? sendOverdueNotices : sendDueReminders
    expect(await run(new Date(atHourOf(day)))).toMatchObject({ sent: booked.sends })
  })
})

test('a reminder says what it asks, who asks, and only then what comes back', async () => {
  await aPaidBooking()
  await sendDueReminders(instantAt('2025-08-08', 9, 'America/Chicago'))
  const [letter] = db.select().from(outbox).where(like(outbox.kind, 'reminder%')).all()
  const text = letter?.textBody ?? ''
  const order = ['First installment: $2,000', 'Pay $2,000:', siteSettings().leaderName, 'If you cancel'].map(
    (words) => text.indexOf(words),
  )
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order[0]).toBeGreaterThan(0)
})
