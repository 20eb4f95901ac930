// Fills installments into a fresh database and runs the reminders of one day: tells its parent how long deciding took,
// and then how many were written.

import { candidatesIn, decide } from '#app/money/reminders/candidates.server'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { businessDay, now } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import { sqlite } from '#db/connection.server'
import { BOOKINGS, people } from './rows'

const [installments = 100_000, due = 1_000] = process.argv.slice(2).map(Number)
const today = businessDay(now())

sqlite.exec(`begin; ${people(installments / 2)} ${BOOKINGS}
  update departures set starts_on = date(starts_on, '10 years'), ends_on = date(ends_on, '10 years');
  update installments set due_on = '${addDays(today, 7)}' where number = 1 and booking_id in
    (select id from bookings order by id limit ${due}); commit`)
const start = performance.now()
const candidates = candidatesIn(
  { from: today, until: addDays(today, 7), unlessSent: null },
  now(),
  null,
  installments,
)
const sends = candidates.filter((candidate) => 'send' in decide(candidate, today, now()))
if (sends.length !== due) throw new Error(`${sends.length} reminders, not ${due}`)
process.send?.(performance.now() - start)
const { sent } = await sendDueReminders(now())
process.send?.(sent)
process.disconnect()
