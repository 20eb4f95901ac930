import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { NOT_CONFIGURED } from '#app/money/changes/paying/refusal-words'
import { receiveStripeEvent } from '#app/money/reconcile.server'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { readEvent } from '#app/money/stripe/events.server'
import { now } from '#app/platform/clock.server'
import { hearWebhook } from '#app/server/contract/guest-calls'
import { onlyDeclared, refuse } from '#app/server/contract/json-call.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, hearWebhook)

/** Stripe speaks; nothing is read before the signature on the raw body is verified (rules 2.9). */
export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyDeclared(request, hearWebhook)
  if (wrongMethod) return wrongMethod
  if (!stripeConfigured()) return refuse(503, NOT_CONFIGURED)

  const read = await readEvent(await request.text(), request.headers.get('Stripe-Signature') ?? '')
  if ('refused' in read) return refuse(400, UNHEARD[read.refused])
  return Response.json({ received: await receiveStripeEvent(read.event, now) })
}

const UNHEARD = {
  'not-signed': 'The signature does not match',
  unreadable: 'This is not an event that we can read',
}
