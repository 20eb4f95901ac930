import type { Traveller } from '#app/bookings/traveller-form'
import type { Dollars } from '#app/money'

/** Why the traveller stays on the page, what to do next, and the place that is booked already, if that is why. */
export type Refusal = { message: string; next?: string; reference?: string | null }

export type IntentAnswer = { clientSecret: string; paymentIntentId: string } | { refused: Refusal }

/** POST /api/create-payment-intent (spec §7); without customerInfo only to show the card form. */
export async function requestIntent(call: {
  roomType: string
  paymentType: string
  amount: Dollars
  checkoutKey: string
  customerInfo?: Traveller
}): Promise<IntentAnswer> {
  const { roomType, paymentType, amount, checkoutKey, customerInfo } = call
  try {
    const response = await fetch('/api/create-payment-intent', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ roomType, paymentType, amount, checkoutKey, customerInfo }),
    })
    const answer = await response.json()
    return response.ok
      ? { clientSecret: answer.clientSecret, paymentIntentId: answer.paymentIntentId }
      : { refused: { message: answer.message, reference: answer.bookingReference } }
  } catch {
    return {
      refused: { message: 'We could not reach the site. Please check your connection and try again.' },
    }
  }
}
