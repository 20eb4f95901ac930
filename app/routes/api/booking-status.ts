import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { now } from '#app/clock.server'
import { bookingJson } from '#app/payments/booking-json.server'
import { confirmReturn } from '#app/payments/confirm-return.server'
import { NOT_CONFIGURED } from '#app/payments/refusal-words'
import { fieldErrors, onlyMethods, readJson, refuse, refuseFields } from '#app/routes/api/json-call.server'
import { StripeUnavailable, stripeConfigured } from '#app/stripe/client.server'

const Call = z.object({
  status: z.literal('completed', { error: 'The status can only become completed' }),
  stripePaymentIntentId: z
    .string({ error: 'The payment intent is missing' })
    .min(1, { error: 'The payment intent is missing' })
    .max(255, { error: 'This is not a payment intent' }),
})

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'PUT')

/** Completes a booking once Stripe itself says that its intent succeeded (decisions §2). */
export async function action({ request, params }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'PUT')
  if (wrongMethod) return wrongMethod
  if (!stripeConfigured()) return refuse(503, NOT_CONFIGURED)
  const json = await readJson(request)
  if ('refused' in json) return json.refused
  const call = Call.safeParse(json.body)
  if (!call.success) return refuseFields(fieldErrors(call.error))

  try {
    const returned = await confirmReturn(params.id ?? '', call.data.stripePaymentIntentId, now)
    if (!('refused' in returned)) return Response.json(bookingJson(returned.booking))
    return returned.refused === 'not-found'
      ? refuse(404, 'Booking not found')
      : refuse(409, 'Failed to confirm booking')
  } catch (error) {
    if (error instanceof StripeUnavailable) return refuse(502, 'Failed to confirm booking')
    throw error
  }
}
