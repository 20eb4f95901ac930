import { businessDay } from '#app/clock.server'
import { hasBegun } from '#app/tour/departure'
import { type Departure, type SalesState, salesState } from '#app/tour/departures.server'
import type { Booking } from './find-booking.server'

/**
 * What a browser finds that may hold a seat: a guest who holds one may finish, though sales were closed or sold out
 * meanwhile; once the journey has begun, only inside the hold.
 */
export function salesFor(departure: Departure, held: Booking | undefined, now: Date): SalesState {
  const today = businessDay(now)
  const mayFinish = held && (held.holdEndsAt > now || !hasBegun(departure, today))
  return mayFinish ? 'open' : salesState(departure, today)
}
