import { bookedParty, type Party } from '#app/tours/party'
import type { Booking } from './find-booking.server'

/** How long a seat is held for someone who has given their details and not paid yet (rules 1.6). */
export const HOLD_MINUTES = 30

/** For how many days staff hold seats for a guest at first: a check needs that long (rules 1.22). */
export const HOLD_DAYS = 10

/** Whether staff hold its seats for a guest, who has not paid yet. */
export const isHeldForGuest = ({ status, soldBy }: Pick<Booking, 'status' | 'soldBy'>): boolean =>
  status === 'pending' && soldBy !== null

/** `departure` is as `nameInLinks` has it. */
type CheckoutOf = Partial<Party> & Pick<Party, 'roomType'> & { departure: string }

/** The way back to checkout for a party's rooms on their departure: another may be next on sale by now. */
export const checkoutPath = ({ roomType, departure, travelers = 1, singles = 0 }: CheckoutOf): string =>
  [
    `/checkout?roomType=${roomType}&departure=${departure}`,
    travelers > 1 && `&travelers=${travelers}`,
    roomType === 'double' && singles > 0 && `&singles=${singles}`,
  ]
    .filter(Boolean)
    .join('')

/** The same of a booking. */
export const checkoutPathOf = (booking: Parameters<typeof bookedParty>[0], departure: string): string =>
  checkoutPath({ ...bookedParty(booking), departure })
