import { businessDay } from '#app/clock.server'
import type { Day } from '#app/days'
import { hasBegun } from '#app/tour/departure'
import { type Departure, type SalesState, salesState } from '#app/tour/departures.server'
import type { Party } from '#app/tour/party'
import type { RoomType } from '#app/tour/room-type'
import type { Booking } from './find-booking.server'

type Seats = Pick<Booking, 'roomType' | 'numberOfGuests'>

/** Whether somebody who holds seats wants more than these: more of them, or another room. It is sold as a new hold is. */
export const asksForMore = (held: Seats, { roomType, guests }: Party): boolean =>
  roomType !== held.roomType || guests > held.numberOfGuests

/** Why a hold cannot become more than it is now; null where seats are sold. Whether enough are left is another question. */
export function whyNoMore(departure: Departure, today: Day): 'closed' | 'not-yet' | null {
  const sales = salesState(departure, today)
  return sales === 'closed' || sales === 'not-yet' ? sales : null
}

/** The room that checkout is about: the one that was asked for; where nothing more is sold, the one that is held. */
export const roomFor = (
  departure: Departure,
  held: Booking | undefined,
  asked: RoomType,
  today: Day,
): RoomType => (held && whyNoMore(departure, today) ? held.roomType : asked)

/**
 * What a browser finds that may hold a seat: a guest who holds one may finish, though sales were closed or sold out
 * in the meantime; once the journey has begun, only inside the hold. What goes beyond the hold is sold as to anybody.
 */
export function salesFor(
  departure: Departure,
  held: Booking | undefined,
  party: Party,
  now: Date,
): SalesState {
  const today = businessDay(now)
  const isSold = held && !(asksForMore(held, party) && whyNoMore(departure, today))
  const mayFinish = isSold && (held.holdEndsAt > now || !hasBegun(departure, today))
  return mayFinish ? 'open' : salesState(departure, today)
}
