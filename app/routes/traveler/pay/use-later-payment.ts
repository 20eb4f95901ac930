import { useNavigate, useRevalidator } from '@remix-run/react'
import type { z } from 'zod'
import type { LaterPaymentForm } from '#app/money/payments/later-payment-form'
import { type IntentAnswer, useCardCharge, useCardFields } from '#app/routes/payment/card-fields'
import type { PayPage } from './pay-page.server'

/** POST /pay/{token}/intent. */
async function requestIntent(token: string, wish: z.input<typeof LaterPaymentForm>): Promise<IntentAnswer> {
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

export type Pays = z.input<typeof LaterPaymentForm>['pays']

export type LaterPayment = ReturnType<typeof useLaterPayment>

/** The states of paying what is due by card on our own page, and the command itself. */
export function useLaterPayment({ token, origin, due, stripe }: PayPage, isPayable: boolean) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const fields = useCardFields(isPayable ? stripe : null)
  const { phase, refusal, charge } = useCardCharge(fields, {
    afterDecline: 'Your card was not charged. Please try again, or use another card.',
  })

  async function pay(pays: Pays, partAmount?: string): Promise<void> {
    const wish = { pays, partAmount, nextCents: due.next?.owedCents ?? 0, remainingCents: due.remainingCents }
    const paid = await charge(() => requestIntent(token, wish), { return_url: `${origin}/pay/${token}` })
    if ('paidIntent' in paid) {
      navigate(`/pay/${token}?payment_intent=${paid.paidIntent}&redirect_status=succeeded`)
    } else if (paid.refused?.isStale) {
      revalidate()
    }
  }

  return { phase, fields, refusal, pay }
}
