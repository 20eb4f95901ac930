import { format, parseISO } from 'date-fns'
import { addDays, type Day } from '#app/days'
import { type DayKind, KIND_NAMES } from './day-kinds'
import type { ItineraryDay } from './itinerary'
import type { StopName } from './stops'

/** Consecutive days in one place; none of the kinds where the tour only passes on the way home. */
export type Visit = { stop: StopName; from: Day; to: Day; kinds: DayKind[] }

/** The places of the days in order, with their dates. A place seen twice is two visits. */
export function visitsFrom(startsOn: Day, days: readonly ItineraryDay[]): Visit[] {
  const visits: Visit[] = []
  for (const [index, { stop, onward, kinds }] of days.entries()) {
    const day = addDays(startsOn, index)
    const last = visits.at(-1)
    if (last?.stop === stop) {
      last.to = day
      last.kinds = inOrder([...last.kinds, ...kinds])
    } else visits.push({ stop, from: day, to: day, kinds: inOrder(kinds) })
    if (onward) visits.push({ stop: onward, from: day, to: day, kinds: [] })
  }
  return visits
}

const inOrder = (kinds: DayKind[]): DayKind[] =>
  (Object.keys(KIND_NAMES) as DayKind[]).filter((kind) => kinds.includes(kind))

/** 'Oct 16', 'Oct 16 to 17', 'Oct 30 to Nov 2': short, for a map; the year stands beside it. */
export function showVisit({ from, to }: Pick<Visit, 'from' | 'to'>): string {
  if (from === to) return format(parseISO(from), 'MMM d')
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${format(parseISO(from), 'MMM d')} to ${format(parseISO(to), sameMonth ? 'd' : 'MMM d')}`
}
