import { type Cents, CHARGEABLE, cents, equalParts, showCents } from '#app/platform/money'
import { INSTALLMENTS_AT_MOST } from '#db/values'

/** Hours within which the confirmation of a booking arrives (rules 1.12). */
export const CONFIRMATION_HOURS = 24

/** A guide sees a departure from this long before its first day to this long after its last (rules 6.17). */
export const GUIDE_DAYS_BEFORE = 30
export const GUIDE_DAYS_AFTER = 7

/** So long after the return a review can be written, and a letter that was missed is still sent. */
export const REVIEW_DAYS = 90

/** How long money takes to come back to a card. */
export const BANK_DAYS = 'five to ten business days'

/** How many installments follow the deposit (rules 3.1). */
export const INSTALLMENTS = 2

/** Over how many dates staff spread what is open of a booking (rules 3.12). */
export const SPREAD_AT_MOST = INSTALLMENTS_AT_MOST - 1

/** Installments that a card can pay each. */
export const LEAST_AFTER_DEPOSIT = INSTALLMENTS * CHARGEABLE.atLeast

/** What each installment comes to: equal amounts, of which the last takes what is left over. */
export const installmentAmounts = (depositCents: Cents, priceCents: Cents): Cents[] =>
  equalParts(cents(priceCents - depositCents), INSTALLMENTS)

/**
 * '$500 + $2,000 + $2,000 = $4,500', without installments of nothing; null where the deposit exceeds the
 * price.
 */
export function planSentence(depositCents: Cents, priceCents: Cents): string | null {
  if (depositCents > priceCents) return null
  const parts = [depositCents, ...installmentAmounts(depositCents, priceCents).filter((amount) => amount > 0)]
  const total = cents(parts.reduce((sum, part) => sum + part, 0))
  return total === priceCents ? `${parts.map(showCents).join(' + ')} = ${showCents(total)}` : null
}
