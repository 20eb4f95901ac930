// Books and pays as the product's own functions do it, one guest after the other, and tells its parent how long that took.
// Stripe is not asked: its answers are written here, as they would come.
import { randomUUID } from 'node:crypto'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import { now } from '#app/clock.server'
import { dueNow } from '#app/installments/plan'
import { cents } from '#app/money'
import { claimIntent, type IntentRecord, openRecord } from '#app/payments/intent-records.server'
import { recordPayment } from '#app/payments/record-payment.server'
import type { Intent } from '#app/stripe/intents.server'
import { db, immediately, sqlite } from '#db/connection.server'

const WARM_UP = 100
const SEATS = 20

const [bookings = 2_000] = process.argv.slice(2).map(Number)
const departureIds = sellDepartures(Math.ceil((WARM_UP + bookings) / SEATS))
const spentMs = { 'seat taken': 0, 'intent opened': 0, 'payment entered': 0 }

for (let guest = 0; guest < WARM_UP; guest += 1) book(guest)
for (const part of Object.keys(spentMs) as (keyof typeof spentMs)[]) spentMs[part] = 0
const beganAt = performance.now()
const before = process.cpuUsage()
for (let guest = WARM_UP; guest < WARM_UP + bookings; guest += 1) book(guest)
const { user, system } = process.cpuUsage(before)
const tookMs = performance.now() - beganAt
const { paid, letters } = sqlite
  .prepare(
    `select (select count(*) from bookings where payment_status = 'deposit_paid') paid,
       (select count(*) from outbox where booking_id is not null) letters`,
  )
  .get() as { paid: number; letters: number }
if (paid !== WARM_UP + bookings || letters !== 2 * paid)
  throw new Error(`${paid} bookings are paid, with ${letters} letters`)
process.send?.({ beganAt, tookMs, workedMs: (user + system) / 1_000, spentMs })
process.disconnect()

/** As many departures as are needed, of twenty seats each. */
function sellDepartures(count: number): number[] {
  const add = sqlite.prepare(
    `insert into departures (tour_id, starts_on, ends_on, seats, deposit_cents, double_price_cents,
       single_price_cents, first_installment_due_on, final_installment_due_on, sales, updated_at)
     values (1, date('2026-01-01', @at), date('2026-01-12', @at), ${SEATS}, 50000, 450000, 650000, '2025-10-15',
       '2025-11-15', 'open', 0) returning id`,
  )
  return Array.from({ length: count }, (_, index) => Number(add.pluck().get({ at: `+${index} days` })))
}

function book(guest: number): void {
  const record = timed('seat taken', () => takeSeat(guest))
  const intent = timed('intent opened', () => openIntent(record))
  timed('payment entered', () => {
    if (recordPayment(intent, now()).outcome !== 'taken') throw new Error('The payment was not taken')
  })
}

function timed<T>(part: keyof typeof spentMs, deed: () => T): T {
  const start = performance.now()
  const done = deed()
  spentMs[part] += performance.now() - start
  return done
}

function takeSeat(guest: number): IntentRecord {
  return immediately(db, (tx) => {
    const placed = placeBooking(orderOf(guest), now(), tx)
    if ('refused' in placed) throw new Error(placed.refused)
    const { booking } = placed
    const claimed = claimIntent(
      {
        bookingId: booking.id,
        purpose: booking.paymentType,
        method: 'card-element',
        installmentNumber: null,
        checkoutKey: booking.checkoutKey,
        amountCents: dueNow(booking, booking.paymentType),
      },
      now(),
      tx,
    )
    if (!('record' in claimed)) throw new Error('The intent was not claimed')
    return claimed.record
  })
}

function openIntent(record: IntentRecord): Intent {
  const id = `pi_${record.id}`
  if (!openRecord(record, { stripeIntentId: id }, now())) throw new Error('The intent was not opened')
  return {
    id,
    status: 'succeeded',
    amountCents: record.amountCents,
    receivedCents: cents(record.amountCents),
    currency: 'usd',
    clientSecret: null,
    key: record.idempotencyKey,
    declinedCharge: null,
  }
}

function orderOf(guest: number): Order {
  return {
    departureId: departureIds[Math.floor(guest / SEATS)] ?? 0,
    roomType: 'double',
    guests: 1,
    paymentType: 'deposit',
    traveler: {
      name: `Wanjiru Kamau ${guest}`,
      email: `wanjiru${guest}@example.com`,
      phone: undefined,
      address: '12 Congress Avenue',
      city: 'Austin',
      state: 'Texas',
      zipCode: '78701',
      country: 'United States',
    },
    browserDigest: randomUUID(),
    checkoutKey: randomUUID(),
    addressDigest: randomUUID(),
  }
}
