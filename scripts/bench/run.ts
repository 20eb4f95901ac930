// Part of a bench, as a process of its own on a database of its own, by the product's own functions; tells
// its parent how long that took. Stripe is not asked: its answers are written here, as they would come.
import { randomUUID } from 'node:crypto'
import { dueNow } from '#app/bookings/installments/plan'
import { placeBooking } from '#app/bookings/place-booking.server'
import { claimIntent, type IntentRecord, openRecord } from '#app/money/payments/intent-records.server'
import { recordPayment } from '#app/money/payments/record-payment.server'
import { candidatesIn, decide } from '#app/money/reminders/candidates.server'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { businessDay, now } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { immediately, sqlite } from '#db/connection.server'
import { startMailbox } from '#scripts/sandbox/mailbox/start'
import { BOOKINGS, departures, guestOf, people, WHOLE_BOOKINGS } from './rows'

const WARM_UP = 100
const SEATS = 20

const [name = '', ...words] = process.argv.slice(2)
const [count = 0, due = 0] = words.map(Number)
if (name === 'bookings') bookThem()
else if (name === 'reminders') await remindThem()
else process.send?.((await startMailbox({ smtpPort: 0, httpPort: 0 })).smtpUrl)

/** Books and pays, one guest after the other. */
function bookThem(): void {
  sqlite.exec(people(WARM_UP + count) + departures('2026-01-01', 1, SEATS))
  for (let guest = 0; guest < WARM_UP; guest += 1) book(guest)
  const [beganAt, before] = [performance.now(), process.cpuUsage()]
  for (let guest = WARM_UP; guest < WARM_UP + count; guest += 1) book(guest)
  const { user, system } = process.cpuUsage(before)
  const tookMs = performance.now() - beganAt
  const whole = sqlite.prepare(WHOLE_BOOKINGS).pluck().get()
  if (whole !== WARM_UP + count) throw new Error(`Only ${whole} bookings are paid, with their letters`)
  process.send?.({ tookMs, workedMs: (user + system) / 1_000 })
  process.disconnect()
}

function book(guest: number): void {
  const record = takeSeat(guest)
  const id = `pi_${record.id}`
  if (!openRecord(record, { stripeIntentId: id }, now())) throw new Error('The intent was not opened')
  const { amountCents, idempotencyKey: key } = record
  const receivedCents = cents(amountCents)
  const paid = { status: 'succeeded' as const, currency: 'usd', clientSecret: null, declinedCharge: null }
  const { outcome } = recordPayment({ id, key, amountCents, receivedCents, ...paid }, now())
  if (outcome !== 'taken') throw new Error('The payment was not taken')
}

function takeSeat(guest: number): IntentRecord {
  const order = {
    departureId: 1_000 + Math.floor(guest / SEATS),
    roomType: 'double' as const,
    travelers: 1,
    paymentType: 'deposit' as const,
    traveler: { ...guestOf(guest), phone: undefined },
    browserDigest: randomUUID(),
    checkoutKey: randomUUID(),
    addressDigest: randomUUID(),
  }
  return immediately(() => {
    const placed = placeBooking(order, now())
    if ('refused' in placed) throw new Error(placed.refused)
    const { id: bookingId, paymentType: purpose, checkoutKey } = placed.booking
    const amountCents = dueNow(placed.booking, purpose)
    const by = { method: 'card-element' as const, installmentNumber: null }
    const claimed = claimIntent({ bookingId, purpose, ...by, checkoutKey, amountCents }, now())
    if (!('record' in claimed)) throw new Error('The intent was not claimed')
    return claimed.record
  })
}

/**
 * Fills in installments and runs the reminders of one day: tells how long deciding took, then how many were
 * written.
 */
async function remindThem(): Promise<void> {
  const today = businessDay(now())
  const soon = addDays(today, 7)
  sqlite.exec(`begin; ${people(count / 2)} ${BOOKINGS}
    update departures set starts_on = date(starts_on, '10 years'), ends_on = date(ends_on, '10 years');
    update installments set due_on = '${soon}' where number = 1 and booking_id in
      (select id from bookings order by id limit ${due}); commit`)
  const start = performance.now()
  const candidates = candidatesIn({ from: today, until: soon, unlessSent: null }, now(), null, count)
  const sends = candidates.filter((candidate) => 'send' in decide(candidate, today, now()))
  if (sends.length !== due) throw new Error(`${sends.length} reminders, not ${due}`)
  process.send?.(performance.now() - start)
  process.send?.((await sendDueReminders(now())).sent)
  process.disconnect()
}
