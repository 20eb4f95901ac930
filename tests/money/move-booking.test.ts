import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { priceChangesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import { refundTermsOf } from '#app/bookings/traveler-letters.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import type { MovePrice } from '#app/money/books/quotes'
import { cancelQuote } from '#app/money/books/refund-quote.server'
import { moveBooking, moveQuote } from '#app/money/changes/move-booking.server'
import { priceQuote, repriceBooking } from '#app/money/changes/price-changes.server'
import { reinstateBooking, reinstateQuote } from '#app/money/changes/reinstate-booking.server'
import { placesToMove } from '#app/money/changes/schedule/choose.server'
import { endHolds, reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { sendDueReminders } from '#app/money/reminders/send-due-reminders.server'
import { cents } from '#app/platform/money'
import { copyJourney } from '#app/tours/copy-journey.server'
import { listDepartures } from '#app/tours/departure-list.server'
import { departureOf, seatsLeft } from '#app/tours/departures.server'
import { copyDeparture } from '#app/tours/save-departure.server'
import { askForDetails } from '#app/travelers/ask-for-details.server'
import { pairTravelers } from '#app/travelers/pair-travelers.server'
import { paymentSchedule } from '#app/views/booking-facts.server'
import { manifest } from '#app/views/manifest.server'
import { db } from '#db/connection.server'
import { rooms, travelerDetails, travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { departures } from '#db/schema/tours'
import { aDisputedBooking, history } from '#tests/fixtures/disputes'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, NOON, theDeparture } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  beginLaterPayment,
  booksOf,
  byHand,
  cancel,
  ledgerOf,
  lettersOfKind,
  lettersTo,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import {
  anOpenTour,
  at,
  changesRoom,
  expectAgreement,
  joins,
  leaves,
  undoesPrice,
} from '#tests/fixtures/party-changes'
import { beginPaying, bookingNow } from '#tests/fixtures/payments'

const JULY = at('2025-07-01')
let nextYear = 0

beforeEach(() => {
  anOpenTour()
  nextYear ||= copied('2026-10-15')
  change(nextYear, { seats: 20, doublePriceCents: cents(480_000), sales: 'open', startsOn: '2026-10-15' })
})

function copied(startsOn: string): number {
  const copy = copyDeparture(theDeparture().id, startsOn, aStaffMember(), NOON)
  if (!('id' in copy)) throw new Error('Not copied')
  return copy.id
}

const change = (id: number, to: Partial<typeof departures.$inferInsert>) =>
  db.update(departures).set(to).where(eq(departures.id, id)).run()

function quoteFor(booking: Booking, departureId: number, when: Date) {
  const quote = moveQuote(bookingNow(booking), departureId, when)
  if ('refused' in quote) throw new Error(quote.refused)
  return quote
}

type How = { to?: number; price?: MovePrice; when?: Date; formKey?: string }

const move = (
  booking: Booking,
  { to = nextYear, price = 'agreed', when = JULY, formKey = randomUUID() }: How = {},
) =>
  moveBooking(
    {
      reference: booking.reference,
      departureId: to,
      price,
      quoted: digestOf(quoteFor(booking, to, when)),
      formKey,
    },
    aStaffMember(),
    () => when,
  )

const owed = (booking: Booking) =>
  installmentsOf(booking.id).map(({ number, owedCents, dueOn }) => [number, owedCents, dueOn])

const left = (departureId: number) => seatsLeft(departureOf({ departureId }))

describe('a booking that is moved', () => {
  test('has its seats there, its money as it was, and what is open due by the days there', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const ledger = ledgerOf(booking)
    expect(await move(booking)).toMatchObject({ moved: { seatsLeft: 20, beforeCents: 900_000 } })
    expect([left(1), left(nextYear)]).toEqual([20, 18])
    expect(bookingNow(booking)).toMatchObject({
      totalCents: 900_000,
      agreedStartsOn: '2026-10-15',
      agreedEndsOn: '2026-10-26',
    })
    expect(ledgerOf(booking)).toEqual(ledger)
    expect(owed(booking)).toEqual([
      [1, 400_000, '2026-08-14'],
      [2, 400_000, '2026-09-14'],
    ])
    expectAgreement(booking)
    expect(history(booking)).toContain('Wambui changed the departure of Oct 16, 2025 to Oct 15, 2026')
  })

  test('and moved back has the books of one that stayed', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const stayed = [booksOf(booking), owed(booking), refundTermsOf(bookingNow(booking), '2025-07-01')]
    await move(booking)
    await move(booking, { to: 1 })
    expect([booksOf(booking), owed(booking), refundTermsOf(bookingNow(booking), '2025-07-01')]).toEqual(
      stayed,
    )
    expect([left(1), left(nextYear)]).toEqual([18, 20])
    expect(priceChangesOf(booking.id)).toEqual([])
  })

  test.each([
    ['asks for what it owed when its departure was canceled', 5_000, [[1, 5_000, '2026-09-14']], 450_000],
    ['is forgiven a rest under $0.50 that it owed then', 1, [], 449_999],
  ])('%s', async (_, owedAgain, asked, price) => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    change(1, { canceledAt: JULY, sales: 'closed' })
    await refund(booking, owedAgain, { reason: 'owed-again' })
    await payOwedRefunds(() => JULY)
    const quote = quoteFor(booking, nextYear, JULY)
    await move(booking)
    expect(owed(booking)).toEqual(asked)
    expect([bookingNow(booking).totalCents, quote.agreed.totalCents]).toEqual([price, price])
    expectAgreement(booking)
    change(1, { canceledAt: null })
  })

  test('keeps what was paid ahead in the one installment that a discount has left', async () => {
    const { booking } = await aPaidBooking()
    const wish = {
      direction: 'discount' as const,
      amount: { cents: cents(250_000) },
      travelerId: null,
      words: 'Choir discount',
    }
    const quote = priceQuote(bookingNow(booking), wish, JULY)
    if ('refused' in quote) throw new Error(quote.refused)
    const named = { reference: booking.reference, quoted: digestOf(quote), formKey: randomUUID() }
    await repriceBooking({ ...wish, ...named }, aStaffMember(), () => JULY)
    await byHand(booking, 10_000)
    const amounts = () =>
      installmentsOf(booking.id).map(({ amountCents, owedCents }) => [amountCents, owedCents])
    expect(amounts()).toEqual([[150_000, 140_000]])
    await move(booking)
    expect(amounts()).toEqual([[150_000, 140_000]])
  })

  test('at the price of today has the difference in its price, with its cause, and back again', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    expect(quoteFor(booking, nextYear, JULY)).toMatchObject({
      agreed: { totalCents: 900_000 },
      today: { changeCents: 60_000, totalCents: 960_000 },
    })
    await move(booking, { price: 'today' })
    expect(bookingNow(booking).totalCents).toBe(960_000)
    expect(priceChangesOf(booking.id)).toMatchObject([
      { priceChangeCents: 60_000, words: 'price of Oct 15 to Oct 26, 2026' },
    ])
    expect(owed(booking)).toEqual([
      [1, 400_000, '2026-08-14'],
      [2, 460_000, '2026-09-14'],
    ])
    expect(quoteFor(booking, 1, JULY).today).toMatchObject({ changeCents: -60_000 })
    await move(booking, { to: 1, price: 'today' })
    expect(owed(booking)).toEqual([
      [1, 400_000, '2025-08-15'],
      [2, 400_000, '2025-09-15'],
    ])
    expectAgreement(booking)
  })

  test('counts what is still paid of a room that was given back', async () => {
    const { booking } = await aPaidBooking()
    await changesRoom(booking, 1, at('2025-06-02'))
    await payLater(booking, 550_000, at('2025-06-03'))
    await undoesPrice(booking, at('2025-06-04'))
    expect(bookingNow(booking)).toMatchObject({ totalCents: 600_000, roomType: 'double' })
    change(nextYear, { doublePriceCents: cents(680_000) })
    expect(quoteFor(booking, nextYear, JULY).today).toMatchObject({ totalCents: 680_000 })
    await move(booking, { price: 'today' })
    expect(bookingNow(booking).totalCents).toBe(680_000)
    expectAgreement(booking)
  })

  test('for less than is paid keeps what is paid, and says so', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    change(nextYear, { doublePriceCents: cents(400_000) })
    expect(quoteFor(booking, nextYear, JULY).today).toBeNull()
    await payLater((await aPaidBooking()).booking, 400_000, JULY)
    const { booking: other } = await aPaidBooking()
    await payLater(other, 380_000, JULY)
    expect(quoteFor(other, nextYear, JULY).today).toMatchObject({
      changeCents: -20_000,
      paidAlreadyCents: 30_000,
    })
  })

  test('paid in full owes what the price is higher with the last due day there', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await move(booking, { price: 'today' })
    expect(owed(booking)).toEqual([[1, 30_000, '2026-09-14']])
    expectAgreement(booking)
  })

  test('to days that are near or past is due as a late booking there', async () => {
    const { booking } = await aPaidBooking({}, JULY)
    await move(booking)
    await move(booking, { to: 1, when: at('2025-09-10') })
    expect(owed(booking)).toEqual([
      [1, 200_000, '2025-09-24'],
      [2, 200_000, '2025-10-08'],
    ])
  })

  test('is reminded of the new days, whatever went out for the old ones', async () => {
    const { booking } = await aPaidBooking()
    await sendDueReminders(at('2025-08-08'))
    await move(booking, { when: at('2025-08-09') })
    await sendDueReminders(at('2025-08-12'))
    await sendDueReminders(at('2026-08-07'))
    expect(lettersOfKind(booking, 'reminder-friendly')).toHaveLength(2)
    expect(lettersOfKind(booking, 'reminder-urgent')).toEqual([])
  })

  test('is asked for missing details again before the new journey', async () => {
    const { booking } = await aPaidBooking()
    await askForDetails(at('2025-08-20'))
    await move(booking, { when: at('2025-08-21') })
    await askForDetails(at('2025-08-22'))
    await askForDetails(at('2026-08-20'))
    expect(lettersOfKind(booking, 'details-asked')).toHaveLength(2)
  })

  test('has thirty days from the first booking, and then days by the new departure', async () => {
    const { booking } = await aPaidBooking()
    await move(booking)
    const terms = refundTermsOf(bookingNow(booking), '2025-07-01')
    expect(terms.dates).toEqual([
      'Cancel by July 1, 2025, and you get back everything you paid.',
      'Cancel from July 2, 2025 to September 14, 2026, and you get back all but the $500 deposit.',
      'Cancel on September 15, 2026, or later, and there is no refund.',
    ])
    expect(terms.notes.join(' ')).toContain('You booked the departure of October 16, 2025.')
    expect(cancelQuote(bookingNow(booking), at('2025-10-01'))).toMatchObject({ why: 'deposit-stays' })
  })

  test('tells the lead traveler everything in one letter', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const before = lettersTo(booking).length
    await move(booking, { price: 'today' })
    expect(lettersTo(booking).length).toBe(before + 1)
    const [letter] = lettersOfKind(booking, 'booking-moved')
    for (const words of [
      'It was for Oct 16 to Oct 27, 2025; you now travel Oct 15 to Oct 26, 2026, and your seats are reserved.',
      'it was $9,000 and is now $9,600',
      'First installment, due Aug 14, 2026',
      'Cancel on September 15, 2026',
      '/pay/',
    ])
      expect(letter).toContain(words)
  })

  test('takes details and rooms along, and who shared a room from elsewhere is told', async () => {
    const { booking } = await aPaidBooking()
    const { booking: other } = await aPaidBooking()
    const [mover, mate] = [booking, other].map(({ id }) => travelersOf(id)[0])
    if (!mover || !mate) throw new Error('Nobody')
    pairTravelers({ travelerId: mover.id, withId: mate.id }, { actor: 'Wambui' }, JULY)
    db.insert(travelerDetails).values({ travelerId: mover.id, diet: 'Vegan', updatedAt: JULY }).run()
    await move(booking)
    expect(lettersOfKind(other, 'room-parted')).toHaveLength(1)
    const aboard = manifest(departureOf({ departureId: nextYear })).flatMap(({ travelers }) => travelers)
    expect(aboard).toMatchObject([{ details: { diet: 'Vegan' } }])
    expect(travelersOf(booking.id)[0]?.roomId).not.toBe(travelersOf(other.id)[0]?.roomId)
  })

  test('keeps who shares with whom in a party, in a room there', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await move(booking)
    const [one, two] = travelersOf(booking.id)
    expect(one?.roomId).toBe(two?.roomId)
    const room = db
      .select()
      .from(rooms)
      .where(eq(rooms.id, one?.roomId ?? 0))
      .get()
    expect(room?.departureId).toBe(nextYear)
  })

  test('of a party that grew and shrank keeps price, shares and plan of those who travel', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await joins(bookingNow(booking), JULY)
    await leaves(bookingNow(booking), 2, JULY)
    const stayed = booksOf(booking)
    await move(booking)
    await move(booking, { to: 1 })
    expect(booksOf(booking)).toEqual(stayed)
    expectAgreement(booking)
  })
})

const refundsMade = (when: Date) => payOwedRefunds(() => when)

const travelersOf = (bookingId: number) =>
  db.select().from(travelers).where(eq(travelers.bookingId, bookingId)).orderBy(travelers.position).all()

describe('by one form', () => {
  test('a second press changes nothing, and what changed since it was shown is shown again', async () => {
    const { booking } = await aPaidBooking()
    const formKey = randomUUID()
    const quoted = digestOf(quoteFor(booking, nextYear, JULY))
    const wish = { reference: booking.reference, departureId: nextYear, price: 'agreed' as const, quoted }
    change(nextYear, { doublePriceCents: cents(490_000) })
    expect(await moveBooking({ ...wish, formKey }, aStaffMember(), () => JULY)).toMatchObject({
      refused: 'quote-changed',
      quote: { today: { totalCents: 490_000 } },
    })
    await move(booking, { formKey })
    expect(await moveBooking({ ...wish, formKey }, aStaffMember(), () => JULY)).toEqual({ known: true })
    expect(lettersOfKind(booking, 'booking-moved')).toHaveLength(1)
  })

  test('a payment page for the old plan is withdrawn first', async () => {
    const { booking } = await aPaidBooking()
    const intent = await beginLaterPayment(booking, 200_000, JULY)
    expect(await move(booking)).toHaveProperty('moved')
    expect(stripeSandbox.paymentIntents().find(({ id }) => id === intent.id)?.status).toBe('canceled')
  })

  test('the last seats go to one of two who are moved there', async () => {
    const [one, other] = [await aPaidBooking({ travelers: 2 }), await aPaidBooking({ travelers: 2 })]
    change(nextYear, { seats: 3 })
    await move(one.booking)
    expect(left(nextYear)).toBe(1)
    expect(moveQuote(bookingNow(other.booking), nextYear, JULY)).toEqual({ refused: 'sold-out' })
  })
})

/** A booking in a state, and why it is not moved; null where it is. */
const STATES: [string, () => Promise<{ booking: Booking }>, string | null][] = [
  ['a deposit paid', () => aPaidBooking(), null],
  ['paid in full', () => aPaidBooking({ paymentType: 'full' }), null],
  ['a hold', () => beginPaying(), 'inactive'],
  ['canceled', () => aPaidBooking().then(andThen((booking) => cancel(booking))), 'inactive'],
  [
    'all given back',
    () => aPaidBooking().then(andThen((booking) => refund(booking, 50_000, { reason: 'goodwill' }))),
    'inactive',
  ],
  ['disputed', () => aDisputedBooking(), 'disputed'],
  [
    'a refund under way',
    () =>
      aPaidBooking({ paymentType: 'full' }).then(
        andThen(async (booking) => {
          stripeSandbox.switches.apiDown = 'refuses'
          await refund(booking, 10_000)
          stripeSandbox.switches.apiDown = 'off'
        }),
      ),
    'being-refunded',
  ],
  ['paid by check', () => aPaidBooking().then(andThen((booking) => byHand(booking, 100_000))), null],
]

const andThen =
  (act: (booking: Booking) => Promise<unknown>) =>
  async ({ booking }: { booking: Booking }) => {
    await act(booking)
    return { booking }
  }

test.each(STATES)('of a booking: %s', async (_, make, why) => {
  const { booking } = await make()
  const quote = moveQuote(bookingNow(booking), nextYear, JULY)
  expect('refused' in quote ? quote.refused : null).toBe(why)
})

test('to a departure: closed is fine; a draft, one that has begun, the same and none are not', async () => {
  const { booking } = await aPaidBooking()
  const why = (departureId: number, when = JULY) => {
    const quote = moveQuote(bookingNow(booking), departureId, when)
    return 'refused' in quote ? quote.refused : null
  }
  change(nextYear, { sales: 'closed' })
  expect(why(nextYear)).toBeNull()
  change(nextYear, { sales: 'draft' })
  expect(why(nextYear)).toBe('no-departure')
  change(nextYear, { sales: 'open', startsOn: '2025-07-01' })
  expect(why(nextYear)).toBe('no-departure')
  expect(why(1)).toBe('same-departure')
  expect(why(999)).toBe('no-departure')
  change(nextYear, { startsOn: '2026-10-15' })
  expect(why(nextYear, at('2025-10-16'))).toBe('has-begun')
})

describe('a canceled booking', () => {
  const reinstate = (booking: Booking, when: Date) => {
    const quote = reinstateQuote(bookingNow(booking), when)
    if ('refused' in quote) throw new Error(quote.refused)
    const wish = { reference: booking.reference, quoted: digestOf(quote), formKey: randomUUID() }
    return reinstateBooking(wish, aStaffMember(), () => when)
  }
  const heldAgain = (booking: Booking, when: Date, heldUntil?: string) => {
    const quote = reinstateQuote(bookingNow(booking), when)
    if ('refused' in quote) throw new Error(quote.refused)
    const asked = { reference: booking.reference, quoted: digestOf(quote), heldUntil }
    return reinstateBooking({ ...asked, formKey: randomUUID() }, aStaffMember(), () => when)
  }
  const whyNot = (booking: Booking, when: Date) => {
    const quote = reinstateQuote(bookingNow(booking), when)
    return 'refused' in quote ? quote.refused : null
  }

  test('comes back with what is kept, its seats and days as for a late booking', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await cancel(booking, at('2025-08-20'))
    expect(left(1)).toBe(20)
    expect(await reinstate(booking, at('2025-08-22'))).toHaveProperty('reinstated')
    expect(left(1)).toBe(18)
    expect(bookingNow(booking)).toMatchObject({ status: 'deposit_paid', canceledAt: null, staysCents: null })
    expect(owed(booking)).toEqual([
      [1, 400_000, '2025-09-05'],
      [2, 400_000, '2025-09-19'],
    ])
    expectAgreement(booking)
    booksOf(booking)
    expect(lettersOfKind(booking, 'booking-reinstated')[0]).toContain('your seats are yours again')
    expect(reinstateQuote(bookingNow(booking), JULY)).toEqual({ refused: 'not-canceled' })
  })

  test('owes again what was refunded, and may be canceled again with a letter', async () => {
    const { booking } = await aPaidBooking()
    await payLater(booking, 200_000, at('2025-08-01'))
    await cancel(booking, at('2025-08-20'))
    await refundsMade(at('2025-08-20'))
    await reinstate(booking, at('2025-08-22'))
    expect(owed(booking)).toEqual([
      [1, 200_000, '2025-09-05'],
      [2, 200_000, '2025-09-19'],
    ])
    expectAgreement(booking)
    await cancel(bookingNow(booking), at('2025-08-23'))
    expect(lettersOfKind(booking, 'booking-cancelled')).toHaveLength(2)
  })

  test('that was paid in full owes what went back in one sum', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    await cancel(booking, at('2025-08-20'))
    await refundsMade(at('2025-08-20'))
    await reinstate(booking, at('2025-08-22'))
    expect(owed(booking)).toEqual([[1, 400_000, '2025-09-19']])
    expectAgreement(booking)
  })

  test('stays canceled without seats, with a refund on its way, or once the journey has begun', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    expect(whyNot(booking, JULY)).toBe('not-canceled')
    stripeSandbox.switches.apiDown = 'refuses'
    await cancel(booking, at('2025-08-20'))
    stripeSandbox.switches.apiDown = 'off'
    expect(whyNot(booking, at('2025-08-20'))).toBe('being-refunded')
    await refundsMade(at('2025-08-21'))
    change(1, { seats: 0 })
    expect(whyNot(booking, at('2025-08-22'))).toBe('sold-out')
    change(1, { seats: 20 })
    expect(whyNot(booking, at('2025-08-22'))).toBeNull()
    expect(whyNot(booking, at('2025-10-16'))).toBe('has-begun')
  })

  test('of which nothing is kept has its seats held, with the link, and is paid like any', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await cancel(booking, JULY)
    await refundsMade(JULY)
    expect(bookingNow(booking)).toMatchObject({ status: 'refunded', keptCents: 0 })
    expect(await heldAgain(booking, JULY, '2025-07-16')).toEqual({
      refused: 'wrong-day',
      until: '2025-07-15',
    })
    expect(await heldAgain(booking, JULY, '2025-07-15')).toHaveProperty('reinstated')
    expect(left(1)).toBe(18)
    expect(bookingNow(booking)).toMatchObject({ status: 'pending', soldBy: 'Wambui', totalCents: 900_000 })
    const [letter = ''] = lettersOfKind(booking, 'seats-held')
    expect(letter).toContain('we hold two seats')
    expect(letter).toContain('Deposit, until Jul 15, 2025: $1,000')
    await byHand(booking, 100_000, {}, at('2025-07-03'))
    expect(owed(booking)).toEqual([
      [1, 400_000, '2025-08-15'],
      [2, 400_000, '2025-09-15'],
    ])
    booksOf(booking)
  })

  test('whose refund comes back from the bank while it is held can be paid all the same', async () => {
    const { booking } = await aPaidBooking()
    await cancel(booking, JULY)
    await refundsMade(JULY)
    await heldAgain(booking, JULY)
    stripeSandbox.failRefund(String(stripeSandbox.refunds()[0]?.id))
    await reconcile(() => at('2025-07-02'))
    expect(bookingNow(booking)).toMatchObject({ status: 'pending', keptCents: 50_000 })

    expect(await byHand(booking, 50_000, {}, at('2025-07-03'))).toHaveProperty('booking')
    expect(bookingNow(booking)).toMatchObject({ status: 'deposit_paid', keptCents: 100_000 })
    expect(owed(booking)).toEqual([
      [1, 150_000, '2025-08-15'],
      [2, 200_000, '2025-09-15'],
    ])
    expectAgreement(booking)
    booksOf(booking)
  })

  test('paid or let go once more after that is confirmed, announced and shown once more', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await refund(booking, booking.keptCents, {}, JULY)
    await heldAgain(booking, JULY)
    await endHolds(() => at('2025-07-13'))
    await heldAgain(booking, at('2025-07-14'))
    await endHolds(() => at('2025-07-26'))
    await heldAgain(booking, at('2025-07-27'))
    await byHand(booking, 120_000, {}, at('2025-07-28'))
    const letters = db
      .select({ kind: outbox.kind })
      .from(outbox)
      .where(eq(outbox.bookingId, booking.id))
      .all()
      .map(({ kind }) => kind)
    for (const kind of ['booking-confirmation', 'staff-new-booking', 'staff-hold-over'])
      expect(letters.filter((one) => one === kind)).toHaveLength(2)
    expect(paymentSchedule(bookingNow(booking))[0]).toMatchObject({
      amountCents: 120_000,
      paidOn: '2025-07-28',
    })
  })

  test('shows apart what a traveler who left before is still promised', async () => {
    const { booking } = await aPaidBooking({ travelers: 3 })
    await byHand(booking, 1_200_000, {}, at('2025-06-10'))
    await leaves(booking, 2, at('2025-07-20'))
    await cancel(booking, at('2025-08-20'))
    await refundsMade(at('2025-08-20'))
    const quote = reinstateQuote(bookingNow(booking), at('2025-08-22'))
    await reinstate(booking, at('2025-08-22'))
    const { priceCents: totalCents, paidCents, promisedCents } = partyMoney(bookingNow(booking))
    expect(promisedCents).toBe(250_000)
    expect(quote).toMatchObject({ totalCents, paidCents, promisedCents })
  })

  test('that no one paid comes back while its seats are free, and ends again when nobody pays', async () => {
    const { booking } = await beginPaying(anOrder({ paymentType: 'full' }))
    await endHolds(() => at('2025-06-20'))
    expect(bookingNow(booking).status).toBe('expired')
    expect(await heldAgain(booking, JULY)).toHaveProperty('reinstated')
    expect(bookingNow(booking).status).toBe('pending')
    await endHolds(() => at('2025-07-13'))
    expect(bookingNow(booking).status).toBe('expired')
    change(1, { seats: 0 })
    expect(whyNot(booking, JULY)).toBe('sold-out')
    change(1, { seats: 20 })
  })
})

test('a move to another journey’s departure says so; guests choose among their own journey’s alone', async () => {
  const { booking } = await aPaidBooking()
  const wish = { from: 1, name: 'Lodges of Laikipia', path: 'laikipia', startsOn: theDeparture().startsOn }
  const copied = copyJourney(wish, aStaffMember(), NOON)
  if ('refused' in copied) throw new Error(copied.refused)
  const there = listDepartures('2025-06-01').find(({ tourId }) => tourId === copied.id)?.id ?? 0
  change(there, { sales: 'open' })
  expect(placesToMove(booking, NOON).map(({ departureId }) => departureId)).toEqual([nextYear])

  db.delete(outbox).run()
  const quote = quoteFor(booking, there, NOON)
  const confirmed = {
    departureId: there,
    price: 'agreed' as const,
    quoted: digestOf(quote),
    formKey: randomUUID(),
  }
  expect(
    await moveBooking({ reference: booking.reference, ...confirmed }, aStaffMember(), () => NOON),
  ).toHaveProperty('moved')
  expect(bookingNow(booking)).toMatchObject({ departureId: there, tourType: 'laikipia' })
  const [letter] = lettersOfKind(booking, 'booking-moved')
  expect(letter?.replace(/\s+/g, ' ')).toContain(
    'to another journey. It was for the Texas Country Music & Safari Tour, Oct 16',
  )
  expect(letter?.replace(/\s+/g, ' ')).toContain(
    'you now travel on the Lodges of Laikipia, Oct 16 to Oct 27, 2025',
  )
})
