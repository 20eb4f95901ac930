import { abbreviated } from './words'

declare const unit: unique symbol

/** US cents, whole. All sums are kept and computed in cents (rules 2.1). */
export type Cents = number & { readonly [unit]: 'cents' }

/** US dollars: what the JSON API speaks. */
export type Dollars = number & { readonly [unit]: 'dollars' }

/** What everything is charged in, in Stripe's word. The database and the pages speak of dollars as well. */
export const CURRENCY = 'usd'

/** Calls a plain number cents; throws a RangeError unless it is a whole, safe number. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`)
  return amount as Cents
}

export const dollarsOf = (amount: Cents): Dollars => (amount / 100) as Dollars

/** Throws a RangeError where the dollars have a fraction of a cent. */
export const centsOf = (dollars: number): Cents => cents(Number((dollars * 100).toFixed(6)))

/** The least and the most that Stripe charges a card at once, in US cents. */
export const CHARGEABLE = { atLeast: 50 as Cents, atMost: 99_999_999 as Cents }

export const isChargeable = (amount: Cents): boolean =>
  amount >= CHARGEABLE.atLeast && amount <= CHARGEABLE.atMost

/** Whether so little is left to pay that no card can pay it (decision 012). */
export const isTooSmallToAsk = (left: Cents): boolean => left > 0 && left < CHARGEABLE.atLeast

/** Splits a sum into equal parts; a remainder goes to the last one. */
export function equalParts(total: Cents, parts: number): Cents[] {
  const each = Math.floor(total / parts)
  return Array.from({ length: parts }, (_, index) =>
    cents(index === parts - 1 ? total - each * (parts - 1) : each),
  )
}

/** By weight, in whole cents: the remainder goes to the first who have room for it. */
export function divide(amount: number, weights: number[]): number[] {
  const whole = sumOf(weights)
  if (whole === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const parts = weights.map((weight) => Math.floor((amount * weight) / whole))
  let left = amount - sumOf(parts)
  return parts.map((part, index) => {
    const room = amount > whole ? left : Math.max(0, (weights[index] ?? 0) - part)
    const more = Math.min(left, room)
    left -= more
    return part + more
  })
}

const sumOf = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** How amounts read everywhere; what people type is read by it, too (typed/amounts). */
export const moneyFormat = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY, ...options })

/** Made when a sum is first shown: one takes a phone 50 ms, and most pages show none by script. */
const formatter = (options: Intl.NumberFormatOptions) => {
  let made: Intl.NumberFormat | undefined
  return (dollars: number) => {
    made ??= moneyFormat(options)
    return made.format(dollars)
  }
}

const withCents = formatter({})
const whole = formatter({ maximumFractionDigits: 0 })

/** "$4,500", or "$4,500.50" where there are cents. */
export const showCents = (amount: Cents): string => (amount % 100 === 0 ? whole : withCents)(amount / 100)

/** Money that went back stands with its sign. */
export const showSigned = (amount: Cents): string =>
  amount < 0 ? `−${showCents(cents(-amount))}` : showCents(amount)

/** '$1.5K', '-$2K': as an axis has room for it. */
export const showCentsInShort = (amount: Cents): string =>
  `${amount < 0 ? '-' : ''}${whole(0).replace('0', abbreviated(Math.abs(amount) / 100))}`

/** Percent with one decimal, the way it is shown; 0 where there is nothing to be a part of. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.round((part / whole) * 1_000) / 10 : 0

/**
 * How many of those counted did something, in percent. Null where no one was counted, or more did it than
 * were: people who ask not to be counted still book.
 */
export const rateOf = (part: number, counted: number): number | null =>
  counted > 0 && part <= counted ? percentOf(part, counted) : null

/** How much more this is than before, in percent; null for something after nothing. */
export const growth = (now: number, before: number): number | null =>
  before === 0 && now > 0 ? null : percentOf(now - before, before)

/** '12.5%'. */
export const showPercent = (percent: number): string => `${percent.toFixed(1)}%`

/** What a price is changed by: an amount, or a part of it. */
export type AmountOrPercent = { cents: Cents } | { percent: number }

/** '$250', '7.5%'. */
export const showAmountOrPercent = (off: AmountOrPercent): string =>
  'percent' in off ? `${off.percent}%` : showCents(off.cents)

/** What it comes to of a price, in whole cents. */
export const partOf = (priceCents: number, off: AmountOrPercent): Cents =>
  'percent' in off ? cents(Math.round((priceCents * off.percent) / 100)) : off.cents
