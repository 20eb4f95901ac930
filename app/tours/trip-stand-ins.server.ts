import { isSampleCompany } from '#app/site/stand-ins.server'
import { LODGING_OF_DAYS, OFFICE_AT_ANY_HOUR } from '#db/seed/trip-book'
import { LODGING, type Lodging } from './itinerary'

// Lodges, meeting points and a number for help that the seed invents: a guest would call, or drive there.

const INVENTED = new Set(
  LODGING_OF_DAYS.flatMap((day) => Object.values(day)).filter((words) => words !== undefined),
)

/** Where a day is spent, without what is still invented. Once its telephone is theirs, so is the lodge. */
export function withoutInventedLodging<Day extends Lodging>(day: Day, isSample = isSampleCompany()): Day {
  if (isSample) return day
  const invented = (Object.keys(LODGING) as (keyof Lodging)[]).filter((field) => INVENTED.has(day[field]))
  return { ...day, ...Object.fromEntries(invented.map((field) => [field, ''])) }
}

/** A chapter of the trip book, without the invented number of an office. */
export const withoutInventedOffice = <Note extends { text: string }>(note: Note): Note =>
  note.text.includes(OFFICE_AT_ANY_HOUR) && !isSampleCompany()
    ? { ...note, text: note.text.replace(OFFICE_AT_ANY_HOUR, '').trim() }
    : note

/** Whether any of these days or chapters still has something invented. */
export const hasInvented = (days: Lodging[], notes: { text: string }[]): boolean =>
  !isSampleCompany() &&
  (days.some((day) => Object.values(withoutInventedLodging(day)).join() !== Object.values(day).join()) ||
    notes.some(({ text }) => text.includes(OFFICE_AT_ANY_HOUR)))
