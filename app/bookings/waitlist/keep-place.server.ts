import { departureOf, unofferedSeats } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { isBeingPaid, offerWithId } from './entries.server'
import { offerFreedSeats, withdrawOffer } from './offer-seats.server'
import { endPlace, lendPlaces, type OfferedPlace, placesToHave } from './offered-places.server'

/**
 * A traveler keeps a place that they offered. An offer that needs it gets a free seat or another such place
 * instead; else it ends, and its party is in line as before. False while somebody is paying for it: then
 * nothing changes.
 */
export function keepPlace(
  place: OfferedPlace,
  as: 'taken-back' | 'ended',
  by: string,
  now: Date,
  tx: Tx,
): boolean {
  const offer = place.offerId === null ? undefined : offerWithId(place.offerId)
  const isFree = !offer || unofferedSeats(departureOf(place)) > 0
  const isReplaced = !isFree && placesToHave(place.departureId).length > 0
  if (offer && !isFree && !isReplaced && isBeingPaid(offer)) return false
  if (offer && isReplaced) lendPlaces(offer, 1, tx)
  endPlace(place, as, by, now, tx)
  if (offer?.state === 'live' && !isFree && !isReplaced) withdrawOffer(offer, by, now, tx)
  offerFreedSeats(place.departureId, now)
  return true
}
