import {
  type AmountOrPercent,
  type Cents,
  CHARGEABLE,
  cents,
  moneyFormat,
  showCents,
} from '#app/platform/money'

// Apart from the sums themselves: every page shows those, and few read any.

const SHOWN = moneyFormat({}).formatToParts(1_234_567.5)

type Part = 'currency' | 'group' | 'decimal'

function partShown(type: Part, shown = SHOWN): string {
  return shown.find((part) => part.type === type)?.value ?? ''
}

/** People type any space for any other. */
const plainSpaces = (text: string) => text.trim().replace(/\s/g, ' ')

/** The symbol as we show it, or its short form ('US$', '$'). */
const SYMBOLS = [SHOWN, moneyFormat({ currencyDisplay: 'narrowSymbol' }).formatToParts(0)].map((shown) =>
  plainSpaces(partShown('currency', shown)),
)
const GROUP = partShown('group').replace(/\s/, ' ') || ' '

/**
 * Dollars as people type them, as we show them, and as links in letters have them ('1250.5'), in cents; null
 * for all else.
 */
export function readDollars(text: string): Cents | null {
  const number = withoutSymbol(plainSpaces(text))
  for (const mark of ['', partShown('decimal'), '.']) {
    const at = mark ? number.lastIndexOf(mark) : number.length
    const [whole, fraction] = [number.slice(0, Math.max(at, 0)), number.slice(at + mark.length)]
    if (at < 0 || !isWhole(whole) || !(mark ? /^\d{1,2}$/.test(fraction) : fraction === '')) continue
    return cents(Number(whole.replace(/\D/g, '') + fraction.padEnd(2, '0')))
  }
  return null
}

/** It may be left out, and stands where we show it. */
function withoutSymbol(text: string): string {
  const isFirst = SHOWN[0]?.type === 'currency'
  const symbol = SYMBOLS.find((one) => (isFirst ? text.startsWith(one) : text.endsWith(one))) ?? ''
  return (isFirst ? text.slice(symbol.length) : text.slice(0, text.length - symbol.length)).trim()
}

/** '1250', or '1,250' in full groups of three; up to twelve digits in groups, nine without. */
function isWhole(text: string): boolean {
  const [first = '', ...others] = text.split(GROUP)
  if (others.length === 0) return /^\d{1,9}$/.test(first)
  return others.length <= 3 && /^\d{1,3}$/.test(first) && others.every((group) => /^\d{3}$/.test(group))
}

/** '4,500', '4,500.50': as a field of dollars begins. */
export const bareCents = (amount: Cents): string =>
  showCents(amount).replace(partShown('currency'), '').trim()

export const WRONG_AMOUNT_OR_PERCENT = 'Please enter dollars, such as 250, or a percentage, such as 10%'

/** '250' or '$250.50' in cents, '10%' or '7.5 %' in percent; null where it is neither. */
export function readAmountOrPercent(text: string): AmountOrPercent | null {
  const percent = /^(\d{1,3}(?:\.\d{1,2})?)\s?%$/.exec(text.trim())
  if (percent)
    return Number(percent[1]) > 0 && Number(percent[1]) <= 100 ? { percent: Number(percent[1]) } : null
  const amount = readDollars(text)
  return amount !== null && amount > 0 && amount <= CHARGEABLE.atMost ? { cents: amount } : null
}
