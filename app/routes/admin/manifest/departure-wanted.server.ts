import { today } from '#app/clock.server'
import { departureAsked, travelsNext } from '#app/tour/departure-choices.server'
import { type Departure, departureOf, departureOnOffer } from '#app/tour/departures.server'

/**
 * Whose manifest is wanted: that of the departure in the address; without one, of the journey that is under way or
 * next. Throws 503 at a browser that only fetches ahead: what nobody looks at is not opened, and the log says who did.
 */
export function departureWanted({ url, headers }: Request): Departure {
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? ''
  if (/prefetch|prerender/.test(purpose)) throw new Response(null, { status: 503 })
  const id = departureAsked(new URL(url).searchParams.get('departure')) ?? travelsNext(today())
  return id === null ? departureOnOffer(today()) : departureOf({ departureId: id })
}
