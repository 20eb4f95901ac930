import { eq, sql } from 'drizzle-orm'
import { rows, type Words, words } from '#app/mail/letter'
import { type Day, showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { cents, showCents } from '#app/platform/money'
import { isPaidBooking, keepsSeat, TO_PAY_BACK, WAITS_FOR_DECISION } from '#db/booking-queries.server'
import { db, sqlite } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { departures, tours } from '#db/schema/tours'
import { hasBegun } from './departure'
import {
  type Departure,
  departureOf,
  departuresNotOver,
  isReleased,
  liesAhead,
  publicDepartures,
  type SalesState,
  salesState,
  seatsLeft,
  seatsTakenOn,
  selectDepartures,
} from './departures.server'
import { departureInWords } from './tours.server'

const WHILE_AHEAD = {
  open: 'on-sale',
  'not-yet': 'opens',
  'sold-out': 'sold-out',
  closed: 'closed',
} as const

/** What staff read first of a departure. */
export type DepartureState = 'draft' | 'canceled' | 'under-way' | 'past' | (typeof WHILE_AHEAD)[SalesState]

const all = selectDepartures()
  .orderBy(sql`${departures.startsOn} desc, ${departures.numberOnDay} desc`)
  .prepare()

const sums = db
  .select({
    id: bookings.departureId,
    taken: sql<number>`sum(case when ${keepsSeat} then ${bookings.travelers} else 0 end)`,
    collected: sql<number>`sum(${bookings.keptCents} - coalesce(back.amountCents, 0))`,
    outstanding: sql<number>`sum(${bookings.askedCents})`,
    onItsWay: sql<number>`sum(case when ${isPaidBooking} then ${bookings.onItsWayCents} else 0 end)`,
  })
  .from(bookings)
  .leftJoin(sql`(${sql.raw(TO_PAY_BACK)}) as back`, sql`back.id = ${bookings.id}`)
  .groupBy(bookings.departureId)
  .prepare()

const overdue = sqlite.prepare<[Day], { id: number; sum: number }>(`
  select b.departure_id as id, sum(i.owed_cents) as sum
  from installments i join bookings b on b.id = i.booking_id
  where i.owed_cents > 0 and i.due_on < ? and not i.${WAITS_FOR_DECISION} group by b.departure_id`)

/** All departures, the latest first, with their seats and money: collected, outstanding and overdue. */
export function listDepartures(today: Day) {
  const money = new Map(sums.all().map((row) => [row.id, row]))
  const late = new Map(overdue.all(today).map((row) => [row.id, row.sum]))
  return all.all().map((departure) => {
    const { taken = 0, collected = 0, outstanding = 0, onItsWay = 0 } = money.get(departure.id) ?? {}
    return {
      ...departure,
      state: stateOf(departure, today),
      /** Seats that are held or paid for. */
      taken,
      collectedCents: cents(collected),
      outstandingCents: cents(outstanding),
      /** From bank accounts, neither there nor failed. */
      onItsWayCents: cents(onItsWay),
      overdueCents: cents(late.get(departure.id) ?? 0),
    }
  })
}

export type ListedDeparture = ReturnType<typeof listDepartures>[number]

export function stateOf(departure: Departure, today: Day): DepartureState {
  if (departure.sales === 'draft') return 'draft'
  if (departure.canceledAt !== null) return 'canceled'
  if (today > departure.endsOn) return 'past'
  if (hasBegun(departure, today)) return 'under-way'
  return WHILE_AHEAD[salesState(departure, today)]
}

type Dates = {
  id: number
  tourId: number
  tourName: string
  startsOn: Day
  endsOn: Day
  canceledAt: Date | null
}

const allDates = db
  .select({
    id: departures.id,
    tourId: departures.tourId,
    tourName: tours.shortName,
    startsOn: departures.startsOn,
    endsOn: departures.endsOn,
    canceledAt: departures.canceledAt,
  })
  .from(departures)
  .innerJoin(tours, eq(tours.id, departures.tourId))
  .where(isReleased)
  .orderBy(departures.startsOn, departures.numberOnDay)
  .prepare()

/** The dates of all departures that are no drafts, by their numbers. */
export const departureDates = (): Map<number, Dates> =>
  new Map(allDates.all().map((dates) => [dates.id, dates]))

export type DepartureChoice = { id: number; dates: string }

/** More than a decade of four journeys a year; an earlier one is reached from the list of departures. */
export const CHOICES_AT_MOST = 48

/** What staff choose from where a list is narrowed to a departure: the latest first, and the chosen one. */
export function departureChoices(chosen: number | null): DepartureChoice[] {
  const latestFirst = [...departureDates().values()].toReversed()
  const areSeveral = latestFirst.some(({ tourName }) => tourName !== latestFirst[0]?.tourName)
  return latestFirst
    .filter(({ id }, index) => index < CHOICES_AT_MOST || id === chosen)
    .map(({ id, tourName, canceledAt, ...dates }) => ({
      id,
      dates: `${inWords(dates)}${areSeveral ? `, ${tourName}` : ''}${canceledAt ? ', canceled' : ''}`,
    }))
}

const written = new Map<string, string>()
const WRITTEN_AT_MOST = 1_000

/** Written out once: of two hundred departures the dates alone would take two milliseconds each time. */
function inWords({ startsOn, endsOn }: Pick<Dates, 'startsOn' | 'endsOn'>): string {
  const days = `${startsOn} ${endsOn}`
  const words = written.get(days) ?? showDays(startsOn, endsOn)
  if (written.size >= WRITTEN_AT_MOST) written.clear()
  written.set(days, words)
  return words
}

/** The departure that an address names; null for none and for one that is not there. */
export function requestedDepartureId(text: string | null): number | null {
  const id = text && /^\d{1,15}$/.test(text) ? Number(text) : null
  return id !== null && departureDates().has(id) ? id : null
}

/** The departures that lie ahead and are no drafts, the next first, with the seats that are left. */
export const departuresAhead = (today: Day) =>
  departuresNotOver(today)
    .filter((departure) => liesAhead(departure, today))
    .map((departure) => ({ ...departure, left: seatsLeft(departure) }))

/** Whose manifest opens first: the departure under way, the next, or the last; uncanceled if possible. */
export function nextDepartureId(today: Day): number | null {
  const all = [...departureDates().values()]
  const running = all.filter(({ canceledAt }) => canceledAt === null)
  const list = running.length > 0 ? running : all
  return (list.find(({ endsOn }) => endsOn >= today) ?? list.at(-1))?.id ?? null
}

/** Seats of each departure that is on sale or sold out, the next first: paid for, held and left. */
export const seatsOnSale = (today: Day) =>
  departuresNotOver(today)
    .filter((departure) => ['open', 'sold-out'].includes(salesState(departure, today)))
    .map((departure) => {
      const { id: departureId, seats } = departure
      const taken = seatsTakenOn(departureId)
      const held = taken.held + taken.offered + taken.kept
      const left = Math.max(0, seats - taken.paid - held)
      return { departureId, dates: departureInWords(departure), seats, paidFor: taken.paid, held, left }
    })

/** In one letter: the page that it leads to has all. */
const NAMED_AT_MOST = 4

/** The departures of the same journey that so many can book instead of one, the next first. */
export const openInstead = (departureId: number, today: Day, travelers = 1): Departure[] =>
  publicDepartures(today, departureOf({ departureId })).filter(
    (departure) =>
      departure.id !== departureId &&
      salesState(departure, today) === 'open' &&
      seatsLeft(departure) >= travelers,
  )

export const seeDepartures = ({ path }: Pick<Departure, 'path'>): Words =>
  words`[See our departures](${env.BASE_URL}/${path})`

/**
 * What a letter about a departure that is no more, or not then, says of the others of its journey; with the
 * way there.
 */
export const openInWords = (open: Departure[], of: Pick<Departure, 'path'>): Words => words`
  ${open.length === 0 ? 'No other departure is open right now.' : 'You can book another departure now:'}

  ${rows(open.slice(0, NAMED_AT_MOST).map((one) => [dates(one), price(one)]))}

  ${seeDepartures(of)}
`

const dates = ({ startsOn, endsOn }: Departure): string => showDays(startsOn, endsOn)
const price = ({ doublePriceCents }: Departure): string => `from ${showCents(doublePriceCents)} per person`
