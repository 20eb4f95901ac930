import { addDays, type Day, dayAt, instantAt } from '#app/platform/days'

/**
 * An offer is never longer than this part of the time until sales close, and never shorter than these hours.
 */
const PART_OF_TIME_LEFT = 1 / 4
export const OFFER_HOURS_LEAST = 6
/** Nobody has to get up for an offer: one that would end at night ends at noon. */
const NIGHT = { from: 21, until: 8 }
const NOON = 12

const HOUR_MS = 3_600_000

/** The instant at which the last day of sale is over. */
export const closesAt = (lastSaleDay: Day, zone: string): Date => instantAt(addDays(lastSaleDay, 1), 0, zone)

/**
 * Until when an offer that is made now stands: the smaller of `hours` and a quarter of the time until
 * `closing`, at least six hours, put to noon of `zone` where that is at night, and never past the closing.
 */
export function offerEnd(now: Date, hours: number, closing: Date, zone: string): Date {
  const left = closing.getTime() - now.getTime()
  const length = Math.max(Math.min(hours * HOUR_MS, left * PART_OF_TIME_LEFT), OFFER_HOURS_LEAST * HOUR_MS)
  const end = outOfTheNight(new Date(now.getTime() + length), zone)
  return end < closing ? end : closing
}

function outOfTheNight(end: Date, zone: string): Date {
  const day = dayAt(end, zone)
  if (end < instantAt(day, NIGHT.until, zone)) return instantAt(day, NOON, zone)
  return end < instantAt(day, NIGHT.from, zone) ? end : instantAt(addDays(day, 1), NOON, zone)
}
