import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endBooking } from '#app/bookings/advance-booking.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { changeDeparture } from '#app/bookings/moved-dates.server'
import { type Order, placeBooking } from '#app/bookings/place-booking.server'
import { type Entry, offerOf, placeInLine, wishFingerprint } from '#app/bookings/waitlist/entries.server'
import {
  confirmPlace,
  joinWaitlist,
  leaveWaitlist,
  rejoinWaitlist,
  type Wish,
  waitAsBooked,
} from '#app/bookings/waitlist/join-waitlist.server'
import { offerFreedSeats, settleWaitlists } from '#app/bookings/waitlist/offer-seats.server'
import { placeToConfirm } from '#app/bookings/waitlist/place-page.server'
import { offersEndingOn, waitingBesideFreeSeats } from '#app/bookings/waitlist/staff-waitlist.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import { takePayment } from '#app/money/changes/paying/take-payment.server'
import {
  cancelDeparture,
  postponeDeparture,
  sheetOf,
} from '#app/money/changes/schedule/change-schedule.server'
import { endHolds } from '#app/money/reconcile.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import { seatsLeft, unofferedSeats } from '#app/tours/departures.server'
import type { ScheduleReason } from '#app/tours/refund-policy'
import { notifyWatchers, startWatching, watcherCountOf } from '#app/tours/watchers.server'
import { personWith } from '#app/views/person.server'
import { db } from '#db/connection.server'
import { bookings, waitlistEntries, waitlistOffers } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { departures, departureWatchers } from '#db/schema/tours'
import { anOrder, aTraveler, minutesAfter, NOON, theDeparture } from '#tests/fixtures/orders'
import { aPaidBooking, aStaffMember, cancel } from '#tests/fixtures/paid-bookings'
import { beginPaying, bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

const SEATS = 4

beforeEach(() => {
  nothingBooked()
  db.update(departures).set({ sales: 'open', salesCloseOn: null, salesOpenOn: null, seats: SEATS }).run()
})

const hours = (amount: number) => minutesAfter(60 * amount)
let people = 0

/** Sold to one party that pays nothing: the seats come free with the end of its hold. */
function held(guests: number, details: Partial<Order> = {}, at = NOON): Booking {
  const placed = placeBooking(anOrder({ travelers: guests, ...details }), at)
  if ('refused' in placed) throw new Error(placed.refused)
  return placed.booking
}

const free = (booking: Booking, at = minutesAfter(30)) => endBooking(booking.id, 'expired', at)

function asks(wish: Partial<Wish> = {}, at = NOON, network = `network-${people}`) {
  people += 1
  const email = wish.email ?? `otieno${people}@example.com`
  const party = { atLeast: 1, atMost: wish.atLeast ?? 1, rooms: 'any' as const, phone: null }
  const joined = joinWaitlist(
    { departureId: theDeparture().id, name: 'Otieno', ...party, ...wish, email },
    network,
    at,
  )
  return { joined, email }
}

const entry = (email: string): Entry => {
  const found = db.select().from(waitlistEntries).where(eq(waitlistEntries.email, email)).get()
  if (!found) throw new Error(`${email} does not wait`)
  return found
}

function waits(wish: Partial<Wish> = {}, at = NOON): Entry {
  const { joined, email } = asks(wish, at)
  expect(joined).toEqual({ asked: true })
  expect(confirm(entry(email), at)).toBe(true)
  return entry(email)
}

const confirm = (one: Entry, at: Date) => confirmPlace(one.confirmToken, at, wishFingerprint(one))
const now = ({ email }: Entry) => entry(email)
const offered = (one: Entry) => offerOf(one.id)?.seats ?? 0
const letters = (kind: string) => db.select().from(outbox).where(eq(outbox.kind, kind)).all()
const left = () => seatsLeft(theDeparture())
const inOffer = (one: Entry, details: Partial<Order> = {}) =>
  anOrder({ offer: one.linkToken, traveler: aTraveler({ email: one.email }), ...details })

describe('joining', () => {
  test('only where no seats are to be had, and found again by the same address', () => {
    expect(asks().joined).toEqual({ refused: 'on-sale' })
    held(3)
    expect(asks().joined).toEqual({ refused: 'on-sale' })
    expect(asks({ atLeast: 2 }).joined).toEqual({ asked: true })
    asks({ atLeast: 2, email: 'Akinyi@example.com' })
    expect(asks({ atLeast: 3, email: 'akinyi@example.com' }).joined).toEqual({ asked: true })
    expect(db.select().from(waitlistEntries).all()).toHaveLength(2)
    expect(entry('akinyi@example.com')).toMatchObject({ atLeast: 3, state: 'unconfirmed' })
    expect(letters('waitlist-confirmation')).toHaveLength(2)
    db.update(departures).set({ sales: 'closed' }).run()
    expect(asks().joined).toEqual({ refused: 'closed' })
  })

  test('twenty invented addresses keep no seat from anybody, and two come from one network', () => {
    const sold = held(SEATS)
    for (let person = 0; person < 20; person += 1) expect(asks({}, NOON).joined).toEqual({ asked: true })
    free(sold)
    expect(left()).toBe(SEATS)
    expect(placeBooking(anOrder({ travelers: 1 }), minutesAfter(30))).toHaveProperty('booking')
    held(3, {}, minutesAfter(31))
    expect([1, 2, 3].map(() => asks({}, NOON, 'one network').joined)).toEqual([
      { asked: true },
      { asked: true },
      { refused: 'too-many' },
    ])
  })

  test('who confirms within a day keeps the place of joining, later the place of that moment', () => {
    held(SEATS, {}, hours(30))
    const [first, second, third] = [0, 1, 2].map((hour) => entry(asks({}, hours(hour)).email))
    if (!first || !second || !third) throw new Error('nobody joined')
    confirm(third, hours(3))
    confirm(second, hours(24))
    confirm(first, hours(24.5))
    expect([first, second, third].map((one) => placeInLine(now(one)))).toEqual([3, 1, 2])
    expect(confirm(first, hours(25))).toBe(false)
  })
})

test('two living places of one network stay two, however often someone leaves and comes back', () => {
  held(SEATS)
  const email = (person: number) => `someone${person}@example.com`
  const living = () =>
    db
      .select()
      .from(waitlistEntries)
      .all()
      .filter(({ state }) => state === 'waiting' || state === 'unconfirmed').length
  for (let person = 0; person < 6; person += 1) {
    asks({ email: email(person) }, NOON, 'one network')
    if (person % 2 === 0) continue
    for (const one of [person - 1, person]) {
      confirm(entry(email(one)), NOON)
      leaveWaitlist(entry(email(one)).linkToken, NOON)
    }
  }
  const back = Array.from({ length: 6 }, (_, person) =>
    rejoinWaitlist(entry(email(person)).linkToken, NOON, 'one network'),
  )
  expect(back).toEqual([true, true, 'too-many', 'too-many', 'too-many', 'too-many'])
  expect(living()).toBe(2)
})

test('what is confirmed is the wish that its page showed: a stranger cannot rewrite it in between', () => {
  held(SEATS)
  const { email } = asks({ atLeast: 1 })
  const read = entry(email)
  asks({ email, name: 'A stranger', atLeast: 6 }, minutesAfter(1), 'elsewhere')
  expect(confirm(read, minutesAfter(2))).toBe(false)
  expect(confirmPlace(read.confirmToken, minutesAfter(2))).toBe(false)
  expect(entry(email)).toMatchObject({ state: 'unconfirmed', atLeast: 6 })
  expect(placeToConfirm(read.confirmToken)).toMatchObject({ name: 'A stranger', party: '6 travelers' })
  expect(confirm(entry(email), NOON)).toBe(true)
})

describe('seats that come free', () => {
  test('go to the first party that fits, the rest to the next, in the same transaction', () => {
    const sold = [held(1), held(3)] as const
    const large = waits({ atLeast: 4, atMost: 6 })
    const couple = waits({ atLeast: 2, atMost: 2 })
    const single = waits()
    free(sold[1])
    expect([large, couple, single].map(offered)).toEqual([0, 2, 1])
    expect(left()).toBe(0)
    expect(letters('waitlist-offer').map(({ toAddress }) => toAddress)).toEqual([couple.email, single.email])
    expect(letters('waitlist-offer')[0]?.textBody).toContain(`/checkout?offer=${couple.linkToken}`)
    free(sold[0])
    // Four wait for four: one seat is nobody's, and anybody may have it.
    expect(left()).toBe(1)
  })

  test('are not public while somebody fits, also where nobody has offered them yet', () => {
    const sold = held(SEATS)
    const party = waits({ atLeast: 2, atMost: 3 })
    db.delete(bookings).where(eq(bookings.id, sold.id)).run()
    expect(unofferedSeats(theDeparture())).toBe(SEATS)
    expect(left()).toBe(0)
    expect(placeBooking(anOrder(), NOON)).toEqual({ refused: 'sold-out' })
    settleWaitlists(NOON)
    expect(offered(party)).toBe(3)
    expect(left()).toBe(1)
  })

  test('come from staff who add seats, take a traveler off or cancel', async () => {
    const { booking } = await aPaidBooking({ travelers: SEATS })
    const party = waits({ atLeast: 2, atMost: 2 })
    const { id, version, name: _, tourType: __, updatedAt: ___, tourId: ____, ...terms } = theDeparture()
    changeDeparture(id, { ...terms, version, seats: SEATS + 2 }, aStaffMember(), NOON)
    expect(offered(party)).toBe(2)
    // What is offered cannot be taken away by fewer seats.
    const fewer = changeDeparture(id, { ...terms, version: version + 1, seats: SEATS }, aStaffMember(), NOON)
    expect(fewer).toEqual({ refused: 'too-few-seats', taken: SEATS + 2 })
    const next = waits({ atLeast: 3, atMost: 3 })
    await cancel(booking)
    expect(offered(next)).toBe(3)
    expect(left()).toBe(1)
  })
})

describe('an offer', () => {
  function twoOffered() {
    const sold = held(SEATS)
    const party = waits({ atLeast: 1, atMost: 2 })
    const next = waits({ atLeast: 3, atMost: 3 })
    free(sold)
    return { party, next }
  }

  test('is a hold of its own kind: past the two of an address, and an unpaid one falls back to it', async () => {
    const { party } = twoOffered()
    const email = party.email
    held(1, { traveler: aTraveler({ email, name: 'One' }) })
    held(1, { traveler: aTraveler({ email, name: 'Two' }) })
    expect(placeBooking(inOffer(party, { travelers: 3 }), hours(1))).toEqual({
      refused: 'too-few-seats',
      seatsLeft: 2,
    })
    const placed = placeBooking(inOffer(party, { travelers: 2 }), hours(1))
    if ('refused' in placed) throw new Error(placed.refused)
    expect(left()).toBe(0)
    await endHolds(() => hours(2))
    expect(bookingNow(placed.booking).status).toBe('expired')
    expect(now(party).state).toBe('offered')
    expect(placeBooking(anOrder({ travelers: 3 }), hours(2))).toEqual({
      refused: 'too-few-seats',
      seatsLeft: 2,
    })
    expect(placeBooking(inOffer(party, { travelers: 1 }), hours(2))).toHaveProperty('booking')
  })

  test('is taken by the payment, and what it leaves goes to the next', async () => {
    const { party, next } = twoOffered()
    const { intent, booking } = await beginPaying(inOffer(party, { travelers: 1 }), hours(1))
    expect(offered(next)).toBe(0)
    takePayment(await payAtStripe(intent.id), hours(1))
    expect(now(party).state).toBe('booked')
    expect(offered(next)).toBe(3)
    expect(booking.waitlistOfferId).not.toBeNull()
    expect(left()).toBe(0)
  })

  test('lapses for the next in line, but not while somebody is paying in it', async () => {
    const { party, next } = twoOffered()
    const ends = offerOf(party.id)?.endsAt ?? NOON
    const late = (minutes: number) => minutesAfter(minutes, ends)
    const { intent, booking } = await beginPaying(inOffer(party, { travelers: 2 }), late(-10))
    settleWaitlists(late(10))
    expect(now(party).state).toBe('offered')
    await endHolds(() => late(21))
    expect(now(party).state).toBe('lapsed')
    expect(offered(next)).toBe(3)
    expect(placeBooking(inOffer(party, { travelers: 2 }), late(22))).toEqual({
      refused: 'too-few-seats',
      seatsLeft: 1,
    })
    expect(letters('waitlist-offer-ended')[0]?.textBody).toContain(`/waitlist/${party.linkToken}`)
    expect(bookingNow(booking).status).toBe('expired')
    expect(intent.id).toBeTruthy()
    rejoinWaitlist(party.linkToken, late(30))
    // One seat is left over by the next party of three.
    expect(offered(party)).toBe(1)
  })

  test('late money takes the seats of its own offer, and of no other', async () => {
    const { party, next } = twoOffered()
    const { intent, booking } = await beginPaying(inOffer(party, { travelers: 2 }), hours(1))
    const paid = await payAtStripe(intent.id)
    free(booking, hours(2))
    expect(takePayment(paid, hours(3)).outcome).toBe('taken')
    expect(now(party).state).toBe('booked')
    expect(offered(next)).toBe(0)
  })

  test('declined, its seats go to the next, and the place is left with a way back', () => {
    const { party, next } = twoOffered()
    expect(leaveWaitlist(party.linkToken, hours(1))).toBe(true)
    expect([now(party).state, offered(next)]).toEqual(['declined', 3])
    expect(letters('waitlist-offer-ended')).toHaveLength(1)
    expect(leaveWaitlist(party.linkToken, hours(1))).toBe(false)
    expect(leaveWaitlist(next.linkToken, hours(2))).toBe(true)
    expect(left()).toBe(SEATS)
  })
})

test('where sales close, offers end and each who waits hears of it once', () => {
  const sold = held(SEATS)
  const [party, other] = [waits({ atLeast: 2, atMost: 2 }), waits({ atLeast: 3, atMost: 3 })]
  asks({})
  free(sold)
  db.update(departures).set({ sales: 'closed' }).run()
  for (const hour of [1, 2]) offerFreedSeats(theDeparture().id, hours(hour))
  expect([party, other].map((one) => now(one).state)).toEqual(['departure-over', 'departure-over'])
  expect(letters('waitlist-over')).toHaveLength(2)
  expect(db.select().from(waitlistOffers).where(eq(waitlistOffers.state, 'live')).all()).toEqual([])
})

test('postponed, those who wait keep their place and hear of the dates; canceled, the list ends with that', async () => {
  const { booking: guest } = await aPaidBooking()
  held(SEATS - 1)
  const party = waits({ atLeast: 2, atMost: 2 })
  asks({})
  const { id, startsOn } = theDeparture()
  // Of those who watch it, who hears of it as a guest, or on its waitlist, gets no second letter.
  for (const email of [party.email.toUpperCase(), guest.customerEmail, 'watcher@example.com'])
    expect(startWatching(email, NOON)).toEqual({ asked: true })
  db.update(departureWatchers).set({ waitingSince: null }).run()
  expect(watcherCountOf(id)).toBe(1)
  const wish = (because: ScheduleReason) => {
    const quoted = digestOf(sheetOf(id, because, NOON))
    return { departureId: id, words: 'Floods.', quoted, formKey: randomUUID() }
  }
  const to = { ...wish('departure-postponed'), startsOn: addDays(startsOn, 7) }
  for (const outcome of [{ changed: {} }, { known: true }])
    expect(postponeDeparture(to, aStaffMember(), NOON)).toMatchObject(outcome)
  expect(now(party).state).toBe('waiting')
  const told = letters('waitlist-postponed')
  expect(told).toHaveLength(1)
  expect(told[0]?.textBody).toContain(
    'it now takes place Oct 23 to Nov 3, 2025, instead of Oct 16 to Oct 27, 2025',
  )

  cancelDeparture(wish('departure-canceled'), aStaffMember(), NOON)
  offerFreedSeats(id, hours(1))
  expect(now(party).state).toBe('departure-over')
  for (const words of ['we had to cancel', 'No other departure is open'])
    expect(letters('waitlist-over').at(-1)?.textBody).toContain(words)
  notifyWatchers(hours(1))
  expect(letters('departure-watched').map(({ toAddress }) => toAddress)).toEqual(['watcher@example.com'])
  db.update(departures).set({ canceledAt: null, startsOn, endsOn: '2025-10-27' }).run()
})

test('late money for a full departure leads to the place of the first booking', async () => {
  const { intent, booking } = await beginPaying(anOrder({ travelers: 2 }), NOON)
  const paid = await payAtStripe(intent.id)
  free(booking)
  const sold = held(SEATS, {}, minutesAfter(31))
  const before = waits({ atLeast: 1, atMost: 1 }, minutesAfter(40))
  expect(waitAsBooked(bookingNow(booking), hours(1))).toBeUndefined()
  expect(takePayment(paid, hours(1)).outcome).toBe('given-back')
  const own = waitAsBooked(bookingNow(booking), hours(2))
  if (!own) throw new Error('no place')
  expect([placeInLine(own), placeInLine(before)]).toEqual([1, 2])
  expect(waitAsBooked(bookingNow(booking), hours(3))?.id).toBe(own.id)
  free(sold, hours(4))
  expect(offered(own)).toBe(2)
})

test('staff find who waits beside free seats, which offers end, and both on the page of a person', () => {
  const sold = [held(1), held(3)] as const
  const large = waits({ atLeast: 4, atMost: 6 })
  const couple = waits({ atLeast: 2, atMost: 2 })
  expect(waitingBesideFreeSeats('2025-06-01')).toEqual([])
  free(sold[1])
  const { id } = theDeparture()
  expect(waitingBesideFreeSeats('2025-06-01')).toMatchObject([{ departureId: id, parties: 1, free: 1 }])
  const ends = offerOf(couple.id)?.endsAt ?? NOON
  expect(offersEndingOn(businessDay(ends))).toMatchObject([{ name: 'Otieno', offer: { seats: 2 } }])
  expect(offersEndingOn('2025-06-01')).toEqual([])
  expect(personWith(large.email.toUpperCase())?.waiting).toMatchObject([{ id: large.id, state: 'waiting' }])
})
