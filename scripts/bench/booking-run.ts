// Books and pays as the product's own functions do it, one guest after the other, and tells its parent how long that took.
// Stripe is not asked: its answers are written here, as they would come.
import { randomUUID } from 'node:crypto'
import { dueNow } from '#app/bookings/installments/plan'
import { placeBooking } from '#app/bookings/place-booking.server'
import { claimIntent, type IntentRecord, openRecord } from '#app/money/payments/intent-records.server'
import { recordPayment } from '#app/money/payments/record-payment.server'
import { now } from '#app/platform/clock.server'
import { cents } from '#app/platform/money'
import { immediately, sqlite } from '#db/connection.server'
import { departures, guestOf, people } from './rows'

const WARM_UP = 100
const SEATS = 20

const [bookings = 2_000] = process.argv.slice(2).map(Number)
sqlite.exec(people(WARM_UP + bookings) + departures('2026-01-01', 1, SEATS))

for (let guest = 0; guest < WARM_UP; guest += 1) book(guest)
const [beganAt, before] = [performance.now(), process.cpuUsage()]
for (let guest = WARM_UP; guest < WARM_UP + bookings; guest += 1) book(guest)
const { user, system } = process.cpuUsage(before)
const tookMs = performance.now() - beganAt
const whole = sqlite
  .prepare(
    `select count(*) from bookings where payment_status = 'deposit_paid'
       and (select count(*) from outbox where booking_id = bookings.id) = 2`,
  )
  .pluck()
  .get()
if (whole !== WARM_UP + bookings) throw new Error(`Only ${whole} bookings are paid, with their letters`)
process.send?.({ tookMs, workedMs: (user + system) / 1_000 })
process.disconnect()

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
    guests: 1,
    paymentType: 'deposit' as const,
    traveler: { ...guestOf(guest), phone: undefined },
    browserDigest: randomUUID(),
    checkoutKey: randomUUID(),
    addressDigest: randomUUID(),
  }
  return immediately(() => {
    const placed = placeBooking(order, now())
    if ('refused' in placed) throw new Error(placed.refused)
    const { booking } = placed
    const claim = {
      bookingId: booking.id,
      purpose: booking.paymentType,
      method: 'card-element' as const,
      installmentNumber: null,
      checkoutKey: booking.checkoutKey,
      amountCents: dueNow(booking, booking.paymentType),
    }
    const claimed = claimIntent(claim, now())
    if (!('record' in claimed)) throw new Error('The intent was not claimed')
    return claimed.record
  })
}
