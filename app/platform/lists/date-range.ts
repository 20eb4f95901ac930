import {
  addDays,
  type Day,
  daysFrom,
  earlierDay,
  isMonth,
  readDay,
  showDay,
  showDays,
} from '#app/platform/days'

/** Business days, both ends included. */
export type DateRange = { from: Day; to: Day }

export const PRESETS = [7, 30, 90, 365] as const
/** '7, 30, 90 or 365'. */
export const PRESETS_IN_WORDS = `${PRESETS.slice(0, -1).join(', ')} or ${PRESETS.at(-1)}`
/** What is shown where no days are asked for, or impossible ones. */
export const USUAL_DAYS = 30
const LONGEST = 366

/** The last `days` business days, today among them. */
export const lastDays = (days: number, today: Day): DateRange => ({
  from: addDays(today, 1 - days),
  to: today,
})

export const usualRange = (today: Day): DateRange => lastDays(USUAL_DAYS, today)

/**
 * Reads `?days=90`, `?month=2025-06` or `?from=2025-06-01&to=2025-06-30`; the usual days where none is there.
 * Refused in words: what is not a day, an end before its beginning, the future, and more than LONGEST.
 */
export function requestedRange(
  query: URLSearchParams,
  today: Day,
): { range: DateRange; preset: number | null } | { refused: string } {
  const days = query.get('days')
  if (days !== null) {
    const preset = PRESETS.find((known) => String(known) === days)
    return preset
      ? { range: lastDays(preset, today), preset }
      : { refused: `Choose ${PRESETS_IN_WORDS} days` }
  }
  const month = query.get('month')
  if (month) {
    return isMonth(month) && month <= today.slice(0, 7)
      ? { range: monthRange(month, today), preset: null }
      : { refused: 'Choose a month that has begun' }
  }
  if (!query.get('from') && !query.get('to')) return { range: usualRange(today), preset: USUAL_DAYS }
  const from = readDay(query.get('from'))
  const to = readDay(query.get('to'))
  if (from === null || to === null) return { refused: 'Enter both days, such as 2025-06-01' }
  if (from > to) return { refused: 'The first day comes after the last one' }
  if (to > today) return { refused: `The last day is in the future: today is ${showDay(today)}` }
  if (daysFrom(from, to) >= LONGEST) return { refused: `Choose at most ${LONGEST} days` }
  return { range: { from, to }, preset: null }
}

/** A month as far as it has come. */
export function monthRange(month: string, today: Day): DateRange {
  const from = `${month}-01`
  const last = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
  return { from, to: earlierDay(last, today) }
}

/** 'May 3 to Jun 1, 2025'; one day stands alone. */
export const showRange = ({ from, to }: DateRange): string =>
  from === to ? showDay(from) : showDays(from, to)

/** Each day of the range, in order. */
export const daysOf = ({ from, to }: DateRange): Day[] =>
  Array.from({ length: daysFrom(from, to) + 1 }, (_, index) => addDays(from, index))
