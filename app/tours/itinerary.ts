import type { StopName } from './stops'

/** What a day of a journey is made of. The database has the same list. */
export const DAY_KINDS = ['concert', 'safari', 'beach'] as const

export type DayKind = (typeof DAY_KINDS)[number]

export const KIND_NAMES: Record<DayKind, string> = { concert: 'Concerts', safari: 'Safaris', beach: 'Beach' }

/** One day of a departure; its date follows the departure's first day. */
export type ItineraryDay = {
  title: string
  place: string
  text: string
  /** What the day is made of; where there are two, the evening is the second. */
  kinds: DayKind[]
  /** Where it is spent. */
  stop: StopName
  /** Where it ends, when that is another place than the next day's. */
  onward?: StopName | null
}
