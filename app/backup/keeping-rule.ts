import { format, parseISO } from 'date-fns'
import type { Day } from '#app/days'

const KEPT_DAYS = 7
const KEPT_WEEKS = 5
const KEPT_MONTHS = 12
const KEPT_BY_HAND = 7

/** How many of each span are kept, and how the business's days fall into them; weeks begin on Monday. */
const SPANS: { kept: number; of: (day: Day) => string }[] = [
  { kept: KEPT_DAYS, of: (day) => day },
  { kept: KEPT_WEEKS, of: (day) => format(parseISO(day), 'RRRR-II') },
  { kept: KEPT_MONTHS, of: (day) => day.slice(0, 7) },
]

type Made = { day: Day; at: Date; occasion: string }

/**
 * Those that are kept: of the nightly ones the newest of each of the last days, weeks and months that have one; the last
 * that were made by hand; and the one of before the last migration. None of them stands for another kind, and none that is
 * dated after `now`, as a clock that was ahead does, for one that is not: after a pause, or by a wrong clock, nothing goes
 * that no newer one stands for.
 */
export function keptOf<Backup extends Made>(backups: Backup[], now: Date): Set<Backup> {
  const ahead = backups.filter(({ at }) => at > now)
  return new Set([...keptOfThese(backups.filter(({ at }) => at <= now)), ...keptOfThese(ahead)])
}

function keptOfThese<Backup extends Made>(backups: Backup[]): Backup[] {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const madeFor = (isMeant: (occasion: string) => boolean) =>
    newestFirst.filter(({ occasion }) => isMeant(occasion))
  return [
    ...bySpans(madeFor((occasion) => occasion === 'nightly')),
    ...madeFor((occasion) => occasion === 'by-hand').slice(0, KEPT_BY_HAND),
    ...madeFor((occasion) => occasion.startsWith('before-')).slice(0, 1),
  ]
}

function bySpans<Backup extends Made>(newestFirst: Backup[]): Backup[] {
  return SPANS.flatMap(({ kept, of }) => {
    const newestOf = new Map<string, Backup>()
    for (const backup of newestFirst) {
      const span = of(backup.day)
      if (!newestOf.has(span)) newestOf.set(span, backup)
    }
    return [...newestOf.values()].slice(0, kept)
  })
}
