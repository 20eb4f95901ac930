import type { Cents } from '#app/money'
import type { RefundQuote } from '#app/tour/refund-policy'

/** What it means that one of a party leaves it: the policy's refund of their share, and the booking after it. Cents. */
export type LeaveQuote = RefundQuote & {
  /** What goes back to cards through Stripe, and what was paid otherwise and goes back by hand. */
  toCardsCents: Cents
  byHandCents: Cents
  /** Their share of the price. */
  shareCents: Cents
  /** Price of the booking and what is left to pay, for those who stay. */
  totalCents: Cents
  remainingCents: Cents
  guests: number
}
