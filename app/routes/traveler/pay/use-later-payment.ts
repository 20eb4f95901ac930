import { useNavigate, useRevalidator } from '@remix-run/react'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { LaterPaymentForm } from '#app/money/payments/later-payment-form'
import { chargeCard, type OpenedIntent, useCardFields } from '#app/routes/payment/card-fields'
import type { PaymentPhase } from '#app/routes/payment/payment-words'
import { showToast } from '#app/ui/toasts/toast-message'
import type { PayPage } from './pay-page.server'

/** `isStale`: what the page shows is not what is due anymore. */
type Refusal = { message: string; next?: string; isStale?: boolean }

/** POST /pay/{token}/intent. */
async function requestIntent(
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

export type Pays = z.input<typeof LaterPaymentForm>['pays']

export type LaterPayment = ReturnType<typeof useLaterPayment>

/** The states of paying what is due by card on our own page, and the command itself. */
export function useLaterPayment({ token, origin, due, stripe }: PayPage, isPayable: boolean) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const fields = useCardFields(isPayable ? stripe : null)
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const paying = useRef(false)

  const phase: PaymentPhase = fields.failed
    ? 'setup-failed'
    : processing
      ? 'processing'
      : fields.shown
        ? 'ready'
        : fields.begun
          ? 'loading'
          : 'off'

  async function pay(pays: Pays, partAmount?: string): Promise<void> {
    const parts = fields.parts.current
    if (!parts || phase !== 'ready' || paying.current) return
    paying.current = true
    setProcessing(true)
    setRefusal(null)
    const wish = { pays, partAmount, nextCents: due.next?.owedCents ?? 0, remainingCents: due.remainingCents }
    const charged = await chargeCard<Refusal>(parts, () => requestIntent(token, wish), {
      return_url: `${origin}/pay/${token}`,
    }).catch(() => ({ refused: UNREACHABLE }))
    if ('paidIntent' in charged) {
      navigate(`/pay/${token}?payment_intent=${charged.paidIntent}&redirect_status=succeeded`)
      return
    }
    paying.current = false
    setProcessing(false)
    if ('incomplete' in charged) {
      showToast({ tone: 'failure', title: 'Missing Information', description: charged.incomplete })
      return
    }
    const refused =
      'declined' in charged
        ? { message: charged.declined, ...(charged.byTheCard && { next: TRY_ANOTHER }) }
        : charged.refused
    setRefusal(refused)
    showToast({ tone: 'failure', title: 'Payment Failed', description: refused.message })
    if (refused.isStale) revalidate()
  }

  return { phase, fields, refusal, pay }
}

const UNREACHABLE: Refusal = {
  message:
    'We could not reach the payment system. Your card may not have been charged: please try again, we never charge twice.',
}

const TRY_ANOTHER = 'Your card was not charged. Please try again, or use another card.'
