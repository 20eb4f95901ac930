import { type BookingForStaff, bookingRows, openBooking, whose } from './about-booking'
import type { Letter } from './letter'

/** Tells staff what a traveler asked for on their own page. */
export const guestRequestNotice = (
  request: BookingForStaff & { isToCancel: boolean; asks: string; message: string },
): Letter => ({
  subject: `${request.isToCancel ? 'Cancellation' : 'Change'} requested: ${whose(request)}`,
  blocks: [
    {
      paragraph: `${request.travelerName} ${request.asks}. Nothing has changed yet: the request waits on the booking's page until it is marked as done.`,
    },
    { rows: [...bookingRows(request), ['Message', request.message || 'None']] },
    openBooking(request),
  ],
})
