import {
  type AmountOrPercent,
  type Cents,
  CHARGEABLE,
  cents,
  showCents,
  shownWith,
} from '#app/platform/money'

// Apart from the sums themselves: every page shows those, and few read any.

const SHOWN = shownWith({}).formatToParts(1_234_567.5)

function partShown(type: 'currency' | 'group' | 'decimal', shown = SHOWN): string {
  return shown.find((part) => part.type === type)?.value ?? ''
}

/** As a pattern; people type any space for any other. */
const literally = (text: string) => text.replace(/[$.*+?()[\]{}|^\\]/g, '\\$&').replace(/\s/g, '\\s')

/** The symbol as we show it, or its short form ('US$', '$'), where it may be left out. */
const SYMBOL = `(?:${[SHOWN, shownWith({ currencyDisplay: 'narrowSymbol' }).formatToParts(0)]
  .map((shown) => literally(partShown('currency', shown)))
  .join('|')})?`
const [GROUP, DECIMAL] = [literally(partShown('group')), literally(partShown('decimal'))]
const NUMBER = `(\\d{1,3}(?:${GROUP}\\d{3}){1,3}|\\d{1,9})(?:(?:${DECIMAL}|\\.)(\\d{1,2}))?`
const TYPED = new RegExp(
  SHOWN[0]?.type === 'currency' ? `^${SYMBOL}\\s*${NUMBER}$` : `^${NUMBER}\\s*${SYMBOL}$`,
)

/**
 * Dollars as people type them ('4500', '4,500', '$4,500.50'), as we show them, and as addresses of letters
 * state them ('1250.5'), in cents; null where it is no such amount.
 */
export function readDollars(text: string): Cents | null {
  const typed = TYPED.exec(text.trim())
  return typed && cents(Number(typed[1]?.replace(/\D/g, '') + (typed[2] ?? '').padEnd(2, '0')))
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
