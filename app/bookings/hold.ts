import type { Day } from '#app/platform/days'
import type { RoomType } from '#app/tours/party'

/** How long a seat is held for somebody who has given their details and not paid yet (rules 1.6). */
export const HOLD_MINUTES = 30

type CheckoutOf = { roomType: RoomType; startsOn: Day; guests?: number }

/** The way back to checkout for somebody's room on their departure: another one may be the next on sale by now. */
export const checkoutPath = ({ roomType, startsOn, guests = 1 }: CheckoutOf): string =>
  `/checkout?roomType=${roomType}&departure=${startsOn}${guests > 1 ? `&travelers=${guests}` : ''}`
