import type { z } from 'zod'
import type { LaterPaymentForm } from '#app/payments/opening/later-payment-form'
import type { OpenedIntent } from '#app/routes/card-payment/charge-card'

/** `isStale`: what the page shows is not what is due any more. */
export type Refusal = { message: string; next?: string; isStale?: boolean }

/** POST /pay/{token}/intent. */
export async function requestIntent(
  token: string,
  wish: z.input<typeof LaterPaymentForm>,
): Promise<OpenedIntent | { refused: Refusal }> {
  try {
    const response = await fetch(`/pay/${token}/intent`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(wish),
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    return { refused: { message: sentenceIn(text), isStale: response.status === 409 } }
  } catch {
    return {
      refused: { message: 'We could not reach the site. Please check your connection and try again.' },
    }
  }
}

/** The guards before the site's pages answer in plain words. */
function sentenceIn(text: string): string {
  try {
    return String(JSON.parse(text).message)
  } catch {
    return text
  }
}
