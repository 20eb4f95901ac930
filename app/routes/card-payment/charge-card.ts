import type { ConfirmPaymentData, StripeError } from '@stripe/stripe-js'
import type { CardParts } from './card-frame'

export type OpenedIntent = { clientSecret: string; paymentIntentId: string }

export type Charged<Refusal> =
  | { paidIntent: string }
  /** The card is not filled in: nothing was asked of anybody. */
  | { incomplete: string }
  | { refused: Refusal }
  /** Stripe or the bank said no, in their words. */
  | { declined: string; byTheCard: boolean }

/**
 * Charges the card that was typed: `ask` opens its intent only once the card is complete. A bank that asks a
 * question may lead away from the page, to `return_url`. Rejects where Stripe cannot be reached.
 */
export async function chargeCard<Refusal>(
  { stripe, elements }: CardParts,
  ask: () => Promise<OpenedIntent | { refused: Refusal }>,
  confirmParams: ConfirmPaymentData,
): Promise<Charged<Refusal>> {
  const complete = await elements.submit()
  if (complete.error) return { incomplete: complete.error.message ?? 'Please check your card' }

  const opened = await ask()
  if ('refused' in opened) return opened

  const { clientSecret, paymentIntentId } = opened
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret,
    redirect: 'if_required',
    confirmParams,
  })
  if (!error || isAlreadyPaid(error)) return { paidIntent: paymentIntentId }
  return {
    declined: error.message ?? 'The payment did not go through.',
    byTheCard: error.type === 'card_error',
  }
}

/** Another tab was quicker with the same intent, or the bank's answer was lost: the next page asks Stripe. */
const isAlreadyPaid = ({ payment_intent: intent }: StripeError): boolean =>
  intent?.status === 'succeeded' || intent?.status === 'processing'
