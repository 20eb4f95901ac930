import { and, asc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Day } from '#app/platform/days'
import { isHeld, isPaidBooking, KEEPS_SEAT } from '#db/booking-queries.server'
import { db, sqlite } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { departures, tours } from '#db/schema/tours'
import { dayInName, hasBegun, lastSaleDay, runningSentence, runsFrom } from './departure'
import { originalTour } from './tours.server'

/** One run of a journey, with the journey's name, type and address. */
export type Departure = typeof departures.$inferSelect & { name: string; tourType: string; path: string }

/** Places to be had, none yet, none left, or sales closed by staff, by date or by the journey's beginning. */
export type SalesState = 'open' | 'not-yet' | 'closed' | 'sold-out'

const departureColumns = {
  ...getTableColumns(departures),
  ...{ name: tours.name, tourType: tours.tourType, path: tours.path },
}
/** Departures, each with its journey's name, type and address. */
export const selectDepartures = () =>
  db.select(departureColumns).from(departures).innerJoin(tours, eq(tours.id, departures.tourId))

/** Guests see neither the departures of a journey that is a draft, nor drafts of others. */
export const isReleased = and(ne(tours.state, 'draft'), ne(departures.sales, 'draft'))
const isPublic = and(isReleased, eq(departures.isPrivate, false))

const lastBegun = sql`coalesce((select max(starts_on) from departures
  where tour_id = ${tours.id} and sales <> 'draft' and is_private = 0
    and starts_on <= ${sql.placeholder('today')}), '')`

const fromLastBegun = selectDepartures()
  .where(
    and(
      isPublic,
      sql`${departures.startsOn} >= ${lastBegun}`,
      sql`iif(${sql.placeholder('tourId')} is null, ${tours.state} = 'shown', ${tours.id} = ${sql.placeholder('tourId')})`,
    ),
  )
  .orderBy(asc(departures.startsOn), asc(departures.numberOnDay))
  .prepare()

const released = selectDepartures()
  .where(and(isReleased, sql`${departures.endsOn} >= ${sql.placeholder('today')}`))
  .orderBy(asc(departures.startsOn), asc(departures.numberOnDay))
  .prepare()

const startingOn = selectDepartures()
  .where(
    and(
      isPublic,
      eq(departures.startsOn, sql.placeholder('startsOn')),
      eq(departures.numberOnDay, sql.placeholder('numberOnDay')),
    ),
  )
  .prepare()

/** Also once it is private no longer: links that were sent go on. */
const withLinkKey = selectDepartures()
  .where(and(isReleased, eq(departures.linkKey, sql.placeholder('name'))))
  .prepare()

/** Of what is kept for a leader, what their guests have not taken. */
const KEPT = `select coalesce(sum(max(seats - (select coalesce(sum(number_of_guests), 0) from bookings
  where leader_id = terms.leader_id and departure_id = terms.departure_id and ${KEEPS_SEAT}), 0)), 0)
  from leader_terms as terms where departure_id = :departureId and seats > 0 and released_at is null`

// In one query: seats held or paid for; those that offers, and blocks of leaders, keep beyond what was taken
// in them; of all, those that a traveler offers and still has; and the smallest party that waits. One for
// which staff collect waits for all that comes free.
type Counted = Record<'taken' | 'offered' | 'shared' | 'kept' | 'own', number> & { least: number | null }
const seatsCounted = prepared(() =>
  sqlite.prepare<[{ departureId: number; leaderId: number | null }], Counted>(`
    select
      (select coalesce(sum(number_of_guests), 0) from bookings
        where departure_id = :departureId and ${KEEPS_SEAT}) as taken,
      (select coalesce(sum(max(seats - (select coalesce(sum(number_of_guests), 0) from bookings
          where waitlist_offer_id = offer.id and ${KEEPS_SEAT}), 0)), 0)
        from waitlist_offers as offer where departure_id = :departureId and state = 'live') as offered,
      (select count(*) from offered_places
        where departure_id = :departureId and state = 'open' and offer_id is not null) as shared,
      (${KEPT}) as kept,
      (${KEPT} and leader_id = :leaderId) as own,
      (select min(iif(collect_until is null, at_least, 0)) from waitlist_entries
        where departure_id = :departureId and state = 'waiting' and is_skipped = 0) as least`),
)

const NONE = { taken: 0, offered: 0, shared: 0, kept: 0, own: 0, least: null }
const counted = (departureId: number, leaderId: number | null = null): Counted =>
  seatsCounted().get({ departureId, leaderId }) ?? NONE

/** `own` of a leader are the seats kept for them that are there. */
function countSeats({ id, seats }: Pick<Departure, 'id' | 'seats'>, leaderId: number | null = null) {
  const { taken, offered, shared, kept, own, least } = counted(id, leaderId)
  const free = Math.max(0, seats - taken - offered + shared)
  const unoffered = Math.max(0, free - kept)
  return { least, unoffered, own: Math.min(own, free - unoffered) }
}

/** One journey; without it, all that are shown. */
type OfTour = { tourId: number } | null

/**
 * What the public sees, by first day: the last departure of each journey that began, and all that lie ahead.
 * No drafts.
 */
export const publicDepartures = (today: Day, of: OfTour = null): Departure[] =>
  fromLastBegun.all({ today, tourId: of?.tourId ?? null })

/** What staff sell and look after, by first day: all that are not over, also private ones. No drafts. */
export const departuresNotOver = (today: Day): Departure[] => released.all({ today })

/** The departure that a link names (`nameInLinks`), also a closed one; undefined where it names none. */
export const departureNamed = (name: string): Departure | undefined =>
  publicOne(name) ?? withLinkKey.get({ name })

function publicOne(name: string): Departure | undefined {
  const day = dayInName(name)
  return day ? startingOn.get(day) : undefined
}

/**
 * What a journey's page and the checkout are about: the named departure, also a closed one; else the next
 * public one on sale, the next that lies ahead, or the last that began, of the first journey before others
 * (rules 1.13). Throws where none is public, which cannot be.
 */
export function departureOnOffer(today: Day, asked: string | null = null, of: OfTour = null): Departure {
  const chosen = asked === null ? undefined : departureNamed(asked)
  if (chosen) return chosen
  const all = publicDepartures(today, of).toSorted((one, other) => one.tourId - other.tourId)
  const offered =
    all.find((departure) => salesState(departure, today) === 'open') ??
    all.find((departure) => liesAhead(departure, today)) ??
    all.find((departure) => !hasBegun(departure, today)) ??
    all.findLast(({ tourId }) => tourId === all[0]?.tourId)
  if (!offered) throw new Error('There is no departure to show')
  return offered
}

export const liesAhead = (departure: Departure, today: Day): boolean =>
  !hasBegun(departure, today) && departure.canceledAt === null

/** Whether everybody may be shown the departure that a link names by its first day. */
export const isPublicDeparture = (name: string): boolean => publicOne(name) !== undefined

/** The next departure on sale; null where none is. */
export const nextOnSale = (today: Day, of: OfTour = null): Departure | null =>
  publicDepartures(today, of).find((departure) => salesState(departure, today) === 'open') ?? null

/** Whether a public one lies ahead. */
export const isDepartureAhead = (today: Day): boolean =>
  publicDepartures(today).some((departure) => liesAhead(departure, today))

/**
 * Seats that anyone can have: not held, paid for, offered to the waitlist or kept for a leader, and none
 * while a party on the list fits into them (rules 1.27). Guests of a leader also have those kept for them.
 * Never below zero, even where staff lowered the seats under what was sold.
 */
export function seatsLeft(departure: Departure, leaderId: number | null = null): number {
  const { unoffered, least, own } = countSeats(departure, leaderId)
  return own + (least !== null && least <= unoffered ? 0 : unoffered)
}

/** Of the seats kept for a leader, those that are still there. */
export const seatsKeptFor = (leaderId: number, departure: Departure): number =>
  countSeats(departure, leaderId).own

/** Seats that no one has and no one was offered: the waitlist gets them first. */
export const unofferedSeats = (departure: Departure): number => countSeats(departure).unoffered

const travelersOf = (which: typeof isHeld) =>
  prepared(() =>
    db
      .select({ travelers: sql<number>`coalesce(sum(${bookings.travelers}), 0)` })
      .from(bookings)
      .where(sql`${bookings.departureId} = ${sql.placeholder('departureId')} and ${which}`)
      .prepare(),
  )
const held = travelersOf(isHeld)
const paid = travelersOf(isPaidBooking)

export type SeatsTaken = { held: number; paid: number; offered: number; kept: number }

/**
 * Seats held while someone pays, those that are paid for, and those that are offered to the waitlist, or
 * kept for leaders, and not taken yet; without those that a traveler still has, also where they are held for
 * a buyer.
 */
export function seatsTakenOn(departureId: number): SeatsTaken {
  const { offered, shared, kept } = counted(departureId)
  return {
    held: held().get({ departureId })?.travelers ?? 0,
    paid: seatsPaidOn(departureId),
    offered: offered - shared,
    kept,
  }
}

/** Seats that are paid for. */
export const seatsPaidOn = (departureId: number): number => paid().get({ departureId })?.travelers ?? 0

/** Whether it runs, as every guest reads it: by its decision, and by how many have paid. */
export const runningOn = (departure: Departure, today: Day): string | null =>
  runningSentence(departure, seatsPaidOn(departure.id), today)

export const runsFromOn = (departure: Departure, today: Day) =>
  runsFrom(departure, seatsPaidOn(departure.id), today)

/**
 * Sold from its opening day, while places are left, until staff close it or the last day of sale is over
 * (rules 1.4). A draft counts as closed.
 */
export function salesState(departure: Departure, today: Day, leaderId: number | null = null): SalesState {
  if (departure.sales !== 'open' || today > lastSaleDay(departure)) return 'closed'
  if (departure.salesOpenOn !== null && today < departure.salesOpenOn) return 'not-yet'
  return seatsLeft(departure, leaderId) > 0 ? 'open' : 'sold-out'
}

const toursOn = prepared(() =>
  db
    .selectDistinct({ tourId: departures.tourId })
    .from(departures)
    .where(eq(departures.startsOn, sql.placeholder('day')))
    .prepare(),
)

/**
 * Whether someone who traveled from a day was on a journey: by its departures. Where none began then, or no
 * one has said the day, it was the company's first one.
 */
export function traveledWith(tourId: number, from: string | null): boolean {
  const begun = from === null ? [] : toursOn().all({ day: from })
  return begun.length > 0 ? begun.some((one) => one.tourId === tourId) : tourId === originalTour().id
}

const withId = prepared(() =>
  selectDepartures()
    .where(eq(departures.id, sql.placeholder('id')))
    .prepare(),
)

/** Undefined where there is none. Also for a transaction that is about to sell a seat on it. */
export const departureIn = (id: number): Departure | undefined => withId().get({ id })

/** The departure of a booking. Throws where it is gone, which the database prevents. */
export function departureOf({ departureId }: { departureId: number }): Departure {
  const departure = departureIn(departureId)
  if (!departure) throw new Error(`There is no departure ${departureId}`)
  return departure
}
