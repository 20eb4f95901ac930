import { isSampleCompany } from '#app/site/stand-ins.server'
import { LODGING_OF_DAYS, OFFICE_AT_ANY_HOUR } from '#db/seed/trip-book'
import { LODGING, type Lodging } from './itinerary'

// Lodges, meeting points and a number for help that the seed invents: a guest would call, or drive there.

const INVENTED = new Set(
  LODGING_OF_DAYS.flatMap((day) => Object.values(day)).filter((words) => words !== undefined),
)

const inventedOf = (day: Lodging): (keyof Lodging)[] =>
  (Object.keys(LODGING) as (keyof Lodging)[]).filter((field) => INVENTED.has(day[field]))

/** The days of a departure, without what is still invented of where they are spent. */
export function withoutInventedLodging<Day extends Lodging>(days: Day[]): Day[] {
  if (!days.some((day) => inventedOf(day).length > 0) || isSampleCompany()) return days
  return days.map((day) => ({ ...day, ...Object.fromEntries(inventedOf(day).map((field) => [field, ''])) }))
}

/** A chapter of the trip book, without the invented number of an office. */
export const withoutInventedOffice = <Note extends { text: string }>(note: Note): Note =>
  note.text.includes(OFFICE_AT_ANY_HOUR) && !isSampleCompany()
    ? { ...note, text: note.text.replace(OFFICE_AT_ANY_HOUR, '').trim() }
    : note

/** Whether any of these days or chapters still has something invented. */
export const hasInvented = (days: Lodging[], notes: { text: string }[]): boolean =>
  (days.some((day) => inventedOf(day).length > 0) ||
    notes.some(({ text }) => text.includes(OFFICE_AT_ANY_HOUR))) &&
  !isSampleCompany()
