import { format, parseISO } from 'date-fns'
import type { Day } from '#app/days'

const KEPT_DAYS = 7
const KEPT_WEEKS = 5
const KEPT_MONTHS = 12

/** How many of each span are kept, and how the business's days fall into them; weeks begin on Monday. */
const SPANS: { kept: number; of: (day: Day) => string }[] = [
  { kept: KEPT_DAYS, of: (day) => day },
  { kept: KEPT_WEEKS, of: (day) => format(parseISO(day), 'RRRR-II') },
  { kept: KEPT_MONTHS, of: (day) => day.slice(0, 7) },
]

/**
 * Those that are kept: the newest of each of the last days, weeks and months that have one. It does not ask what day it
 * is: after a pause, or by a wrong clock, nothing goes that no newer one stands for.
 */
export function keptOf<Backup extends { day: Day; at: Date }>(backups: Backup[]): Set<Backup> {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const kept = SPANS.flatMap(({ kept, of }) => {
    const newestOf = new Map<string, Backup>()
    for (const backup of newestFirst) {
      const span = of(backup.day)
      if (!newestOf.has(span)) newestOf.set(span, backup)
    }
    return [...newestOf.values()].slice(0, kept)
  })
  return new Set(kept)
}
