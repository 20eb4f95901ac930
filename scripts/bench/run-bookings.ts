// A process of its own on a database of its own: guests book and pay, one after the other, by the product's
// own functions; tells its parent how many a second, and the processor time of one. Stripe is not asked: its
// answers are written here, as they would come.
import { dueNow } from '#app/bookings/installments/plan'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { claimIntent, openRecord } from '#app/money/payments/intent-records.server'
import { now } from '#app/platform/clock.server'
import { cents } from '#app/platform/money'
import { immediately, sqlite } from '#db/connection.server'
import { anOrder } from '#tests/fixtures/orders'
import { departures, people, WHOLE_BOOKINGS } from './rows'

const BOOKINGS = 2_000
const WARM_UP = 100
const SEATS = 20

const guests = WARM_UP + BOOKINGS
sqlite.exec(people(guests) + departures('2026-01-01', 1, SEATS))
const orders = Array.from({ length: guests }, (_, guest) =>
  anOrder({ departureId: 1_000 + Math.floor(guest / SEATS) }),
)
for (const order of orders.splice(0, WARM_UP)) book(order)
const [beganAt, before] = [performance.now(), process.cpuUsage()]
for (const order of orders) book(order)
const { user, system } = process.cpuUsage(before)
const seconds = (performance.now() - beganAt) / 1_000
const whole = sqlite.prepare(WHOLE_BOOKINGS).pluck().get()
if (whole !== guests) throw new Error(`Only ${whole} bookings are paid, with their letters`)
process.send?.({ rate: BOOKINGS / seconds, workedMs: (user + system) / 1_000 / BOOKINGS })
process.disconnect()

function book(order: Order): void {
  const record = immediately(() => {
    const placed = placeBooking(order, now())
    if ('refused' in placed) throw new Error(placed.refused)
    const { id: bookingId, paymentType: purpose, checkoutKey } = placed.booking
    const by = { method: 'card-element' as const, installmentNumber: null }
    const amountCents = dueNow(placed.booking, purpose)
    const claimed = claimIntent({ bookingId, purpose, ...by, checkoutKey, amountCents }, now())
    if (!('record' in claimed)) throw new Error('The intent was not claimed')
    return claimed.record
  })
  const id = `pi_${record.id}`
  if (!openRecord(record, { stripeIntentId: id }, now())) throw new Error('The intent was not opened')
  const kept = { customerId: null, methodId: null }
  const { amountCents, idempotencyKey: key } = record
  const receivedCents = cents(amountCents)
  const paid = { status: 'succeeded' as const, currency: 'usd', clientSecret: null, declinedCharge: null }
  const { outcome } = takePayment(
    { id, key, amountCents, receivedCents, failure: null, paysFrom: 'card', ...kept, ...paid },
    now(),
  )
  if (outcome !== 'taken') throw new Error('The payment was not taken')
}
