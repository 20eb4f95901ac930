import { type Booking, findBooking } from '#app/bookings/find-booking.server'

/** The booking that an address names; throws 404 where there is none. */
export function namedBooking({ reference = '' }: { reference?: string }): Booking {
  const booking = findBooking(reference)
  if (!booking) throw new Response('Booking not found', { status: 404 })
  return booking
}
