import { businessDay } from '#app/clock.server'
import type { Day } from '#app/days'
import { type Departure, departureOf, departureOnOffer } from '#app/tour/departures.server'
import { heldBy } from './booking-view.server'
import type { Booking } from './find-booking.server'

export type CheckoutDeparture = {
  departure: Departure
  /** The seat on it that this browser holds. */
  held: Booking | undefined
}

/**
 * What a checkout page is about: the departure that was asked for by its first day; without one, the departure of the seat
 * that this browser holds, so that its holder finds it again; then the one on offer. A browser without a key holds none.
 */
export function checkoutDeparture(
  asked: Day | null,
  browserDigest: string | null,
  now: Date,
): CheckoutDeparture {
  const held = browserDigest === null ? undefined : heldBy(browserDigest)
  const departure = asked === null && held ? departureOf(held) : departureOnOffer(businessDay(now), asked)
  return { departure, held: held?.departureId === departure.id ? held : undefined }
}
