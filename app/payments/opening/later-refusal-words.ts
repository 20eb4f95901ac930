import type { LaterPaymentRefused } from './later-payment.server'
import { NOT_CHARGEABLE } from './refusal-words'

/** What a traveler reads when what is due cannot be paid now; nothing was charged in any of these cases. */
export function laterRefusalWords({ refused }: LaterPaymentRefused): string {
  switch (refused) {
    case 'not-found':
      return 'We do not know this payment link. Please open it again from the newest message.'
    case 'nothing-due':
      return 'Nothing is due for this booking any more. Your card was not charged.'
    case 'amount-changed':
      return 'What is due has changed since this page was opened. Your card was not charged. Please look at the amounts again.'
    case 'already-paid':
      return 'This payment has already arrived. Your card was not charged a second time.'
    case 'processing':
      return 'A payment for this booking is being processed. Please do not pay again: you will get a receipt by email.'
    case 'not-chargeable':
      return NOT_CHARGEABLE
    case 'not-standing':
    case 'hold-ended':
    case 'declined-too-often':
      return 'This booking is not active any more, so nothing can be paid for it. Please contact us.'
  }
}
