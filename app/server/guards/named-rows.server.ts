import { today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { isGuideOnly } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { nextDepartureId, requestedDepartureId } from '#app/tours/departure-list.server'
import { type Departure, departureIn, departureOf, departureOnOffer } from '#app/tours/departures.server'
import { departuresOfGuide, guideDays, guideSees } from '#app/tours/guides.server'
import { GUIDE_DAYS_AFTER, GUIDE_DAYS_BEFORE } from '#app/tours/promises'
import { isTourList } from '#app/tours/tour-forms'
import type { TourItemKind } from '#app/tours/tour-lists.server'
import { allTours, firstTour, type Tour } from '#app/tours/tours.server'
import { forbidden } from './staff-session.server'

/** The departure in the address; else the next to travel. For a guide, only their own, on its days. */
export function departureInQuery(query: URLSearchParams, staff: Staff): Departure {
  const next = isGuideOnly(staff) ? nextOfGuide(staff)?.id : nextDepartureId(today())
  const id = requestedDepartureId(query.get('departure')) ?? next
  if (id != null) return openTo(staff, departureOf({ departureId: id }))
  if (isGuideOnly(staff)) throw forbidden('No departure is assigned to you yet', ASK_FOR_ONE)
  return departureOnOffer(today())
}

export const ASK_FOR_ONE = 'Please ask the office to assign you to the one you guide.'

function nextOfGuide({ id }: Staff): Departure | undefined {
  const own = departuresOfGuide(id)
  return own.find((departure) => guideSees(departure, today()) !== 'no-longer') ?? own.at(-1)
}

/** Throws 403 where a guide is not assigned to it, or not on this day; then it says when it opens. */
export function openTo(staff: Staff, departure: Departure): Departure {
  if (!isGuideOnly(staff)) return departure
  if (!departuresOfGuide(staff.id).some(({ id }) => id === departure.id)) throw forbidden()
  const { opensOn, lastDay } = guideDays(departure)
  switch (guideSees(departure, today())) {
    case 'now':
      return departure
    case 'later':
      throw forbidden(`This departure opens on ${showDay(opensOn)}`, OPENS)
    case 'no-longer':
      throw forbidden(`This departure closed on ${showDay(lastDay)}`, CLOSED)
  }
}

const OPENS = `Guides see their travelers from ${GUIDE_DAYS_BEFORE} days before the first day. Nothing is wrong with your account: please come back then.`
const CLOSED = `Guides see their travelers until ${GUIDE_DAYS_AFTER} days after the last day. If you still need something, please ask the office.`

/** The row that an address names, or 'new'; throws 404 for anything else. */
export function rowId(id: string | undefined): number | 'new' {
  if (id === 'new') return 'new'
  if (id && /^\d{1,15}$/.test(id)) return Number(id)
  throw new Response(null, { status: 404 })
}

/** The departure that a page's address names; throws 404 where there is none. */
export function namedDeparture({ departure: id }: { departure?: string }): Departure {
  const departure = id && /^\d{1,15}$/.test(id) ? departureIn(Number(id)) : undefined
  if (!departure) throw new Response(null, { status: 404 })
  return departure
}

/** The journey that an address names, without one the first; throws 404 where there is none. */
export function namedTour({ journey }: { journey?: string }): Tour {
  if (journey === undefined) return firstTour()
  const tour = allTours().find(({ id }) => String(id) === journey)
  if (!tour) throw new Response(null, { status: 404 })
  return tour
}

/** Where staff edit that journey's page. */
export const tourSettings = ({ journey }: { journey?: string }): string =>
  `/admin/settings/${journey === undefined ? 'tour-page' : `journeys/${journey}`}`

/** The list of the journey's page that an address names; throws 404 where there is none. */
export function namedList({ kind }: { kind?: string }): TourItemKind {
  if (!isTourList(kind)) throw new Response(null, { status: 404 })
  return kind
}
