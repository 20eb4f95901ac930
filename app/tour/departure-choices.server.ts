import { eq, sql } from 'drizzle-orm'
import { type Day, showDays } from '#app/days'
import { db } from '#db/connection.server'
import { departures, tours } from '#db/schema'
import { TOUR_TYPE } from './departures.server'

type Dates = { id: number; startsOn: Day; endsOn: Day }

const all = db
  .select({ id: departures.id, startsOn: departures.startsOn, endsOn: departures.endsOn })
  .from(departures)
  .innerJoin(tours, eq(tours.id, departures.tourId))
  .where(sql`${tours.tourType} = ${TOUR_TYPE} and ${departures.sales} <> 'draft'`)
  .orderBy(departures.startsOn)
  .prepare()

/** The dates of all departures that are no drafts, by their numbers. */
export const departureDates = (): Map<number, Dates> => new Map(all.all().map((dates) => [dates.id, dates]))

export type DepartureChoice = { id: number; dates: string }

/** More than a decade of four journeys a year; an earlier one is reached from its own page in Settings. */
export const CHOICES_AT_MOST = 48

/** What staff choose from where a list is narrowed to a departure: the latest first, and the chosen one. */
export function departureChoices(chosen: number | null): DepartureChoice[] {
  const latestFirst = [...departureDates().values()].toReversed()
  return latestFirst
    .filter(({ id }, index) => index < CHOICES_AT_MOST || id === chosen)
    .map((departure) => ({ id: departure.id, dates: inWords(departure) }))
}

const written = new Map<string, string>()
const WRITTEN_AT_MOST = 1_000

/** Written out once: of two hundred departures the dates alone would take two milliseconds each time. */
function inWords({ startsOn, endsOn }: Dates): string {
  const days = `${startsOn} ${endsOn}`
  const words = written.get(days) ?? showDays(startsOn, endsOn)
  if (written.size >= WRITTEN_AT_MOST) written.clear()
  written.set(days, words)
  return words
}

/** The departure that an address names; null for none and for one that is not there. */
export function departureAsked(text: string | null): number | null {
  const id = text && /^\d{1,15}$/.test(text) ? Number(text) : null
  return id !== null && departureDates().has(id) ? id : null
}

/** Whose manifest is wanted first: the departure that is under way, or the next, or the last. */
export function travelsNext(today: Day): number | null {
  const list = [...departureDates().values()]
  return (list.find(({ endsOn }) => endsOn >= today) ?? list.at(-1))?.id ?? null
}
