import type { Day } from '#app/days'
import { type Cents, cents } from '#app/money'
import type { Departure } from './departures.server'
import { earlyBirdOff } from './early-bird'
import type { RoomType } from './room-type'

/** What a place costs, and what of its usual price is deducted for booking early; in cents. */
export type SeatPrice = { priceCents: Cents; offCents: Cents }

/**
 * What a place costs one traveler who books on that day of the business. A hold keeps what it was promised for being
 * early, `promisedCents`, also for another room. Never less than the deposit.
 */
export function priceOf(
  departure: Departure,
  roomType: RoomType,
  day: Day,
  promisedCents: Cents = cents(0),
): SeatPrice {
  const usual = roomType === 'single' ? departure.singlePriceCents : departure.doublePriceCents
  const off = Math.max(promisedCents, earlyBirdOff(departure, day))
  const offCents = cents(Math.max(0, Math.min(off, usual - departure.depositCents)))
  return { priceCents: cents(usual - offCents), offCents }
}
