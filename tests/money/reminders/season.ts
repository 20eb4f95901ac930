import { eq, like } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { instantAt } from '#app/platform/days'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { outbox, reminders } from '#db/schema/mail'
import { installments } from '#db/schema/money'

/**
 * What nine travelers do in the summer of 2025, at noon in Chicago, in the order of the days. Hamisi and
 * Wairimu go four weeks later than the others, on a departure whose installments are due on the same days.
 */
export const SEASON = [
  { on: '2025-06-01', who: 'Asha', does: 'books' },
  { on: '2025-06-01', who: 'Baraka', does: 'pays in full' },
  { on: '2025-06-01', who: 'Daudi', does: 'books' },
  { on: '2025-06-01', who: 'Hamisi', does: 'books', departs: '2025-11-13' },
  { on: '2025-06-02', who: 'Esther', does: 'books' },
  { on: '2025-06-02', who: 'Fatuma', does: 'books' },
  { on: '2025-07-01', who: 'Esther', does: 'pays the balance' },
  { on: '2025-08-10', who: 'Fatuma', does: 'is canceled' },
  { on: '2025-08-13', who: 'Asha', does: 'pays the next' },
  { on: '2025-08-20', who: 'Chebet', does: 'books' },
  { on: '2025-09-03', who: 'Chebet', does: 'pays the next' },
  { on: '2025-09-09', who: 'Asha', does: 'pays the next' },
  { on: '2025-10-08', who: 'Gitonga', does: 'books' },
  { on: '2025-10-08', who: 'Wairimu', does: 'books', departs: '2025-11-13' },
] as const

export type Act = (typeof SEASON)[number] & { departs?: string }

export const LAST_DAY = '2025-10-31'

export const noonOn = (day: string): Date => instantAt(day, 12, 'America/Chicago')

/** Every reminder of the season (rules 3.5, 3.6 and 3.7), worked out by hand. */
export const REMINDERS = [
  '2025-08-08 Asha 1 friendly',
  '2025-08-08 Daudi 1 friendly',
  '2025-08-08 Fatuma 1 friendly',
  '2025-08-08 Hamisi 1 friendly',
  '2025-08-12 Asha 1 urgent',
  '2025-08-12 Daudi 1 urgent',
  '2025-08-12 Hamisi 1 urgent',
  '2025-08-14 Daudi 1 final',
  '2025-08-14 Hamisi 1 final',
  '2025-08-16 Daudi 1 overdue',
  '2025-08-16 Hamisi 1 overdue',
  '2025-08-22 Daudi 1 second-overdue',
  '2025-08-22 Hamisi 1 second-overdue',
  '2025-08-27 Chebet 1 friendly',
  '2025-08-31 Chebet 1 urgent',
  '2025-09-02 Chebet 1 final',
  '2025-09-05 Daudi 1 last-overdue',
  '2025-09-05 Hamisi 1 last-overdue',
  '2025-09-08 Asha 2 friendly',
  '2025-09-08 Daudi 2 friendly',
  '2025-09-08 Hamisi 2 friendly',
  '2025-09-10 Chebet 2 friendly',
  '2025-09-12 Daudi 2 urgent',
  '2025-09-12 Hamisi 2 urgent',
  '2025-09-14 Chebet 2 urgent',
  '2025-09-14 Daudi 2 final',
  '2025-09-14 Hamisi 2 final',
  '2025-09-16 Chebet 2 final',
  '2025-09-16 Daudi 2 overdue',
  '2025-09-16 Hamisi 2 overdue',
  '2025-09-18 Chebet 2 overdue',
  '2025-09-22 Daudi 2 second-overdue',
  '2025-09-22 Hamisi 2 second-overdue',
  '2025-09-24 Chebet 2 second-overdue',
  '2025-10-06 Daudi 2 last-overdue',
  '2025-10-06 Hamisi 2 last-overdue',
  '2025-10-08 Chebet 2 last-overdue',
  // Booked on the 8th at noon: silence on the 9th, less than a day later; both are due the day before
  // departure.
  '2025-10-10 Gitonga 1 friendly',
  '2025-10-10 Gitonga 2 friendly',
  '2025-10-12 Gitonga 1 urgent',
  '2025-10-12 Gitonga 2 urgent',
  '2025-10-14 Gitonga 1 final',
  '2025-10-14 Gitonga 2 final',
  '2025-10-16 Gitonga 1 overdue',
  '2025-10-16 Gitonga 2 overdue',
  '2025-10-22 Gitonga 1 second-overdue',
  '2025-10-22 Gitonga 2 second-overdue',
  // On the same day for the departure after: there is time for 14 and 28 days.
  '2025-10-15 Wairimu 1 friendly',
  '2025-10-19 Wairimu 1 urgent',
  '2025-10-21 Wairimu 1 final',
  '2025-10-23 Wairimu 1 overdue',
  '2025-10-29 Wairimu 1 second-overdue',
  '2025-10-29 Wairimu 2 friendly',
].toSorted()

/** One notice speaks of all of a booking that is overdue: how many letters that makes. */
export const LETTERS = new Set(
  REMINDERS.map((line) => (line.endsWith('overdue') ? line.replace(/ [12] /, ' ') : line)),
).size

/** What was really written: one line for each reminder in the outbox. */
export const remindersWritten = (): string[] =>
  db
    .select({
      createdAt: outbox.createdAt,
      who: bookings.customerName,
      number: installments.number,
      kind: reminders.kind,
      mail: outbox.kind,
    })
    .from(outbox)
    .innerJoin(reminders, eq(reminders.outboxId, outbox.id))
    .innerJoin(installments, eq(installments.id, reminders.installmentId))
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(like(outbox.kind, 'reminder-%'))
    .all()
    .map(({ createdAt, who, number, kind }) => `${businessDay(createdAt)} ${who} ${number} ${kind}`)
    .toSorted()
