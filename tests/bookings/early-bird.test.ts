import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/end-booking.server'
import { placeBooking } from '#app/bookings/place-booking.server'
import { bookingFacts } from '#app/dossiers/booking-facts.server'
import { manifest } from '#app/dossiers/manifest.server'
import { recordPayment } from '#app/payments/record-payment.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema'
import { anOrder, minutesAfter, theDeparture } from '#tests/fixtures/orders'
import { lettersOfKind } from '#tests/fixtures/paid-bookings'
import { beginPaying, bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// What an early bird was promised stays promised, in the words of that day.

const OFFER = 'A welcome pack worth $100+'
/** Ten minutes before and after the end of August 1 in Chicago. */
const LAST_MINUTE = new Date('2025-08-02T04:50:00Z')
const TOO_LATE = new Date('2025-08-02T05:10:00Z')

beforeEach(() => {
  nothingBooked()
  db.update(departures).set({ earlyBirdEndsOn: '2025-08-01', earlyBirdOffer: OFFER }).run()
})

function placed(order = anOrder(), now = LAST_MINUTE) {
  const answer = placeBooking(order, now)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.booking
}

test('is promised to travelers who book by the last day', () => {
  expect(placed().earlyBirdOffer).toBe(OFFER)
  expect(placed(anOrder(), TOO_LATE).earlyBirdOffer).toBeNull()
})

test('is promised to nobody where the tour has none', () => {
  db.update(departures).set({ earlyBirdEndsOn: null, earlyBirdOffer: null }).run()
  expect(placed().earlyBirdOffer).toBeNull()
})

test('stays with a hold renewed after the last day', () => {
  const order = anOrder()
  placed(order)
  db.update(departures).set({ earlyBirdOffer: 'A hat' }).run()
  expect(placed({ ...order, roomType: 'single' }, TOO_LATE).earlyBirdOffer).toBe(OFFER)
})

test('stays with a hold that ended before its money came', async () => {
  const { booking, intent } = await beginPaying(anOrder(), LAST_MINUTE)
  const paid = await payAtStripe(intent.id)
  endBooking(booking.id, 'expired', minutesAfter(31, LAST_MINUTE))
  recordPayment(paid, minutesAfter(60, LAST_MINUTE))
  expect(bookingNow(booking)).toMatchObject({ status: 'deposit_paid', earlyBirdOffer: OFFER })
})

test('is lost when a seat is held afresh too late', () => {
  const order = anOrder()
  const first = placed(order)
  endBooking(first.id, 'expired', minutesAfter(31, LAST_MINUTE))
  const second = placed({ ...order, checkoutKey: randomUUID() }, minutesAfter(40, LAST_MINUTE))
  expect(second.earlyBirdOffer).toBeNull()
})

test('is shown to the traveler and on the guide’s list', async () => {
  const { booking, intent } = await beginPaying(anOrder(), LAST_MINUTE)
  recordPayment(await payAtStripe(intent.id), LAST_MINUTE)
  expect(lettersOfKind(booking, 'booking-confirmation')[0]).toContain(`Early bird: ${OFFER}`)
  expect(bookingFacts(bookingNow(booking)).earlyBirdOffer).toBe(OFFER)
  expect(manifest(theDeparture())[0]?.travelers[0]?.earlyBirdOffer).toBe(OFFER)

  const { booking: late, intent: lateIntent } = await beginPaying(anOrder(), TOO_LATE)
  recordPayment(await payAtStripe(lateIntent.id), TOO_LATE)
  expect(lettersOfKind(late, 'booking-confirmation')[0]).not.toContain('Early bird')
})
