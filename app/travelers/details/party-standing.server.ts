import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { departureOf } from '#app/tour/departures.server'
import { type DetailField, travelerWords } from './detail-fields'
import { detailsRows, missingIn } from './details.server'
import { passportEndsTooSoon } from './passport-validity'

/** How far a traveler's details have come: what is missing by name, never what was told. */
export type TravelerStanding = {
  position: number
  /** Their name, or 'Traveler 2' while they have none. */
  called: string
  email: string | null
  /** They told us something, however little. */
  isTold: boolean
  missing: DetailField[]
  passportEndsTooSoon: boolean
}

/** Of everybody who travels on a booking, who booked first. */
export function partyStanding(booking: Booking): TravelerStanding[] {
  const party = partyOf(booking.id)
  const { endsOn } = departureOf(booking)
  const rows = detailsRows(party.map(({ id }) => id))
  return party.map((traveler) => ({
    position: traveler.position,
    called: travelerWords(traveler),
    email: traveler.email,
    isTold: rows.has(traveler.id),
    missing: missingIn(rows.get(traveler.id)),
    passportEndsTooSoon: passportEndsTooSoon(rows.get(traveler.id), endsOn),
  }))
}
