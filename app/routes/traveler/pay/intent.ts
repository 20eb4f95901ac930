import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { beginLaterCardPayment, chosenAmount } from '#app/money/changes/paying/later-payment.server'
import { laterRefusalWords, NOT_CONFIGURED } from '#app/money/changes/paying/refusal-words'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { now } from '#app/platform/clock.server'
import { stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import { openLaterIntent } from '#app/server/contract/guest-calls'
import { onlyDeclared, readCall, refuse } from '#app/server/contract/json-call.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, openLaterIntent)

/** The intent for the pay page's own card fields, asked for when its button is pressed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const wrongMethod = onlyDeclared(request, openLaterIntent)
  if (wrongMethod) return wrongMethod
  if (!stripeConfigured()) return refuse(503, NOT_CONFIGURED)
  const call = await readCall(request, openLaterIntent)
  if ('refused' in call) return call.refused

  const chosen = chosenAmount(call.sent)
  const { paysFrom } = chosen
  try {
    const begun = await beginLaterCardPayment({ token: params.token ?? '', ...chosen }, now)
    if ('refused' in begun) {
      return refuse(begun.refused === 'not-found' ? 404 : 409, laterRefusalWords(begun, paysFrom))
    }
    return Response.json({ clientSecret: begun.intent.clientSecret, paymentIntentId: begun.intent.id })
  } catch (error) {
    const { words, init } = stripeTrouble(error, {}, paysFrom)
    return Response.json({ message: words }, init)
  }
}
