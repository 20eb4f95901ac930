import { today } from '#app/clock.server'
import { departureAsked, travelsNext } from '#app/tour/departure-choices.server'
import { type Departure, departureOf, departureOnOffer } from '#app/tour/departures.server'

/** The departure that the address names; else the one that travels next. */
export function departureShown(query: URLSearchParams): Departure {
  const id = departureAsked(query.get('departure')) ?? travelsNext(today())
  return id === null ? departureOnOffer(today()) : departureOf({ departureId: id })
}
