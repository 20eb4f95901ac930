import { TZDate, tz } from '@date-fns/tz'
import { addDays as addDaysToDate, differenceInCalendarDays, format, parseISO } from 'date-fns'

/** A calendar day without a zone, as '2025-08-15'. Days compare as strings. */
export type Day = string

/**
 * The day that a text names, as an address, a form or a command line has it; null where the calendar has no such day.
 * Of 1900 to 2099: nobody means another one, and what is computed with it stays a day.
 */
export function readDay(text: string | null | undefined): Day | null {
  if (!text || !/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return null
  const midnight = Date.parse(`${text}T00:00:00Z`)
  // Some engines read February 30 as March 2.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text) ? text : null
}

/** Whether a text is a month of a readable day, as '2025-06'. */
export const isMonth = (text: string): boolean => readDay(`${text}-01`) !== null

/** The day that it is in `zone` at that instant. */
export const dayAt = (instant: Date, zone: string): Day => format(instant, 'yyyy-MM-dd', { in: tz(zone) })

/** The instant at which the clocks of `zone` show that whole hour on that day. */
export const instantAt = (day: Day, hour: number, zone: string): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, 0, 0, zone).getTime())
}

export const addDays = (day: Day, count: number): Day =>
  format(addDaysToDate(parseISO(day), count), 'yyyy-MM-dd')

/** How many days `later` lies after `earlier`; negative when it lies before. */
export const daysFrom = (earlier: Day, later: Day): number =>
  differenceInCalendarDays(parseISO(later), parseISO(earlier))

export const laterDay = (one: Day, other: Day): Day => (one > other ? one : other)

export const earlierDay = (one: Day, other: Day): Day => (one < other ? one : other)

/** 'Aug 15, 2025' (rules 10.13). */
export const showDay = (day: Day): string => format(parseISO(day), 'MMM d, yyyy')

/** 'September 16, 2025': where a day is agreed to. */
export const showLongDay = (day: Day): string => format(parseISO(day), 'MMMM d, yyyy')

/** 'August 2025' for '2025-08'. */
export const showMonth = (month: string): string => format(parseISO(`${month}-01`), 'MMMM yyyy')

/** 'Oct 16 to Oct 27, 2025'. */
export const showDays = (first: Day, last: Day): string =>
  `${isSameYear(first, last) ? format(parseISO(first), 'MMM d') : showDay(first)} to ${showDay(last)}`

/** 'July 2 to September 15, 2025': where days are agreed to. */
export const showLongDays = (first: Day, last: Day): string =>
  `${isSameYear(first, last) ? format(parseISO(first), 'MMMM d') : showLongDay(first)} to ${showLongDay(last)}`

const isSameYear = (first: Day, last: Day): boolean => first.slice(0, 4) === last.slice(0, 4)

/** 'Central Time' for America/Chicago, all year round. */
export const zoneInWords = (zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

/** 'Mar 5, 2025 2:30 PM' on the clocks of `zone` (rules 10.13). */
export const showInstant = (instant: Date, zone: string): string =>
  format(instant, 'MMM d, yyyy h:mm a', { in: tz(zone) })

/** 'Mar 5, 2025 2:30 PM (20:30 UTC)': for staff, and for who looks for it in a log. */
export const showInstantAndUtc = (instant: Date, zone: string): string =>
  `${showInstant(instant, zone)} (${format(instant, 'HH:mm', { in: tz('UTC') })} UTC)`

/** '9:00 AM' for the hour 9. */
export const showHour = (hour: number): string => format(new Date(2000, 0, 1, hour), 'h:mm a')
