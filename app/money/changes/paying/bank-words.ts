import { type Cents, CHARGEABLE, cents, partOf, showCents } from '#app/platform/money'

/** Why nothing of a booking can be paid from a bank account. */
export type NoBank = 'cards-alone' | 'first-by-card' | 'too-near' | 'failed' | 'taken-back'

/** So long before the first day a payment from a bank account can still fail, and be made in another way. */
export const BANK_DAYS_BEFORE = 10
/** What the guest reads in its place. */
export function noBankWords(why: NoBank): string {
  switch (why) {
    case 'cards-alone':
      return 'This is paid by card.'
    case 'first-by-card':
      return 'The first payment is by card, so that your seat is yours at once.'
    case 'too-near':
      return `From ${BANK_DAYS_BEFORE} days before the first day only a card is quick enough: money from a bank account is on its way for days.`
    case 'failed':
      return 'Two payments from your bank account did not reach us, so this one is by card.'
    case 'taken-back':
      return 'Your bank took a payment back, so this one is by card.'
  }
}

/** Of an amount beyond what a bank account can pay at once. */
export const tooMuchWords = (atMostCents: Cents): string =>
  `From a bank account up to ${showCents(atMostCents)} can be paid at once. Please pay in two parts, or by card.`

/** What is off an amount that is paid from a bank account; never so much that Stripe charges no rest. */
export const bankDiscountOf = (amountCents: Cents, percent: number): Cents =>
  cents(Math.max(0, Math.min(partOf(amountCents, { percent }), amountCents - CHARGEABLE.atLeast)))

/** '$1,980, $20 less': before it is chosen. */
export function lessWords(amountCents: Cents, percent: number): string {
  const offCents = bankDiscountOf(amountCents, percent)
  return `${showCents(cents(amountCents - offCents))}, ${showCents(offCents)} less`
}
