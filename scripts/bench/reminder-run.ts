// Fills installments into a fresh database, runs the reminders of one day, and tells its parent how long that took.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { businessDay, now } from '#app/clock.server'
import { addDays } from '#app/days'
import { env } from '#app/env.server'
import { candidatesIn, decide } from '#app/reminders/candidates.server'
import { sendDueReminders } from '#app/reminders/send-due-reminders.server'
import { sqlite } from '#db/connection.server'

const [installments = 100_000, due = 1_000] = process.argv.slice(2).map(Number)
const TODAY = businessDay(now())

fill()
const decidedMs = timeDeciding()
const waiter = fork('scripts/bench/lock-waiter.ts', [env.DATABASE_PATH], { execArgv: ['--import', 'tsx'] })
await once(waiter, 'message')
const { sent } = await sendDueReminders(now())
waiter.send('stop')
const [longestWaitMs] = await once(waiter, 'message')
process.send?.({ decidedMs, sent, longestWaitMs })
process.disconnect()

function fill(): void {
  const booking = sqlite.prepare(
    `insert into bookings (booking_reference, departure_id, room_type, payment_type, payment_status, customer_name,
       customer_email, customer_address, customer_city, customer_state, customer_zip_code, customer_country,
       total_cents, deposit_cents, refund_terms, hold_ends_at, browser_digest, checkout_key, link_token, created_at,
       updated_at)
     values (@reference, 1, 'double', 'deposit', 'deposit_paid', 'Wanjiru Kamau', @reference || '@example.com', 'a',
       'b', 'c', 'd', 'e', 450000, 50000, 'f', 1, @reference, @reference, @reference || '-a-link-token', 1, 1)
     returning id`,
  )
  const payment = sqlite.prepare(
    `insert into payments (booking_id, kind, amount_cents, created_at) values (?, 'payment', 50000, 1)`,
  )
  const installment = sqlite.prepare(
    'insert into installments (booking_id, number, amount_cents, due_on) values (?, ?, 200000, ?)',
  )
  sqlite.transaction(() => {
    for (let index = 0; index < installments / 2; index += 1) {
      const id = booking.pluck().get({ reference: `TS-${index.toString(36).padStart(6, '0').toUpperCase()}` })
      payment.run(id)
      installment.run(id, 1, index < due ? addDays(TODAY, 7) : addDays(TODAY, 60))
      installment.run(id, 2, addDays(TODAY, 90))
    }
  })()
}

function timeDeciding(): number {
  const start = performance.now()
  const span = { from: TODAY, until: addDays(TODAY, 7), unlessSent: null }
  const sends = candidatesIn(span, now(), null, installments).filter(
    (candidate) => 'send' in decide(candidate, TODAY, now()),
  )
  if (sends.length !== due) throw new Error(`${sends.length} reminders, not ${due}`)
  return performance.now() - start
}
