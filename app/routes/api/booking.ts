import type { LoaderFunctionArgs } from '@remix-run/node'
import { bookingFor } from '#app/bookings/find-booking.server'
import { readBooking } from '#app/server/contract/guest-calls'
import { onlyDeclared, readQuery, refuse } from '#app/server/contract/json-call.server'
import { bookingViewer } from '#app/server/guards/booking-viewer.server'
import { bookingJson } from '#app/views/booking-json.server'

/** The booking for the confirmation screen; everyone who may not see it gets 404 (rules 5.8). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const wrongMethod = onlyDeclared(request, readBooking)
  if (wrongMethod) return wrongMethod
  const query = readQuery(request, readBooking)
  if ('refused' in query) return query.refused
  const booking = bookingFor(await bookingViewer(request), params.id ?? '')
  if (!booking) return refuse(404, 'Booking not found')
  return Response.json(bookingJson(booking), { headers: { 'Cache-Control': 'no-store' } })
}

export const action = (call: LoaderFunctionArgs) => loader(call)
