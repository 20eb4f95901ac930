import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type By, recordAct } from '#app/staff/audit-log.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, type Tx } from '#db/connection.server'
import { prepared, rowsBy } from '#db/prepared.server'
import { bookings, waitlistOffers as offers, offeredPlaces as places, travelers } from '#db/schema/bookings'
import { PAID_STATUSES, SEAT_STATUSES } from '#db/values'
import { type Booking, bookingWithId } from '../find-booking.server'
import { offerWithId, type WaitlistOffer } from './entries.server'

/** The place of a traveler which the waitlist may have (rules 1.28). */
export type OfferedPlace = typeof places.$inferSelect

const isOpen = eq(places.state, 'open')

const ofDeparture = eq(places.departureId, sql.placeholder('id'))

const everyOpen = openPlacesWhere(undefined)
const openOfDeparture = openPlacesWhere(ofDeparture)
const toHave = openPlacesWhere(and(ofDeparture, isNull(places.offerId)))
const freed = openPlacesWhere(
  and(
    ofDeparture,
    sql`not exists (
      select 1 from ${travelers} join ${bookings} on ${bookings.id} = ${travelers.bookingId}
      where ${travelers.id} = ${places.travelerId} and ${bookings.departureId} = ${places.departureId} and ${isPaidBooking})`,
  ),
)
const openInOffer = openPlacesWhere(eq(places.offerId, sql.placeholder('id')))

/** All that are open, of one departure or of each, the first first. */
export const openPlaces = (departureId?: number): OfferedPlace[] =>
  departureId === undefined ? everyOpen().all() : openOfDeparture().all({ id: departureId })

/** Of a departure, those that no offer uses. */
export const placesToHave = (departureId: number): OfferedPlace[] => toHave().all({ id: departureId })

const openPlacesIn = ({ id }: WaitlistOffer): OfferedPlace[] => openInOffer().all({ id })

function openPlacesWhere(condition: SQL | undefined) {
  return prepared(() =>
    db.select().from(places).where(and(isOpen, condition)).orderBy(asc(places.id)).prepare(),
  )
}

const ofBooking = rowsBy(places, places.bookingId, places.id)

/** All that were offered of a booking, the first first. */
export const placesOf = ({ id }: Pick<Booking, 'id'>): OfferedPlace[] => ofBooking(id)

/** Whether it ended because its last place was sold; not where it was canceled later than one of them was. */
export const endedByResale = (booking: Pick<Booking, 'id' | 'canceledAt'>): boolean =>
  booking.canceledAt !== null &&
  placesOf(booking).some(
    ({ state, endedAt }) => state === 'sold' && endedAt?.getTime() === booking.canceledAt?.getTime(),
  )

/** An offer to the waitlist needs this many of them; the caller knows there are enough. */
export function lendPlaces(offer: WaitlistOffer, needed: number, tx: Tx): void {
  for (const { id } of placesToHave(offer.departureId).slice(0, Math.max(0, needed))) {
    tx.update(places).set({ offerId: offer.id }).where(eq(places.id, id)).run()
    countLent(offer.id, 1, tx)
  }
}

const countLent = (offerId: number, by: 1 | -1, tx: Tx): void => {
  tx.update(offers)
    .set({ lent: sql`${offers.lent} + ${by}` })
    .where(eq(offers.id, offerId))
    .run()
}

/** The traveler goes nowhere anymore by this place, or keeps it. Its offer is another question. */
export function endPlace(
  place: OfferedPlace,
  as: 'sold' | 'taken-back' | 'ended',
  by: By,
  now: Date,
  tx: Tx,
): void {
  tx.update(places)
    .set({ state: as, endedAt: now, ...(as !== 'sold' && { offerId: null }) })
    .where(eq(places.id, place.id))
    .run()
  // Who freed the seat, or has it replaced, leaves the offer one that is free.
  if (as !== 'sold' && place.offerId !== null) countLent(place.offerId, -1, tx)
  const subject = `booking:${bookingWithId(place.bookingId)?.reference}`
  recordAct(now, { ...by, action: 'place-offer-ended', subject, detail: { place: place.id, as } })
}

/** Who canceled, left or moved has freed the seat by that: the place is offered no more. */
export function endFreedPlaces(departureId: number, now: Date, tx: Tx): void {
  for (const place of freed().all({ id: departureId })) endPlace(place, 'ended', { actor: 'site' }, now, tx)
}

/** Where an offer is over, what no one is paying for in it can be used by another one. */
export function releasePlaces(departureId: number, tx: Tx): void {
  const over = tx
    .selectDistinct({ offer: offers })
    .from(places)
    .innerJoin(offers, eq(offers.id, places.offerId))
    .where(and(eq(places.departureId, departureId), isOpen, ne(offers.state, 'live')))
    .all()
  for (const { offer } of over) {
    for (const { id } of openPlacesIn(offer).slice(placesClaimed(offer, SEAT_STATUSES, tx))) {
      tx.update(places).set({ offerId: null }).where(eq(places.id, id)).run()
    }
  }
}

/** The places that a booking which has just been paid for takes, within its offer. */
export function placesPaidFor({ waitlistOfferId }: Booking, tx: Tx): OfferedPlace[] {
  const offer = waitlistOfferId === null ? undefined : offerWithId(waitlistOfferId)
  if (!offer) return []
  return openPlacesIn(offer).slice(0, placesClaimed(offer, PAID_STATUSES, tx))
}

/** How many open places of an offer its bookings of these statuses need, once its free seats are taken. */
function placesClaimed(offer: WaitlistOffer, statuses: readonly Booking['status'][], tx: Tx): number {
  const sold = tx
    .select({ id: places.id })
    .from(places)
    .where(and(eq(places.offerId, offer.id), eq(places.state, 'sold')))
    .all().length
  const claimed = tx
    .select({ seats: sql<number>`coalesce(sum(${bookings.travelers}), 0)` })
    .from(bookings)
    .where(and(eq(bookings.waitlistOfferId, offer.id), inArray(bookings.status, [...statuses])))
    .get()
  return Math.max(0, (claimed?.seats ?? 0) - (offer.seats - offer.lent) - sold)
}

const PLACES_SHOWN_AT_MOST = 100

/** What staff read of them beside the queue: the open ones first, then the latest that ended. */
export const placesBesideQueue = (departureId: number) =>
  db
    .select({ place: places, reference: bookings.reference, customerName: bookings.customerName })
    .from(places)
    .innerJoin(bookings, eq(bookings.id, places.bookingId))
    .where(eq(places.departureId, departureId))
    .orderBy(sql`${isOpen} desc`, desc(places.id))
    .limit(PLACES_SHOWN_AT_MOST)
    .all()

const placesOfTraveler = rowsBy(places, places.travelerId)

/** The open place of a traveler; undefined where they offer none. */
export const placeOfTraveler = (travelerId: number): OfferedPlace | undefined =>
  placesOfTraveler(travelerId).find(({ state }) => state === 'open')
