import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { postTo } from '#app/mail/outbox.server'
import { businessDay } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { type Dates, lastSaleDay } from '#app/tours/departure'
import { openInstead } from '#app/tours/departure-list.server'
import {
  type Departure,
  departureIn,
  departureOf,
  salesState,
  unofferedSeats,
} from '#app/tours/departures.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { bookings, waitlistEntries as entries, waitlistOffers as offers } from '#db/schema/bookings'
import type { Booking } from '../find-booking.server'
import type { EntryState, OfferState } from '../stored-values'
import {
  closesAt,
  type Entry,
  entryWithId,
  isLiving,
  liveOfferOf,
  offerEnd,
  offerOf,
  type WaitlistOffer,
  waitFor,
} from './entries.server'
import {
  endFreedPlaces,
  endPlace,
  lendPlaces,
  openPlaces,
  placesToHave,
  releasePlaces,
} from './offered-places.server'
import {
  aboutEntry,
  mailPlaceEnded,
  offerEnded,
  offerWithdrawn,
  seatsOffered,
  waitlistOver,
  waitlistPostponed,
} from './waitlist-letters.server'

/**
 * Brings a waitlist up to now: ended offers lapse, and free seats are offered in line (rules 1.27). Called in
 * the transaction that frees seats, and every minute for what time ends; until then they are not public
 * (`seatsLeft`). Where sales have closed the list ends.
 */
export function offerFreedSeats(departureId: number, now: Date): void {
  immediately((tx) => {
    const departure = isWaitedFor(departureId) ? departureIn(departureId) : undefined
    if (!departure) return
    const sales = salesState(departure, businessDay(now))
    endFreedPlaces(departureId, now, tx)
    if (sales === 'closed') return endWaitlist(departure, now, tx)
    for (const offer of offersThatEnded(departureId, now, tx)) lapse(offer, now, tx)
    releasePlaces(departureId, tx)
    stopCollecting(departureId, now, tx)
    if (sales === 'not-yet') return
    for (let entry = nextToOffer(departure, tx); entry; entry = nextToOffer(departure, tx)) {
      offerTo(entry, departure, null, now, tx)
    }
  })
}

/** The same of every departure that someone waits for. */
export function settleWaitlists(now: Date): void {
  const waitedFor = db.selectDistinct({ id: entries.departureId }).from(entries).where(isLiving).all()
  const departures = [...waitedFor.map(({ id }) => id), ...openPlaces().map((place) => place.departureId)]
  for (const id of new Set(departures)) offerFreedSeats(id, now)
}

/** Whether someone waits for it, or offers a place on it. */
const isWaitedFor = (departureId: number): boolean =>
  openPlaces(departureId).length > 0 || hasRow(entries, and(eq(entries.departureId, departureId), isLiving))

/** The next to whom something can be offered. */
function nextToOffer(departure: Departure, tx: Tx): Entry | undefined {
  const seats = unofferedSeats(departure) + placesToHave(departure.id).length
  return seats > 0 ? nextThatFits(departure.id, seats, tx) : undefined
}

/**
 * How many seats a party can be offered now: free ones, and only where these are too few for it, places that
 * travelers offer as well. Below its smallest number where it does not fit.
 */
export function seatsFor({ atLeast, atMost }: Entry, departure: Departure): number {
  const free = unofferedSeats(departure)
  return Math.min(atMost, free >= atLeast ? free : free + placesToHave(departure.id).length)
}

/** The first in line whose smallest number of seats is there; or the one that staff collect seats for. */
function nextThatFits(departureId: number, seats: number, tx: Tx): Entry | undefined {
  const next = tx
    .select()
    .from(entries)
    .where(
      and(
        waitFor(departureId),
        eq(entries.isSkipped, false),
        sql`(${isNotNull(entries.collectUntil)} or ${entries.atLeast} <= ${seats})`,
      ),
    )
    .orderBy(sql`${entries.collectUntil} is null`, entries.joinedAt, entries.id)
    .limit(1)
    .get()
  return next && next.atLeast <= seats ? next : undefined
}

/** Keeps seats for an entry and writes to it. That it fits is known. */
export function offerTo(
  entry: Entry,
  departure: Departure,
  staff: Actor | null,
  now: Date,
  tx: Tx,
): WaitlistOffer {
  const zone = env.BUSINESS_TIMEZONE
  const closing = closesAt(lastSaleDay(departure), zone)
  const [seats, free] = [seatsFor(entry, departure), unofferedSeats(departure)]
  const offer = tx
    .insert(offers)
    .values({
      entryId: entry.id,
      departureId: departure.id,
      seats,
      madeBy: staff?.username ?? null,
      madeAt: now,
      endsAt: offerEnd(now, departure.waitlistOfferHours, closing, zone),
    })
    .returning()
    .get()
  lendPlaces(offer, seats - free, tx)
  moveEntry(entry, 'offered', now, tx)
  const letter = seatsOffered(aboutEntry(entry, departure, now), { ...offer, isResold: seats > free })
  postTo(entry.email, now, { kind: 'waitlist-offer', once: offer.id, letter })
  const by = staff ? byStaff(staff) : { actor: 'schedule' }
  recordDepartureAct(now, departure.id, by, 'waitlist-offered', { entry: entry.id, seats })
  return offer
}

/** Where an entry stands from now on. One that has ended collects nothing, and is not counted by network. */
export function moveEntry(entry: Entry, state: EntryState, now: Date, tx: Tx): void {
  const isOver = !['unconfirmed', 'waiting', 'offered'].includes(state)
  const moved = { state, collectUntil: null, ...(isOver && { addressDigest: null, isSkipped: false }) }
  tx.update(entries)
    .set({ ...moved, updatedAt: now })
    .where(eq(entries.id, entry.id))
    .run()
}

/** Ends a live offer; its seats go on to the next by `offerFreedSeats`. */
export function endOffer(
  offer: WaitlistOffer,
  as: Exclude<OfferState, 'live'>,
  by: string,
  now: Date,
  tx: Tx,
): void {
  tx.update(offers).set({ state: as, endedAt: now }).where(eq(offers.id, offer.id)).run()
  const detail = { entry: offer.entryId, seats: offer.seats, as }
  recordDepartureAct(now, offer.departureId, { actor: by }, 'waitlist-offer-ended', detail)
}

/** Offers whose time is over. One in which someone is paying waits for the end of the hold. */
const offersThatEnded = (departureId: number, now: Date, tx: Tx): WaitlistOffer[] =>
  tx
    .select()
    .from(offers)
    .where(
      and(
        eq(offers.departureId, departureId),
        eq(offers.state, 'live'),
        sql`${offers.endsAt} <= ${now.getTime()}`,
        sql`not exists (select 1 from ${bookings} as held
          where held.waitlist_offer_id = ${offers.id} and held.payment_status = 'pending')`,
      ),
    )
    .orderBy(offers.endsAt, offers.id)
    .all()

function lapse(offer: WaitlistOffer, now: Date, tx: Tx): void {
  endOffer(offer, 'lapsed', 'schedule', now, tx)
  const entry = entryWithId(offer.entryId)
  if (!entry) return
  moveEntry(entry, 'lapsed', now, tx)
  mailOfferEnded(entry, offer, 'lapsed', now)
}

/** Says that an offer is over, with the way back to the end of the line. */
export function mailOfferEnded(
  entry: Entry,
  offer: WaitlistOffer,
  as: 'lapsed' | 'declined',
  now: Date,
): void {
  const departure = departureIn(entry.departureId)
  if (!departure) return
  const letter = offerEnded(aboutEntry(entry, departure, now), as)
  postTo(entry.email, now, { kind: 'waitlist-offer-ended', once: offer.id, letter })
}

function stopCollecting(departureId: number, now: Date, tx: Tx): void {
  tx.update(entries)
    .set({ collectUntil: null, updatedAt: now })
    .where(and(eq(entries.departureId, departureId), lt(entries.collectUntil, businessDay(now))))
    .run()
}

/** Ends an offer because a traveler keeps their place after all: the party is back in line, and is told. */
export function withdrawOffer(offer: WaitlistOffer, by: string, now: Date, tx: Tx): void {
  endOffer(offer, 'withdrawn', by, now, tx)
  const entry = entryWithId(offer.entryId)
  if (!entry) return
  moveEntry(entry, 'waiting', now, tx)
  const letter = offerWithdrawn(aboutEntry(entry, departureOf(entry), now))
  postTo(entry.email, now, { kind: 'waitlist-offer-withdrawn', once: offer.id, letter })
}

/** Ends the offers and tells each confirmed party, and those who offer a place: no more seats are sold. */
function endWaitlist(departure: Departure, now: Date, tx: Tx): void {
  const living = livingOn(departure.id, tx)
  for (const entry of living) {
    const offer = offerOf(entry.id)
    if (offer) endOffer(offer, 'withdrawn', 'schedule', now, tx)
    moveEntry(entry, 'departure-over', now, tx)
    if (entry.state === 'unconfirmed') continue
    const open = openInstead(departure.id, businessDay(now), entry.atLeast)
    const letter = waitlistOver(aboutEntry(entry, departure, now), departure, open)
    const once = `${entry.id}:${entry.joinedAt.getTime()}`
    postTo(entry.email, now, { kind: 'waitlist-over', once, letter })
  }
  releasePlaces(departure.id, tx)
  for (const place of placesToHave(departure.id)) {
    endPlace(place, 'ended', { actor: 'schedule' }, now, tx)
    // That a departure is canceled has a letter of its own.
    if (departure.canceledAt === null) mailPlaceEnded(place, 'closed', now)
  }
  if (living.length === 0) return
  const detail = { entries: living.length }
  recordDepartureAct(now, departure.id, { actor: 'schedule' }, 'waitlist-ended', detail)
}

const livingOn = (departureId: number, tx: Tx): Entry[] =>
  tx
    .select()
    .from(entries)
    .where(and(eq(entries.departureId, departureId), isLiving))
    .all()

/** Tells each confirmed party that the departure takes place later; `once` names the change. */
export function notifyWaitlistOfDates(
  departure: Departure,
  from: Dates,
  once: string,
  now: Date,
  tx: Tx,
): void {
  for (const entry of livingOn(departure.id, tx)) {
    if (entry.state === 'unconfirmed') continue
    const letter = waitlistPostponed(aboutEntry(entry, departure, now), from)
    postTo(entry.email, now, { kind: 'waitlist-postponed', once: `${entry.id}:${once}`, letter })
  }
}

/** Someone has paid for seats that were offered to them: the offer is taken, whatever its hour is. */
export function takeOffer(booking: Booking, now: Date, tx: Tx): void {
  const offer = liveOfferOf(booking)
  if (!offer) return
  endOffer(offer, 'taken', 'traveler', now, tx)
  const entry = entryWithId(offer.entryId)
  if (entry) moveEntry(entry, 'booked', now, tx)
}
