import { type Cents, showCents } from '#app/platform/money'
import type { ToastMessage } from '#app/ui/toasts/toast-message'

/** `off` is the page before scripts run, and without them. */
export type PaymentPhase = 'off' | 'loading' | 'ready' | 'processing' | 'setup-failed'

/**
 * What the button under a card form says. Without scripts it names no amount that a choice above it may
 * change: it would be that of the choice as the page came, not of the one that was made since.
 */
export function payButtonWords(phase: PaymentPhase, dueCents: Cents, hasChoice: boolean): string {
  if (phase === 'off') return hasChoice ? 'Continue to payment' : `Continue to pay ${showCents(dueCents)}`
  return phase === 'setup-failed'
    ? `Continue to pay ${showCents(dueCents)} on Stripe’s page`
    : `Pay ${showCents(dueCents)}`
}

/** Where there is no card form of ours, the form itself goes on to Stripe's page. */
export const goesToStripe = (phase: PaymentPhase): boolean => phase === 'off' || phase === 'setup-failed'

/** What a payment was for: the first of a booking, as a deposit or the whole price, or one that follows. */
export type PaidFor = 'deposit' | 'full' | 'later'

/** Fixed (rules 11.7), wherever a payment arrived: by the form, a bank's question, the hosted page. */
export const paymentSuccessful = (paidFor: PaidFor, amountCents: Cents): ToastMessage => ({
  tone: 'success',
  title: 'Payment Successful!',
  description: `${
    paidFor === 'deposit'
      ? `Your ${showCents(amountCents)} deposit`
      : `Your payment of ${showCents(amountCents)}`
  } has been processed. Check your email for ${paidFor === 'later' ? 'the receipt' : 'confirmation'}.`,
})
