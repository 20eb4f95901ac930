import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { priceChangesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney, partyOf } from '#app/bookings/party.server'
import { placeBooking } from '#app/bookings/place-booking.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { beginLaterCardPayment, paymentDue } from '#app/money/changes/paying/later-payment.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import { undoQuote, undoReprice } from '#app/money/changes/price-changes.server'
import { type SellWish, sellByHand } from '#app/money/changes/sell-by-hand.server'
import { endHolds } from '#app/money/reconcile.server'
import { instantAt } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { limitFutureDates } from '#app/server/schedule/limit-future-dates.server'
import { seatsLeft } from '#app/tours/departures.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { anOrder, aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import { aStaffMember, booksOf, byHand } from '#tests/fixtures/paid-bookings'
import { bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// Staff book for a guest who called: seats are held for days, and paid by the letter's link or by check.

beforeEach(() => {
  nothingBooked()
  db.delete(outbox).run()
})

const wish = (details: Partial<SellWish> = {}): SellWish => ({
  departureId: theDeparture().id,
  roomType: 'double',
  travelers: 2,
  paymentType: 'deposit',
  traveler: aTraveler({ name: 'Asha Mwangi', email: 'asha@example.com' }),
  heldUntil: '2025-06-04',
  formKey: randomUUID(),
  ...details,
})

function sell(details: Partial<SellWish> = {}, at = NOON) {
  const sold = sellByHand(wish(details), aStaffMember(), at)
  if (!('booking' in sold)) throw new Error(JSON.stringify(sold))
  return sold.booking
}

const letters = ({ id }: Booking, kind: string) =>
  db
    .select()
    .from(outbox)
    .all()
    .filter((mail) => mail.bookingId === id && mail.kind === kind)

const endOf = (day: string) => instantAt(day, 24, 'America/Chicago')

describe('seats that staff hold for a guest', () => {
  test('are held until the end of the day, with a letter, a party and a plan', () => {
    const booking = sell()
    expect(booking).toMatchObject({ status: 'pending', soldBy: 'Wambui', totalCents: 900_000 })
    expect(booking.holdEndsAt).toEqual(new Date('2025-06-05T05:00:00Z'))
    expect(seatsLeft(theDeparture())).toBe(18)
    expect(partyOf(booking.id).map(({ name }) => name)).toEqual(['Asha Mwangi', ''])
    expect(installmentsOf(booking.id).map(({ amountCents }) => amountCents)).toEqual([400_000, 400_000])
    const [letter] = letters(booking, 'seats-held')
    expect(letter).toMatchObject({ toAddress: 'asha@example.com' })
    expect(letter?.subject).toBe(`We hold two seats for you until Jun 4, 2025: ${booking.reference}`)
    expect(letter?.textBody).toContain(`/pay/${booking.linkToken}`)
    expect(letter?.textBody).toContain(booking.refundTerms)
    expect(letter?.textBody).not.toContain('The terms you accepted')
    expect(db.select().from(auditLog).all().at(-1)).toMatchObject({
      ...{ actor: 'Wambui', action: 'seats-held-for-guest', subject: `booking:${booking.reference}` },
      detail: { roomType: 'double', travelers: 2, totalCents: 900_000, heldUntil: '2025-06-04' },
    })
  })

  test('are held once by two presses of one button', () => {
    const formKey = randomUUID()
    const booking = sell({ formKey })
    expect(sellByHand(wish({ formKey }), aStaffMember(), NOON)).toMatchObject({
      known: true,
      booking: { id: booking.id },
    })
    expect(letters(booking, 'seats-held')).toHaveLength(1)
  })

  test('are refused beyond the seats, the sale and the day before the journey', () => {
    const refused = (details: Partial<SellWish>) => sellByHand(wish(details), aStaffMember(), NOON)
    expect(refused({ heldUntil: '2025-10-15' })).toHaveProperty('booking')
    expect(refused({ heldUntil: '2025-10-16' })).toEqual({ refused: 'wrong-day', until: '2025-10-15' })
    expect(refused({ heldUntil: '2025-05-31' })).toEqual({ refused: 'wrong-day', until: '2025-10-15' })
    db.update(departures).set({ salesCloseOn: '2025-05-31' }).run()
    expect(refused({})).toEqual({ refused: 'closed' })
    db.update(departures).set({ salesCloseOn: null, seats: 3 }).run()
    expect(refused({})).toEqual({ refused: 'too-few-seats', seatsLeft: 1 })
    expect(refused({ travelers: 1 })).toHaveProperty('booking')
    expect(refused({ travelers: 1 })).toEqual({ refused: 'sold-out' })
    db.update(departures).set({ seats: 20 }).run()
  })

  test('bound neither staff nor the guest', () => {
    const traveler = aTraveler({ email: 'asha@example.com' })
    for (let count = 0; count < 4; count += 1) sell({ traveler })
    expect(placeBooking(anOrder({ traveler, travelers: 2 }), NOON)).toHaveProperty('booking')
  })

  test('stay held though a clock had been ahead, and end with a notice to staff', async () => {
    const booking = sell({ heldUntil: '2025-06-15' })
    limitFutureDates(minutesAfter(1), minutesAfter(1))
    await endHolds(() => minutesAfter(60 * 24 * 14))
    expect(bookingNow(booking).status).toBe('pending')
    await endHolds(() => endOf('2025-06-15'))
    expect(bookingNow(booking).status).toBe('expired')
    expect(seatsLeft(theDeparture())).toBe(20)
    expect(letters(booking, 'staff-hold-over')).toHaveLength(1)
    expect(paymentDue(bookingNow(booking))).toEqual({ next: null, remainingCents: 0 })
  })
})

describe('paid', () => {
  const pay = async (token: string, amount: number) => {
    const shown = { pays: 'next' as const, amountCents: cents(amount), remainingCents: cents(amount) }
    const begun = await beginLaterCardPayment({ token, ...shown }, () => minutesAfter(60))
    if ('refused' in begun) return begun
    takePayment(await payAtStripe(begun.intent.id), minutesAfter(61))
    return 'paid'
  }

  test('by the link, it is a booking like any other', async () => {
    const booking = sell()
    expect(await pay(booking.linkToken, 50_000)).toEqual({ refused: 'amount-changed' })
    expect(await pay(booking.linkToken, 100_000)).toBe('paid')
    expect(booksOf(booking)).toMatchObject({
      ...{ status: 'deposit_paid', kept: 100_000, owed: [400_000, 400_000], stripeAgrees: true },
    })
    expect(letters(booking, 'booking-confirmation')).toHaveLength(1)
    await endHolds(() => endOf('2025-06-20'))
    expect(bookingNow(booking).status).toBe('deposit_paid')
  })

  test('by a check that came before, on the day that it came', async () => {
    const booking = sell({ paymentType: 'full' })
    expect(await byHand(booking, 900_000, { receivedOn: '2025-05-30' }, minutesAfter(90))).toHaveProperty(
      'booking',
    )
    expect(booksOf(booking)).toMatchObject({ status: 'completed', kept: 900_000 })
  })

  test('not by a part, nor once the seats are given back', async () => {
    const booking = sell()
    const part = { pays: 'part' as const, amountCents: cents(20_000), remainingCents: cents(100_000) }
    expect(await beginLaterCardPayment({ token: booking.linkToken, ...part }, () => NOON)).toMatchObject({
      refused: 'wrong-part',
    })
    await endHolds(() => endOf('2025-06-04'))
    expect(await pay(booking.linkToken, 100_000)).toEqual({ refused: 'inactive' })
  })
})

describe('another price', () => {
  const agreed = (totalCents: number, details: Partial<SellWish> = {}) =>
    sellByHand(
      wish({ ...details, price: { totalCents: cents(totalCents), words: 'Choir' } }),
      aStaffMember(),
      NOON,
    )

  test('comes off the last installment, is said to the guest, and can be undone', async () => {
    const sold = agreed(810_000)
    if (!('booking' in sold)) throw new Error(sold.refused)
    const { booking } = sold
    expect(installmentsOf(booking.id).map(({ amountCents }) => amountCents)).toEqual([400_000, 310_000])
    expect(partyMoney(booking).sum).toBe('2 × $4,500 − $900 “Choir”')
    expect(letters(booking, 'seats-held')[0]?.textBody).toContain('$8,100 (2 × $4,500 − $900 “Choir”)')
    await byHand(booking, 100_000)
    expect(booksOf(booking)).toMatchObject({ total: 810_000, owed: [400_000, 310_000] })
    const id = priceChangesOf(booking.id)[0]?.id ?? 0
    const quote = undoQuote(bookingNow(booking), id, NOON)
    if ('refused' in quote) throw new Error(quote.refused)
    const confirmed = {
      reference: booking.reference,
      id,
      quoted: digestOf(quote),
      formKey: randomUUID(),
    }
    await undoReprice(confirmed, aStaffMember(), () => NOON)
    expect(booksOf(booking)).toMatchObject({ total: 900_000, owed: [400_000, 400_000] })
  })

  test('is shown before, held as it was shown, and not held where another quote was', () => {
    const price = { totalCents: cents(810_000), words: 'Choir' }
    const books = () => db.select({ id: bookings.id }).from(bookings).all().length
    const looked = agreed(810_000, { quoted: '' })
    expect(looked).toEqual({
      refused: 'quote-changed',
      quote: {
        ...{ totalCents: 810_000, sum: '2 × $4,500 − $900 “Choir”' },
        ...{ nowName: 'Deposit', nowCents: 100_000 },
        installments: [
          { name: 'First installment', owedCents: 400_000, dueOn: '2025-08-15' },
          { name: 'Final installment', owedCents: 310_000, dueOn: '2025-09-15' },
        ],
      },
    })
    expect([books(), db.select().from(outbox).all().length]).toEqual([0, 0])
    if (!('quote' in looked)) return
    const shown = digestOf(looked.quote)
    expect(agreed(800_000, { quoted: shown })).toMatchObject({ refused: 'quote-changed' })
    expect(seatsLeft(theDeparture())).toBe(20)
    const booking = sell({ price, quoted: shown })
    expect([books(), booking.totalCents]).toEqual([1, 810_000])
  })

  test('is asked for at once where all is paid at once', async () => {
    const sold = agreed(950_000, { paymentType: 'full' })
    if (!('booking' in sold)) throw new Error(sold.refused)
    expect(paymentDue(sold.booking).remainingCents).toBe(950_000)
    await byHand(sold.booking, 950_000)
    expect(booksOf(sold.booking)).toMatchObject({ status: 'completed', kept: 950_000 })
  })

  test('covers the deposit and leaves nothing that no card can pay; refused, nothing is held', () => {
    const wrong = { refused: 'wrong-price', atLeastCents: 100_000 }
    expect(agreed(99_999)).toEqual(wrong)
    expect(agreed(100_049)).toEqual(wrong)
    expect(seatsLeft(theDeparture())).toBe(20)
    expect(agreed(100_000)).toHaveProperty('booking')
  })
})
