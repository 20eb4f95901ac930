import { type Day, readDay } from '#app/days'
import { type RoomType, roomTypeOf } from '#app/tour/room-type'
import type { PaymentType } from './find-booking.server'
import { guestsAsked } from './party-choices.server'

/** What the address of a checkout page asks for. */
type CheckoutAsked = {
  roomType: RoomType
  paymentType: PaymentType
  /** Null where it names no number that a booking can have. */
  guests: number | null
  /** The first day of a departure that may not exist. */
  departure: Day | null
}

/** Reads the address of a checkout page; what cannot be read counts as not asked for. */
export const checkoutAsked = (query: URLSearchParams): CheckoutAsked => ({
  roomType: roomTypeOf(query.get('roomType')),
  paymentType: query.get('paymentType') === 'full' ? 'full' : 'deposit',
  guests: guestsAsked(query.get('travelers')),
  departure: readDay(query.get('departure')),
})
