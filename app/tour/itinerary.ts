import type { DayKind } from './day-kinds'
import type { StopName } from './stops'

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
