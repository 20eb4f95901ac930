import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import { termsOnOffer } from '#app/bookings/checkout-offer.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { planInLine } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney, seatsOf } from '#app/bookings/party.server'
import { placeBooking } from '#app/bookings/place-booking.server'
import { joinQuote } from '#app/money/changes/party/join-party.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { cents } from '#app/platform/money'
import { bookingPage } from '#app/routes/admin/bookings/booking-page.server'
import { bookingFacts } from '#app/views/booking-facts.server'
import { manifest } from '#app/views/manifest.server'
import { db } from '#db/connection.server'
import { departures } from '#db/schema/tours'
import { FIRST_DEPARTURE } from '#db/seed/tour'
import { anOrder, minutesAfter, theDeparture } from '#tests/fixtures/orders'
import { lettersOfKind } from '#tests/fixtures/paid-bookings'
import { joins } from '#tests/fixtures/party-changes'
import { beginPaying, bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// What an early bird was promised stays promised, in the words of that day.

const OFFER = 'A welcome pack worth $100+'
/** Ten minutes before and after the end of August 1 in Chicago. */
const LAST_MINUTE = new Date('2025-08-02T04:50:00Z')
const TOO_LATE = new Date('2025-08-02T05:10:00Z')
const ALONE = { roomType: 'double', travelers: 1 } as const

const WAMBUI = { id: 1, username: 'Wambui', role: 'admin' as const }

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

describe('an amount off the price', () => {
  beforeEach(() => {
    db.update(departures)
      .set({ ...FIRST_DEPARTURE, earlyBirdOffCents: cents(20_000) })
      .run()
  })
  const afterwards = () => db.update(departures).set(FIRST_DEPARTURE).run()
  afterEach(afterwards)

  /** What each seat was agreed for, and what of it was deducted. */
  const seats = ({ id }: Booking) => seatsOf(id).map(({ priceCents, offCents }) => [priceCents, offCents])

  test('is deducted from price and installments until the last day', () => {
    const early = placed(anOrder({ travelers: 2 }))
    expect(early).toMatchObject({ totalCents: 860_000, depositCents: 100_000 })
    expect(installmentsOf(early.id).map(({ amountCents }) => amountCents)).toEqual([380_000, 380_000])
    expect(seats(early)).toEqual([
      [430_000, 20_000],
      [430_000, 20_000],
    ])
    expect(partyMoney(early).sum).toBe('2 × $4,300')
    expect(seats(placed(anOrder(), TOO_LATE))).toEqual([[450_000, 0]])
  })

  test('may be a part of the price, of each room its own', () => {
    db.update(departures)
      .set({ earlyBirdOffCents: cents(0), earlyBirdOffPercent: 10 })
      .run()
    expect(seats(placed(anOrder({ travelers: 2 })))).toEqual([
      [405_000, 45_000],
      [405_000, 45_000],
    ])
    expect(placed(anOrder({ roomType: 'single' }))).toMatchObject({ totalCents: 585_000 })
    expect(seats(placed(anOrder(), TOO_LATE))).toEqual([[450_000, 0]])
  })

  test('is refused from a page that shows another price', () => {
    const shown = { plan: planInLine(termsOnOffer(theDeparture(), undefined, ALONE, '2025-08-02')) }
    expect(placeBooking(anOrder({ shown }), LAST_MINUTE)).toMatchObject({
      refused: 'terms-changed',
      plan: { totalCents: 430_000, earlyBirdOffCents: 20_000 },
    })
  })

  test('stays with a hold for another room and more travelers after the day', () => {
    const order = anOrder()
    placed(order)
    expect(seats(placed({ ...order, roomType: 'single', travelers: 2 }, TOO_LATE))).toEqual([
      [630_000, 20_000],
      [630_000, 20_000],
    ])
    db.update(departures)
      .set({ earlyBirdOffCents: cents(5_000) })
      .run()
    expect(placed({ ...order, roomType: 'single', travelers: 2 }, TOO_LATE).totalCents).toBe(1_260_000)
  })

  test('is what Stripe is asked for, what is paid and what a later traveler has off', async () => {
    const { booking, intent } = await beginPaying(anOrder({ paymentType: 'full' }), LAST_MINUTE)
    expect(intent.amountCents).toBe(430_000)
    takePayment(await payAtStripe(intent.id), LAST_MINUTE)
    expect(bookingNow(booking)).toMatchObject({ moneyState: 'paid-in-full', totalCents: 430_000 })
    const letter = lettersOfKind(booking, 'booking-confirmation')[0]
    expect(letter).toContain(`Early bird: $200 off for each traveler. ${OFFER}`)
    expect(letter).toContain('Total: $4,300')
    expect(joinQuote(bookingNow(booking), LAST_MINUTE)).toMatchObject({ priceCents: 430_000 })
    expect(joinQuote(bookingNow(booking), TOO_LATE)).toMatchObject({ priceCents: 450_000 })
  })

  test('is said of the travelers who have it, once somebody has joined at another price', async () => {
    const { booking, intent } = await beginPaying(anOrder({ travelers: 2 }), LAST_MINUTE)
    takePayment(await payAtStripe(intent.id), LAST_MINUTE)
    await joins(booking, TOO_LATE)
    const now = bookingNow(booking)
    const said = `$200 off for each of the original travelers. ${OFFER}`
    expect(bookingFacts(now)).toMatchObject({ partySum: '2 × $4,300 + 1 × $4,500', earlyBird: said })
    expect(bookingPage(now, WAMBUI, new URLSearchParams()).booking.earlyBird).toBe(said)
    expect(lettersOfKind(booking, 'party-raised')[0]).toContain('$13,100 (2 × $4,300 + 1 × $4,500)')
  })
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
  takePayment(paid, minutesAfter(60, LAST_MINUTE))
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
  takePayment(await payAtStripe(intent.id), LAST_MINUTE)
  expect(lettersOfKind(booking, 'booking-confirmation')[0]).toContain(`Early bird: ${OFFER}`)
  expect(bookingFacts(bookingNow(booking)).earlyBird).toBe(OFFER)
  expect(manifest(theDeparture())[0]?.travelers[0]?.earlyBirdOffer).toBe(OFFER)

  const { booking: late, intent: lateIntent } = await beginPaying(anOrder(), TOO_LATE)
  takePayment(await payAtStripe(lateIntent.id), TOO_LATE)
  expect(lettersOfKind(late, 'booking-confirmation')[0]).not.toContain('Early bird')
})
