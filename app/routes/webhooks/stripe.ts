import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/clock.server'
import { hearStripe } from '#app/payments/hear-stripe.server'
import { NOT_CONFIGURED } from '#app/payments/refusal-words'
import { onlyMethods, refuse } from '#app/routes/api/json-call.server'
import { stripeConfigured } from '#app/stripe/client.server'
import { readEvent } from '#app/stripe/events.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'POST')

/** Stripe speaks; nothing is read before the signature on the raw body is verified (decisions §3). */
export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  if (!stripeConfigured()) return refuse(503, NOT_CONFIGURED)

  const event = await readEvent(await request.text(), request.headers.get('Stripe-Signature') ?? '')
  if (!event) return refuse(400, 'The signature does not match')
  return Response.json({ received: await hearStripe(event, now) })
}
