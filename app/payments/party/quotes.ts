import type { Cents } from '#app/money'
import type { CancelQuote } from '#app/payments/refunds/cancel-booking.server'

/** What it means that one of a party leaves it: the policy's refund of their share, and the booking after it. Cents. */
export type LeaveQuote = CancelQuote & {
  /** Price of the booking and what is left to pay, for those who stay. */
  totalCents: Cents
  remainingCents: Cents
  guests: number
}
