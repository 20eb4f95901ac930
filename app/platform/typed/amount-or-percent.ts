import { type Cents, CHARGEABLE, cents, readDollars, showCents } from '#app/platform/money'

/** What a price is changed by: an amount, or a part of it. */
export type AmountOrPercent = { cents: Cents } | { percent: number }

export const WRONG_AMOUNT_OR_PERCENT = 'Please enter dollars, such as 250, or a percentage, such as 10%'

/** '250' or '$250.50' in cents, '10%' or '7.5 %' in percent; null where it is neither. */
export function readAmountOrPercent(text: string): AmountOrPercent | null {
  const percent = /^(\d{1,3}(?:\.\d{1,2})?)\s?%$/.exec(text.trim())
  if (percent)
    return Number(percent[1]) > 0 && Number(percent[1]) <= 100 ? { percent: Number(percent[1]) } : null
  const amount = readDollars(text)
  return amount !== null && amount > 0 && amount <= CHARGEABLE.atMost ? { cents: amount } : null
}

/** '$250', '7.5%'. */
export const showAmountOrPercent = (off: AmountOrPercent): string =>
  'percent' in off ? `${off.percent}%` : showCents(off.cents)

/** What it comes to of a price, in whole cents. */
export const partOf = (priceCents: number, off: AmountOrPercent): Cents =>
  'percent' in off ? cents(Math.round((priceCents * off.percent) / 100)) : off.cents
