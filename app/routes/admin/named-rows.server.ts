import { today } from '#app/platform/clock.server'
import { departureAsked, travelsNext } from '#app/tours/departure-list.server'
import { type Departure, departureOf, departureOnOffer, departureWith } from '#app/tours/departures.server'
import { isTourList } from '#app/tours/tour-forms'
import type { TourItemKind } from '#app/tours/tour-items.server'

/** The departure that the address names; else the one that travels next. */
export function departureShown(query: URLSearchParams): Departure {
  const id = departureAsked(query.get('departure')) ?? travelsNext(today())
  return id === null ? departureOnOffer(today()) : departureOf({ departureId: id })
}

/** The row that an address names, or 'new'; throws 404 for anything else. */
export function rowId(id: string | undefined): number | 'new' {
  if (id === 'new') return 'new'
  if (id && /^\d{1,15}$/.test(id)) return Number(id)
  throw new Response(null, { status: 404 })
}

/** The departure that a page's address names; throws 404 where there is none. */
export function namedDeparture({ departure: id }: { departure?: string }): Departure {
  const departure = id && /^\d{1,15}$/.test(id) ? departureWith(Number(id)) : undefined
  if (!departure) throw new Response(null, { status: 404 })
  return departure
}

/** The list of the journey's page that an address names; throws 404 where there is none. */
export function namedList({ kind }: { kind?: string }): TourItemKind {
  if (!isTourList(kind)) throw new Response(null, { status: 404 })
  return kind
}
