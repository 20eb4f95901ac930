import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { bookingFor } from '#app/bookings/booking-view.server'
import { bookingJson } from '#app/payments/booking-json.server'
import { signedInStaff } from '#app/routes/admin/staff-session.server'
import { onlyMethods, refuse } from '#app/routes/api/json-call.server'
import { knownBrowser } from '#app/routes/checkout/traveller-cookie.server'

/** The booking for the confirmation screen; everyone who may not see it gets 404 (decisions §2). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = {
    browserDigest: await knownBrowser(request),
    intentId: new URL(request.url).searchParams.get('payment_intent'),
    isStaff: (await signedInStaff(request)) !== null,
  }
  const booking = bookingFor(viewer, params.id ?? '')
  if (!booking) return refuse(404, 'Booking not found')
  return Response.json(bookingJson(booking), { headers: { 'Cache-Control': 'no-store' } })
}

export const action = ({ request }: ActionFunctionArgs) => onlyMethods(request, 'GET')
