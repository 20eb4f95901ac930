import { TZDate } from '@date-fns/tz'
import { addDays, type Day } from '#app/days'

const QUARTER_HOUR = 15 * 60_000

/** When a day begins on the clocks of `zone`: its first instant, also where midnight is skipped or comes twice. */
export function startOfDay(day: Day, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, zone).getTime())
}

/**
 * The quarter hours of a day, counted since 1970 in UTC as `slot_tallies` does: from `first` up to, and without,
 * `end`. 92 or 100 where the clocks change.
 */
export const slotsOf = (day: Day, zone: string): { day: Day; first: number; end: number } => ({
  day,
  first: startOfDay(day, zone).getTime() / QUARTER_HOUR,
  end: startOfDay(addDays(day, 1), zone).getTime() / QUARTER_HOUR,
})
