import { hearStripe } from '#app/money/hear-stripe.server'
import { readEvent } from '#app/money/stripe/events.server'
import { now } from '#app/platform/clock.server'
import { hearWebhook } from '#app/server/contract/booking-calls'
import { answering, refuse } from '#app/server/contract/json-call.server'

/** Stripe speaks; nothing is read before the signature on the raw body is verified (rules 2.9). */
export const action = answering({
  call: hearWebhook,
  async respond({ request }) {
    const read = await readEvent(await request.text(), request.headers.get('Stripe-Signature') ?? '')
    if ('refused' in read) return refuse(400, UNHEARD[read.refused])
    return Response.json({ received: await hearStripe(read.event, now) })
  },
})

export const loader = action

const UNHEARD = {
  'not-signed': 'The signature does not match',
  unreadable: 'This is not an event that we can read',
}
