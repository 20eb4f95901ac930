import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { maySee } from '#app/bookings/find-booking.server'
import { confirmReturn } from '#app/money/changes/paying/confirm-return.server'
import { NOT_CONFIGURED } from '#app/money/changes/paying/refusal-words'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { now } from '#app/platform/clock.server'
import { stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import { completeBooking } from '#app/server/contract/guest-calls'
import { onlyDeclared, readCall, refuse } from '#app/server/contract/json-call.server'
import { bookingViewer } from '#app/server/guards/booking-viewer.server'
import { bookingJson, withoutCustomer } from '#app/views/booking-json.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, completeBooking)

/**
 * Completes a booking once Stripe itself says that its intent succeeded (rules 2.4). The intent's id shows no
 * one's data: someone who only names it reads money and status.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const wrongMethod = onlyDeclared(request, completeBooking)
  if (wrongMethod) return wrongMethod
  if (!stripeConfigured()) return refuse(503, NOT_CONFIGURED)
  const call = await readCall(request, completeBooking)
  if ('refused' in call) return call.refused

  try {
    const returned = await confirmReturn(params.id ?? '', call.sent.stripePaymentIntentId, now)
    if (!('refused' in returned)) {
      const { booking } = returned
      const whole = bookingJson(booking)
      return Response.json(maySee(await bookingViewer(request), booking) ? whole : withoutCustomer(whole))
    }
    return returned.refused === 'not-found'
      ? refuse(404, 'Booking not found')
      : refuse(409, 'Failed to confirm booking')
  } catch (error) {
    const { isBusy, init } = stripeTrouble(error)
    const message = isBusy ? 'Please ask again in a few seconds' : 'Failed to confirm booking'
    return Response.json({ message }, init)
  }
}
