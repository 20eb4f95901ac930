import { beginLaterCardPayment } from '#app/money/payments/later-payment.server'
import { chosenAmount } from '#app/money/payments/later-payment-form'
import { laterRefusalWords } from '#app/money/payments/refusal-words'
import { now } from '#app/platform/clock.server'
import { stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import { openLaterIntent } from '#app/server/contract/booking-calls'
import { answer, answering, refuse } from '#app/server/contract/json-call.server'

/** The intent for the pay page's own card fields, asked for when its button is pressed. */
export const action = answering(
  answer(openLaterIntent, async ({ params, sent }) => {
    try {
      const begun = await beginLaterCardPayment({ token: params.token ?? '', ...chosenAmount(sent) }, now)
      if ('refused' in begun) {
        return refuse(begun.refused === 'not-found' ? 404 : 409, laterRefusalWords(begun))
      }
      return Response.json({ clientSecret: begun.intent.clientSecret, paymentIntentId: begun.intent.id })
    } catch (error) {
      const { words, init } = stripeTrouble(error)
      return Response.json({ message: words }, init)
    }
  }),
)

export const loader = action
