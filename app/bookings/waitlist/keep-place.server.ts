import { type Actor, type By, byStaff } from '#app/staff/audit-log.server'
import { departureOf, unofferedSeats } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import type { OfferIfSeatKept } from '../stored-values'
import { isBeingPaid, offerWithId } from './entries.server'
import { offerFreedSeats, withdrawOffer } from './offer-seats.server'
import { endPlace, lendPlaces, type OfferedPlace, placesOf, placesToHave } from './offered-places.server'
import { mailPlaceEnded } from './waitlist-letters.server'

/** What becomes of the offer that needs a place, if its traveler keeps it. */
export function offerIfSeatKept(place: OfferedPlace): OfferIfSeatKept {
  const offer = place.offerId === null ? undefined : offerWithId(place.offerId)
  if (!offer) return 'no-offer'
  if (unofferedSeats(departureOf(place)) > 0) return 'free-seat'
  if (placesToHave(place.departureId).length > 0) return 'another-place'
  return isBeingPaid(offer) ? 'being-paid' : 'offer-ends'
}

/**
 * A traveler keeps a place that they offered. An offer that needs it gets a free seat or another such place
 * instead; else it ends, and its party is in line as before. False while someone is paying for it: then
 * nothing changes.
 */
export function keepPlace(
  place: OfferedPlace,
  as: 'taken-back' | 'ended',
  by: By,
  now: Date,
  tx: Tx,
): boolean {
  const offer = place.offerId === null ? undefined : offerWithId(place.offerId)
  const becomes = offerIfSeatKept(place)
  if (becomes === 'being-paid') return false
  if (offer && becomes === 'another-place') lendPlaces(offer, 1, tx)
  endPlace(place, as, by, now, tx)
  if (offer?.state === 'live' && becomes === 'offer-ends') withdrawOffer(offer, by.actor, now, tx)
  offerFreedSeats(place.departureId, now)
  return true
}

/** Which place of a booking staff take off the list, and what becomes of its offer, as it was shown. */
export type PlaceOff = { placeId: number; shown: OfferIfSeatKept }

/**
 * Takes a place off the list for its traveler, who hears of it and may offer it again (rules 1.28). Refused
 * where it is not on offer anymore, while a party is paying for it, and where something else would become of
 * an offer than was shown.
 */
export function takePlaceOff(
  booking: { id: number },
  { placeId, shown }: PlaceOff,
  staff: Actor,
  now: Date,
): { done: true } | { refused: 'gone' | 'being-paid' | 'changed' } {
  return immediately((tx) => {
    const place = placesOf(booking).find(({ id }) => id === placeId)
    if (place?.state !== 'open') return { refused: 'gone' }
    const becomes = offerIfSeatKept(place)
    if (becomes === 'being-paid') return { refused: becomes }
    if (becomes !== shown) return { refused: 'changed' }
    keepPlace(place, 'ended', byStaff(staff), now, tx)
    mailPlaceEnded(place, 'staff', now)
    return { done: true }
  })
}
