import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { type Day, showDays } from '#app/platform/days'
import { departureDates, travelsNext } from '#app/tours/departure-list.server'
import { departureOf } from '#app/tours/departures.server'
import type { RoomType } from '#app/tours/party'
import { type DetailField, travelerWords } from './detail-fields'
import { passportEndsTooSoon } from './detail-rules'
import { detailsProgress, detailsRows, missingIn, toldInWords } from './details.server'

/** How far a traveler's details have come: what is missing by name, never what was told. */
export type TravelerStanding = {
  position: number
  /** Their name, or 'Traveler 2' while they have none. */
  called: string
  email: string | null
  roomType: RoomType
  /** They told us something, however little. */
  isTold: boolean
  missing: DetailField[]
  /** '3 of 10'. */
  told: string
  passportEndsTooSoon: boolean
}

/** Of everybody who travels on a booking, the lead traveler first. */
export function partyStanding(booking: Booking): TravelerStanding[] {
  const party = partyOf(booking.id)
  const { endsOn } = departureOf(booking)
  const rows = detailsRows(party.map(({ id }) => id))
  return party.map((traveler) => {
    const row = rows.get(traveler.id)
    const missing = missingIn(row)
    return {
      position: traveler.position,
      called: travelerWords(traveler),
      email: traveler.email,
      roomType: traveler.roomType,
      isTold: row !== undefined,
      missing,
      told: toldInWords(missing),
      passportEndsTooSoon: passportEndsTooSoon(row, endsOn),
    }
  })
}

export type NextDepartureDetails = {
  departureId: number
  dates: string
  startsOn: Day
  travelers: number
  complete: number
}

/**
 * How complete the details are for the departure under way, or the next one; null while nobody travels on it.
 */
export function detailsOfNextDeparture(today: Day): NextDepartureDetails | null {
  const departureId = travelsNext(today)
  const dates = departureId === null ? undefined : departureDates().get(departureId)
  if (departureId === null || !dates || dates.endsOn < today) return null
  const progress = detailsProgress(departureId)
  if (progress.travelers === 0) return null
  return { departureId, dates: showDays(dates.startsOn, dates.endsOn), startsOn: dates.startsOn, ...progress }
}
