import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { openLaterIntent } from '#app/api-contract/booking-calls'
import { now } from '#app/clock.server'
import { beginLaterCardPayment } from '#app/payments/opening/later-payment.server'
import { chosenAmount } from '#app/payments/opening/later-payment-form'
import { laterRefusalWords } from '#app/payments/opening/later-refusal-words'
import { NOT_CONFIGURED } from '#app/payments/opening/refusal-words'
import { onlyDeclared, readCall, refuse } from '#app/routes/api/json-call.server'
import { stripeTrouble } from '#app/routes/card-payment/stripe-trouble.server'
import { stripeConfigured } from '#app/stripe/client.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, openLaterIntent)

/** The intent for the pay page's own card fields, asked for when its button is pressed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const wrongMethod = onlyDeclared(request, openLaterIntent)
  if (wrongMethod) return wrongMethod
  if (!stripeConfigured()) return refuse(503, NOT_CONFIGURED)
  const call = await readCall(request, openLaterIntent)
  if ('refused' in call) return call.refused

  try {
    const begun = await beginLaterCardPayment({ token: params.token ?? '', ...chosenAmount(call.sent) }, now)
    if ('refused' in begun) {
      return refuse(begun.refused === 'not-found' ? 404 : 409, laterRefusalWords(begun))
    }
    return Response.json({ clientSecret: begun.intent.clientSecret, paymentIntentId: begun.intent.id })
  } catch (error) {
    const { words, init } = stripeTrouble(error)
    return Response.json({ message: words }, init)
  }
}
