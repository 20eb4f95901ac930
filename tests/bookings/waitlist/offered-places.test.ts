import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyOf } from '#app/bookings/party.server'
import { placeBooking } from '#app/bookings/place-booking.server'
import { addCode } from '#app/bookings/save-discount-code.server'
import { type Entry, offerOf } from '#app/bookings/waitlist/entries.server'
import { leaveWaitlist } from '#app/bookings/waitlist/join-waitlist.server'
import { offerIfSeatKept, takePlaceOff } from '#app/bookings/waitlist/keep-place.server'
import { settleWaitlists } from '#app/bookings/waitlist/offer-seats.server'
import { endedByResale, placesOf } from '#app/bookings/waitlist/offered-places.server'
import { keptCents } from '#app/money/books/ledger.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { endUnfitPlaces, offerPlace, takePlaceBack } from '#app/money/changes/party/resold-places.server'
import { reinstateBooking, reinstateQuote } from '#app/money/changes/reinstate-booking.server'
import { endHolds, receiveStripeEvent } from '#app/money/reconcile.server'
import { retrieveIntent } from '#app/money/stripe/intents.server'
import { cents } from '#app/platform/money'
import { seatsLeft } from '#app/tours/departures.server'
import { db } from '#db/connection.server'
import { bookings, travelers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { charges, refunds } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { departures } from '#db/schema/tours'
import { stripeSandbox } from '#tests/fixtures/environment'
import { anOrder, aTraveler, minutesAfter, theDeparture } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, byHand, cancel, refund } from '#tests/fixtures/paid-bookings'
import { bookingNow } from '#tests/fixtures/payments'
import {
  aTourWithResale,
  entry,
  JULY,
  later,
  offers,
  quoted,
  SEATS,
  takes,
  waits,
} from '#tests/fixtures/resold-places'

beforeEach(aTourWithResale)

const state = ({ email }: Entry) => entry(email).state
const offered = (one: Entry) => offerOf(one.id)?.seats ?? 0
const left = () => seatsLeft(theDeparture())
const traveling = () =>
  db
    .select({ seats: sql<number>`sum(number_of_guests)` })
    .from(bookings)
    .where(sql`payment_status in ('deposit_paid', 'completed')`)
    .get()?.seats
const letters = (kind: string) => db.select().from(outbox).where(eq(outbox.kind, kind)).all()
const states = (booking: Booking) => placesOf(booking).map((place) => place.state)

describe('a place on offer', () => {
  test('changes nothing until somebody has paid, and then its traveler is refunded less the fee', async () => {
    const { booking } = await aPaidBooking()
    await aPaidBooking({ travelers: 3 })
    expect(quoted(booking, 1, minutesAfter(60 * 24 * 20)).why).toBe('all-comes-back')
    const { quote } = quoted(booking)
    expect(quote).toMatchObject({ feeCents: 45_000, refundCents: 5_000, canceledCents: 0 })
    offers(booking)
    expect(letters('place-offered')[0]?.textBody).toContain('less a fee of $450')
    expect([left(), states(booking)]).toEqual([0, ['open']])
    const party = waits()
    expect([offered(party), left()]).toEqual([1, 0])
    const { booking: bought, pays } = await takes(party)
    expect([bookingNow(booking).status, left(), traveling()]).toEqual(['deposit_paid', 0, SEATS])
    expect((await pays()).outcome).toBe('taken')
    expect([bookingNow(booking).status, bookingNow(bought).status]).toEqual(['cancelled', 'deposit_paid'])
    expect([state(party), states(booking), left(), traveling()]).toEqual(['booked', ['sold'], 0, SEATS])
    expect([booking, bought].map((one) => endedByResale(bookingNow(one)))).toEqual([true, false])
    expect((await pays()).outcome).toBe('known')
    const [paid] = stripeSandbox
      .paymentIntents()
      .filter(({ status }) => status === 'succeeded')
      .toSorted((one, other) => other.created - one.created)
    const intent = await retrieveIntent(String(paid?.id))
    if (!intent) throw new Error('Stripe knows no payment')
    await receiveStripeEvent({ id: 'evt', type: 'payment_intent.succeeded', about: 'intent', intent }, () =>
      later(20),
    )
    expect(db.select().from(refunds).all()).toMatchObject([{ amountCents: 5_000, state: 'done' }])
    expect(keptCents(booking.id)).toBe(45_000)
    const letter = letters('booking-cancelled')[0]
    expect(letter?.subject).toContain('Your seat was taken')
    expect(letter?.textBody).toContain('We keep $450')
  })

  test('never brings less than canceling that day would, and is not offered where it brings no more', async () => {
    const { booking } = await aPaidBooking({ paymentType: 'full' })
    expect(quoted(booking).quote).toMatchObject({ refundCents: 405_000, canceledCents: 400_000 })
    db.update(departures)
      .set({ resaleFeePercent: 0, resaleFeeCents: cents(60_000) })
      .run()
    expect(quoted(booking).why).toBe('no-better')
    const late = new Date('2025-09-20T17:00:00Z')
    expect(quoted(booking, 1, late).quote).toMatchObject({ refundCents: 390_000, canceledCents: 0 })
    const { traveler } = quoted(booking, 1, late)
    const wish = { travelerId: traveler.id, quotedFeeCents: cents(1), quotedRefundCents: cents(390_000) }
    expect(offerPlace(booking.reference, wish, late)).toEqual({ refused: 'quote-changed' })
    // Staff lower the fee: who agreed to the higher one has agreed to that.
    offers(booking, 1, late)
    db.update(departures)
      .set({ resaleFeeCents: cents(100) })
      .run()
    expect(placesOf(booking)[0]?.feeCents).toBe(60_000)
    db.update(departures)
      .set({ resaleFeeCents: cents(0) })
      .run()
    expect(quoted(booking, 1, late).why).toBe('none-resold')
  })

  test('is refused for what is held, overdue, disputed or over, and ends where it becomes that', async () => {
    const held = placeBooking(anOrder(), JULY)
    if ('refused' in held) throw new Error(held.refused)
    expect(quoted(held.booking).why).toBe('inactive')
    const { booking } = await aPaidBooking()
    const other = await aPaidBooking()
    for (const one of [booking, other.booking]) offers(one)
    stripeSandbox.openDispute(other.intentId, { amount: 50_000, isInquiry: false })
    const { recordDispute } = await import('#app/money/refunds/record-dispute.server')
    const { everyDispute } = await import('#app/money/stripe/refunds.server')
    for (const dispute of (await everyDispute()).newestFirst) recordDispute(dispute, JULY)
    endUnfitPlaces(later(1))
    expect([states(booking), states(other.booking)]).toEqual([['open'], ['ended']])
    const august = new Date('2025-08-16T17:00:00Z')
    expect(quoted(booking, 1, august).why).toBe('overdue')
    endUnfitPlaces(august)
    expect(states(booking)).toEqual(['ended'])
    expect(letters('place-offer-ended')).toHaveLength(2)
    db.update(departures).set({ sales: 'closed' }).run()
    expect(quoted(booking).why).toBe('closed')
  })

  test('ends with a letter where sales close, unless somebody is paying for it', async () => {
    const { booking } = await aPaidBooking()
    const { booking: couple } = await aPaidBooking({ travelers: 3 })
    offers(booking)
    const party = waits()
    const { pays } = await takes(party)
    offers(couple, 2)
    db.update(departures).set({ sales: 'closed' }).run()
    settleWaitlists(later(12))
    expect([states(booking), states(couple)]).toEqual([['open'], ['ended']])
    expect(letters('place-offer-ended')).toHaveLength(1)
    expect((await pays()).outcome).toBe('taken')
    expect([states(booking), traveling()]).toEqual([['sold'], SEATS])
  })
})

describe('whose place it is', () => {
  test('a companion leaves the party, and the lead traveler hands the booking on', async () => {
    const { booking } = await aPaidBooking({ travelers: SEATS, traveler: aTraveler({ name: 'Wanjiru' }) })
    expect(quoted(booking).why).toBe('nobody-follows')
    const [lead, second] = partyOf(booking.id)
    const named = { name: 'Naomi', email: 'naomi@example.com' }
    db.update(travelers)
      .set(named)
      .where(eq(travelers.id, second?.id ?? 0))
      .run()
    offers(booking, 3)
    offers(booking, 1)
    const [one, other] = [waits(), waits()]
    await (await takes(one)).pays()
    expect(bookingNow(booking)).toMatchObject({ travelers: 3, customerName: 'Wanjiru' })
    expect(letters('party-lessened')[0]?.textBody).toContain('paid for the seat you offered')
    await (await takes(other)).pays()
    expect(bookingNow(booking)).toMatchObject({ travelers: 2, customerEmail: named.email })
    expect(partyOf(booking.id).map(({ id }) => id)).not.toContain(lead?.id)
    expect(letters('place-sold')).toMatchObject([{ toAddress: booking.customerEmail }])
    // Both deposits less 10% of $4,500.
    expect(db.select().from(refunds).all()).toMatchObject([{ amountCents: 5_000 }, { amountCents: 5_000 }])
    expect([states(booking), left(), traveling()]).toEqual([['sold', 'sold'], 0, SEATS])
  })

  test('of two with a code, the other keeps half of each installment on its day', async () => {
    const bounds = { endsOn: null, usesAtMost: null, usesEachAtMost: null, departureIds: [] }
    addCode({ code: 'HALF', off: '50%', words: 'Half', ...bounds }, aStaffMember(), JULY)
    const { booking } = await aPaidBooking({ travelers: 2, code: 'HALF' })
    await aPaidBooking({ travelers: 2 })
    offers(booking, 2)
    await (await takes(waits())).pays()
    expect(installmentsOf(booking.id)).toMatchObject([
      { owedCents: 87_500, dueOn: '2025-08-15' },
      { owedCents: 87_500, dueOn: '2025-09-15' },
    ])
  })

  test('two places go to a party of two at once; for one of them only the first one goes', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    const { booking: other } = await aPaidBooking({ travelers: 2 })
    for (const one of [booking, other]) {
      db.update(travelers).set({ name: 'Naomi' }).where(eq(travelers.bookingId, one.id)).run()
      for (const position of [1, 2]) offers(one, position)
    }
    const pair = waits(2)
    expect(offered(pair)).toBe(2)
    const last = waits(1, 2)
    expect(offered(last)).toBe(2)
    await (await takes(pair, 2)).pays()
    expect([bookingNow(booking).status, states(booking)]).toEqual(['cancelled', ['sold', 'sold']])
    // Two deposits less 10% of $4,500 for each traveler.
    expect(
      db
        .select()
        .from(refunds)
        .all()
        .map((refund) => refund.amountCents),
    ).toEqual([5_000, 5_000])
    await (await takes(last, 1)).pays()
    expect(states(other)).toEqual(['sold', 'open'])
    expect([left(), traveling()]).toEqual([0, SEATS])
    // What nobody needed is there for the next.
    expect(offered(waits())).toBe(1)
  })

  test('the sale of a companion’s place leaves the lead traveler free to offer theirs that day', async () => {
    const { booking } = await aPaidBooking({ travelers: 2 })
    await aPaidBooking({ travelers: 2 })
    const companion = offers(booking, 2)
    takePlaceBack(booking.reference, companion.id, later(1))
    offers(booking, 2)
    await (await takes(waits())).pays()
    offers(booking, 1, later(20))
    expect(states(booking)).toEqual(['taken-back', 'sold', 'open'])
    // Nobody took that one: the booking was canceled.
    await cancel(booking, later(30))
    expect([bookingNow(booking).status, states(booking)]).toEqual([
      'cancelled',
      ['taken-back', 'sold', 'ended'],
    ])
    expect(endedByResale(bookingNow(booking))).toBe(false)
  })

  test('a party of two buys a place of each of two bookings, and each traveler is refunded less the fee', async () => {
    const [one, other] = [(await aPaidBooking()).booking, (await aPaidBooking()).booking]
    await aPaidBooking({ travelers: 2 })
    const pair = waits(2)
    offers(one)
    expect(offered(pair)).toBe(0)
    offers(other)
    expect(offered(pair)).toBe(2)
    const { pays } = await takes(pair, 2)
    expect([states(one), states(other)]).toEqual([['open'], ['open']])
    expect((await pays()).outcome).toBe('taken')
    expect([states(one), states(other)]).toEqual([['sold'], ['sold']])
    expect(db.select().from(refunds).all()).toMatchObject([
      { bookingId: one.id, amountCents: 5_000 },
      { bookingId: other.id, amountCents: 5_000 },
    ])
    expect([left(), traveling(), letters('booking-cancelled').length]).toEqual([0, SEATS, 2])
  })

  test('a free seat is offered first, and makes a pair with a place', async () => {
    const { booking } = await aPaidBooking()
    const { booking: group } = await aPaidBooking({ travelers: 2 })
    const held = placeBooking(anOrder(), JULY)
    if ('refused' in held) throw new Error(held.refused)
    offers(booking)
    const pair = waits(2)
    expect(offered(pair)).toBe(0)
    endBooking(held.booking.id, 'expired', later(30))
    expect(offered(pair)).toBe(2)
    await (await takes(pair, 2, later(40))).pays()
    expect([states(booking), bookingNow(group).status, traveling()]).toEqual([
      ['sold'],
      'deposit_paid',
      SEATS,
    ])
  })
})

describe('taken off the list by staff', () => {
  function off(booking: Booking, shown?: ReturnType<typeof offerIfSeatKept>, at = later(20)) {
    const place = placesOf(booking).at(-1)
    if (!place) throw new Error('Nothing was offered')
    return takePlaceOff(
      booking,
      { placeId: place.id, shown: shown ?? offerIfSeatKept(place) },
      aStaffMember(),
      at,
    )
  }

  test('the traveler keeps the place and has a letter, and the party is in line as before', async () => {
    const { booking } = await aPaidBooking()
    const { booking: group } = await aPaidBooking({ travelers: 3 })
    offers(booking)
    const party = waits()
    expect(off(booking, 'no-offer')).toEqual({ refused: 'changed' })
    expect(takePlaceOff(group, { placeId: 1, shown: 'offer-ends' }, aStaffMember(), later(20))).toEqual({
      refused: 'gone',
    })
    expect(off(booking, 'offer-ends')).toEqual({ done: true })
    expect([states(booking), bookingNow(booking).status]).toEqual([['ended'], 'deposit_paid'])
    expect([state(party), offered(party)]).toEqual(['waiting', 0])
    const [letter] = letters('place-offer-ended')
    expect(letter?.textBody).toContain('Our team took it off the list for you')
    const { id, username } = aStaffMember()
    expect(
      db.select().from(auditLog).where(eq(auditLog.action, 'place-offer-ended')).all().at(-1),
    ).toMatchObject({ actor: username, actorId: id, detail: { as: 'ended' } })
    expect(off(booking)).toEqual({ refused: 'gone' })
    offers(booking, 1, later(30))
    expect(offered(party)).toBe(1)
  })

  test('not while the party pays for it, nor once it has; a place that steps in is said before', async () => {
    const { booking } = await aPaidBooking()
    const { booking: group } = await aPaidBooking({ travelers: 3 })
    offers(booking)
    const party = waits()
    const { pays } = await takes(party)
    expect(off(booking, 'offer-ends')).toEqual({ refused: 'being-paid' })
    offers(group, 2)
    expect(off(booking, 'another-place')).toEqual({ done: true })
    expect([states(booking), states(group)]).toEqual([['ended'], ['open']])
    await pays()
    expect([states(group), bookingNow(booking).status, traveling()]).toEqual([
      ['sold'],
      'deposit_paid',
      SEATS,
    ])
    expect(off(group)).toEqual({ refused: 'gone' })
    expect(letters('waitlist-offer-withdrawn')).toEqual([])
  })
})

describe('taken back', () => {
  async function onOffer() {
    const { booking } = await aPaidBooking()
    await aPaidBooking({ travelers: 3 })
    const traveler = offers(booking)
    return {
      booking,
      party: waits(),
      back: (at = later(20)) => takePlaceBack(booking.reference, traveler.id, at),
    }
  }

  test('the offer ends with a letter, and the party is in line as before', async () => {
    const { booking, party, back } = await onOffer()
    expect(back()).toEqual({ done: true })
    expect([states(booking), state(party), offered(party)]).toEqual([['taken-back'], 'waiting', 0])
    expect(letters('waitlist-offer-withdrawn')).toMatchObject([{ toAddress: party.email }])
    expect(back()).toEqual({ refused: 'gone' })
    offers(booking, 1, later(30))
    expect(offered(party)).toBe(1)
  })

  test('not while somebody is paying; after that the place is theirs again, or another one steps in', async () => {
    const { booking, party, back } = await onOffer()
    await takes(party)
    expect(back()).toEqual({ refused: 'being-paid' })
    await endHolds(() => later(41))
    expect([bookingNow(booking).status, state(party)]).toEqual(['deposit_paid', 'offered'])
    const [, second] = db.select().from(bookings).all()
    if (!second) throw new Error('Nobody else has booked')
    offers(second, 2, later(50))
    expect(back(later(51))).toEqual({ done: true })
    expect([state(party), states(second)]).toEqual(['offered', ['open']])
    expect(letters('waitlist-offer-withdrawn')).toEqual([])
  })

  test('staff hold a free seat for who let the offer’s hold end, and the place is its traveler’s', async () => {
    const { booking, party, back } = await onOffer()
    const { booking: expired } = await takes(party)
    await endHolds(() => later(41))
    db.update(departures)
      .set({ seats: SEATS + 1 })
      .run()
    const quote = reinstateQuote(bookingNow(expired), later(50))
    if ('refused' in quote) throw new Error(quote.refused)
    const wish = { reference: expired.reference, quoted: digestOf(quote), formKey: 'held-again' }
    expect(await reinstateBooking(wish, aStaffMember(), () => later(50))).toHaveProperty('reinstated')
    expect([bookingNow(expired).status, left(), offered(party)]).toEqual(['pending', 0, 1])
    expect(back(later(51))).toEqual({ done: true })
    await byHand(expired, 50_000, {}, later(60))
    expect([states(booking), traveling(), left()]).toEqual([['taken-back'], SEATS + 1, 0])
  })

  test('canceling in the meantime gives what canceling gives, and a payer has the seat', async () => {
    const { booking, party } = await onOffer()
    const { pays } = await takes(party)
    await cancel(booking, later(11))
    expect([states(booking), left()]).toEqual([['ended'], 0])
    expect((await pays()).outcome).toBe('taken')
    expect(db.select().from(refunds).all()).toEqual([])
    expect(traveling()).toBe(SEATS)
  })

  test('sold while all of it goes back already, its party keeps nothing and gets no more', async () => {
    const { booking, intentId } = await aPaidBooking({ travelers: 2 })
    await aPaidBooking({ travelers: 2 })
    offers(booking, 2)
    const { pays } = await takes(waits())
    stripeSandbox.openDispute(intentId)
    expect(await refund(booking, 100_000, {}, later(12))).toEqual({ ordered: 100_000 })
    expect((await pays()).outcome).toBe('taken')
    expect(letters('party-lessened')[0]?.textBody).not.toContain('We keep')
    const left = db.select().from(charges).where(eq(charges.bookingId, booking.id)).all()
    expect(left.filter(({ kind }) => kind === 'retained' || kind === 'promised')).toEqual([])
    expect(bookingNow(booking)).toMatchObject({ keptCents: 0, goingBackCents: 100_000, travelers: 1 })
  })

  test('declined or lapsed, it goes to the next who fits', async () => {
    const { party } = await onOffer()
    const next = waits()
    leaveWaitlist(party.linkToken, later(5))
    expect(offered(next)).toBe(1)
    settleWaitlists(offerOf(next.id)?.endsAt ?? JULY)
    expect([state(next), left()]).toEqual(['lapsed', 0])
    expect(offered(waits())).toBe(1)
  })
})
