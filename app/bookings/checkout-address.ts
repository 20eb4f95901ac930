import type { Day } from '#app/days'
import type { RoomType } from '#app/tour/room-type'

type CheckoutOf = { roomType: RoomType; startsOn: Day; guests?: number }

/** The way back to checkout for somebody's room on their departure: another one may be the next on sale by now. */
export const checkoutPath = ({ roomType, startsOn, guests = 1 }: CheckoutOf): string =>
  `/checkout?roomType=${roomType}&departure=${startsOn}${guests > 1 ? `&travelers=${guests}` : ''}`
