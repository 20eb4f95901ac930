import { TZDate } from '@date-fns/tz'
import { addDays, type Day } from '#app/days'

/** The instant at which a calendar day begins in `zone`. */
export const dayBegins = (day: Day, zone: string): Date =>
  new Date(
    new TZDate(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)), zone).getTime(),
  )

const LATEST = new Date(8.64e15)

/** From the first instant up to, but without, the second; open ends reach as far as there are dates. */
export const daysSpan = (from: Day | null, to: Day | null, zone: string): { from: Date; until: Date } => ({
  from: from ? dayBegins(from, zone) : new Date(0),
  until: to ? dayBegins(addDays(to, 1), zone) : LATEST,
})
