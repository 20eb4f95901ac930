import { type Departure, departureWith } from '#app/tour/departures.server'

/** The departure that a page's address names; throws 404 where there is none. */
export function namedDeparture({ departure: id }: { departure?: string }): Departure {
  const departure = id && /^\d{1,15}$/.test(id) ? departureWith(Number(id)) : undefined
  if (!departure) throw new Response(null, { status: 404 })
  return departure
}
