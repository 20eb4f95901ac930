import { cents } from '#app/platform/money'

/** What a guest pays less from a bank account, in percent: about what a card costs more. */
export const BANK_DISCOUNT_AT_MOST = 3

/** What Stripe takes of a payment, by its price list for the United States. */
export const STRIPE_TAKES = {
  card: { percent: 2.9, cents: 30 },
  bankAccount: { percent: 0.8, atMostCents: cents(500) },
}

/** '1', '0.5' or '1.5%' in percent, with one decimal at most; nothing typed is 0. Null for all else. */
export function readBankDiscount(typed: string): number | null {
  if (typed.trim() === '') return 0
  const number = /^(\d(?:\.\d)?)\s?%?$/.exec(typed.trim())?.[1]
  return number !== undefined && Number(number) <= BANK_DISCOUNT_AT_MOST ? Number(number) : null
}
