import type { ItineraryDay } from './itinerary'

type Day = Pick<ItineraryDay, 'stop' | 'lodge' | 'lodgePhone'>

/** Days one after the other at the same lodge, or at the same stop where staff have named none. */
export function staysIn<One extends Day>(days: One[]): [One, ...One[]][] {
  const stays: [One, ...One[]][] = []
  for (const day of days) {
    const stay = stays.at(-1)
    if (stay && isStayedOn(stay[0], day)) stay.push(day)
    else stays.push([day])
  }
  return stays
}

/**
 * A day without a lodge belongs to the place it is spent at: the last one, of which the night is a flight.
 */
const isStayedOn = (first: Day, day: Day): boolean =>
  first.stop === day.stop &&
  (!day.lodge || (first.lodge === day.lodge && first.lodgePhone === day.lodgePhone))

export const nightsIn = (days: Day[]): number => days.filter(({ lodge }) => lodge).length
