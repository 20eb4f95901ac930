import { TZDate, tz } from '@date-fns/tz'
import { format } from 'date-fns/format'

// What guests' pages use of this file needs no date-fns: it would be the largest part of what they load for
// it.

/** A calendar day without a zone, as '2025-08-15'. Days compare as strings. */
export type Day = string

/**
 * The day that a text names, from 1900 to 2099 so that what is computed with it stays a day; null for all
 * else.
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

/** The instant at which the clocks of `zone` show that hour, and minute, on that day. */
export const instantAt = (day: Day, hour: number, zone: string, minute = 0): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, 0, zone).getTime())
}

export const addDays = (day: Day, count: number): Day =>
  new Date(midnightOf(day) + count * DAY).toISOString().slice(0, 10)

/** How many days `later` lies after `earlier`; negative when it lies before. */
export const daysFrom = (earlier: Day, later: Day): number => (midnightOf(later) - midnightOf(earlier)) / DAY

/** In UTC every day is as long as the others. */
const midnightOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const DAY = 86_400_000

export const laterDay = (one: Day, other: Day): Day => (one > other ? one : other)

export const earlierDay = (one: Day, other: Day): Day => (one < other ? one : other)

/** 'Aug 15, 2025' (rules 10.13). */
export const showDay = (day: Day): string => `${shortly(day)}, ${day.slice(0, 4)}`

/** 'Thu Oct 16': where the year is plain. */
export const showWeekday = (day: Day): string =>
  `${WEEKDAYS[new Date(midnightOf(day)).getUTCDay()]} ${shortly(day)}`

/** 'September 16, 2025': where a day is agreed to. */
export const showLongDay = (day: Day): string => `${atLength(day)}, ${day.slice(0, 4)}`

/** 'August 2025' for '2025-08'. */
export const showMonth = (month: string): string => `${monthOf(month)} ${month.slice(0, 4)}`

/** 'Oct 16 to Oct 27, 2025'. */
export const showDays = (first: Day, last: Day): string =>
  `${isSameYear(first, last) ? shortly(first) : showDay(first)} to ${showDay(last)}`

/** 'July 2 to September 15, 2025': where days are agreed to. */
export const showLongDays = (first: Day, last: Day): string =>
  `${isSameYear(first, last) ? atLength(first) : showLongDay(first)} to ${showLongDay(last)}`

const isSameYear = (first: Day, last: Day): boolean => first.slice(0, 4) === last.slice(0, 4)

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

function monthOf(day: Day): string {
  const month = MONTHS[Number(day.slice(5, 7)) - 1]
  if (!month) throw new RangeError(`No day: ${day}`)
  return month
}

const atLength = (day: Day): string => `${monthOf(day)} ${Number(day.slice(8, 10))}`
const shortly = (day: Day): string => `${monthOf(day).slice(0, 3)} ${Number(day.slice(8, 10))}`

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
export const showHour = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
