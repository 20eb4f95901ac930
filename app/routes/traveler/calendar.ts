import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Booking, bookingByLink } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { now } from '#app/platform/clock.server'
import { tripCalendar } from '#app/views/trip-calendar.server'

const wasCanceled = ({ status }: Booking): boolean => status === 'cancelled' || status === 'refunded'

/** The trip and its due dates for a calendar, or that they are off; 404 for what was never booked. */
export function loader({ params }: LoaderFunctionArgs) {
  const booking = bookingByLink(params.token ?? '')
  if (!booking || !(isPaid(booking.status) || wasCanceled(booking))) {
    return new Response('There is no calendar behind this link.\n', {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    })
  }
  return new Response(tripCalendar(booking, now()), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="safari-${booking.reference}.ics"`,
      'X-Robots-Tag': 'noindex',
    },
  })
}
