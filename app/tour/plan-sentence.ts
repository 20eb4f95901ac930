import { type Cents, cents, equalParts, showCents } from '#app/money'

/**
 * What a traveller pays, as a sum: '$500 + $2,000 + $2,000 = $4,500'. Two equal installments follow the deposit,
 * none where nothing is left (spec §9). Null where the deposit is more than the price.
 */
export function planSentence(depositCents: Cents, priceCents: Cents): string | null {
  if (depositCents > priceCents) return null
  const installments = equalParts(cents(priceCents - depositCents), 2).filter((amount) => amount > 0)
  const parts = [depositCents, ...installments]
  const total = cents(parts.reduce((sum, part) => sum + part, 0))
  return total === priceCents ? `${parts.map(showCents).join(' + ')} = ${showCents(total)}` : null
}
