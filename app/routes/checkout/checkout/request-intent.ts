import type { Traveler } from '#app/bookings/traveler-form'
import type { Day } from '#app/days'
import type { InstallmentPlan } from '#app/installments/plan'
import type { Dollars } from '#app/money'
import { readPlanJson } from '#app/routes/api/plan-json'

/**
 * Why the traveler stays on the page, what to do next, the place that is booked already, if that is why, and the
 * terms that apply where the page showed others.
 */
export type Refusal = { message: string; next?: string; reference?: string | null; terms?: InstallmentPlan }

/** New terms are looked at again: no payment has failed. */
export const refusalTitle = ({ terms }: Pick<Refusal, 'terms'>): string =>
  terms ? 'Please look at the price again' : 'Payment Failed'

export type IntentAnswer = { clientSecret: string; paymentIntentId: string } | { refused: Refusal }

/** POST /api/create-payment-intent; without customerInfo only to show the card form. */
export async function requestIntent(call: {
  roomType: string
  departure: Day
  paymentType: string
  amount: Dollars
  /** How many travel. */
  guests: number
  checkoutKey: string | undefined
  shown?: string
  customerInfo?: Traveler
}): Promise<IntentAnswer> {
  const { guests, roomType, departure, paymentType, amount, checkoutKey, shown, customerInfo } = call
  try {
    const response = await fetch('/api/create-payment-intent', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        roomType,
        departure,
        paymentType,
        amount,
        numberOfGuests: guests,
        checkoutKey,
        shown,
        customerInfo,
      }),
    })
    const answer = await response.json()
    if (response.ok) return { clientSecret: answer.clientSecret, paymentIntentId: answer.paymentIntentId }
    const { message, bookingReference: reference, terms } = answer
    return { refused: { message, reference, ...(terms && { terms: readPlanJson(terms) }) } }
  } catch {
    return {
      refused: { message: 'We could not reach the site. Please check your connection and try again.' },
    }
  }
}
