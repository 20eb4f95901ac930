import { type Cents, showCents } from '#app/money'
import type { ToastMessage } from '#app/ui/toasts/toast-message'

/** What a payment was for: the first of a booking, as a deposit or the whole price, or one that follows. */
export type PaidFor = 'deposit' | 'full' | 'later'

/** Fixed (rules 11.7), wherever a payment has arrived: in the form, from the bank's question, from the hosted page. */
export const paymentSuccessful = (paidFor: PaidFor, amountCents: Cents): ToastMessage => ({
  tone: 'success',
  title: 'Payment Successful!',
  description: `${
    paidFor === 'deposit'
      ? `Your ${showCents(amountCents)} deposit`
      : `Your payment of ${showCents(amountCents)}`
  } has been processed. Check your email for ${paidFor === 'later' ? 'the receipt' : 'confirmation'}.`,
})
