import type { Day } from '#app/days'
import type { RoomType } from '#app/tour/room-type'

/** The way back to checkout for somebody's room on their departure: another one may be the next on sale by now. */
export const checkoutPath = ({ roomType, startsOn }: { roomType: RoomType; startsOn: Day }): string =>
  `/checkout?roomType=${roomType}&departure=${startsOn}`
