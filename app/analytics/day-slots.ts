import { TZDate } from '@date-fns/tz'
import type { Day } from '#app/days'

const QUARTER_HOUR = 15 * 60_000
const MOST_KEPT = 2_000

/** Zones are slow to ask, and a year has 365 days: what was worked out once is kept. */
const starts = new Map<string, number>()

/** When a day begins on the clocks of `zone`: its first instant, also where midnight is skipped or comes twice. */
export function startOfDay(day: Day, zone: string): Date {
  const key = `${day} ${zone}`
  const known = starts.get(key)
  if (known !== undefined) return new Date(known)
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new TZDate(year, month - 1, date, zone).getTime()
  if (starts.size >= MOST_KEPT) starts.clear()
  starts.set(key, start)
  return new Date(start)
}

/**
 * The quarter hours of days in a row, counted since 1970 in UTC as `slot_tallies` does: from `first` up to, and
 * without, `end`. 92 or 100 in a day where the clocks change. The day after the last one says where that ends.
 */
export function slotsOf(
  days: Day[],
  dayAfter: Day,
  zone: string,
): { day: Day; first: number; end: number }[] {
  const slots = [...days, dayAfter].map((day) => startOfDay(day, zone).getTime() / QUARTER_HOUR)
  return days.map((day, index) => ({ day, first: slots[index] ?? 0, end: slots[index + 1] ?? 0 }))
}
