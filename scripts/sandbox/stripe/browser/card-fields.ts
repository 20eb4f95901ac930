import type { StripeJsError } from './protocol'

export type FieldName = 'number' | 'expiry' | 'cvc'
type Problem = StripeJsError | undefined

/** `4242424242424242` as it is printed on a card: in fours, American Express in four, six, five. */
export function groupedNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, lengthOf(brandOf(typed)))
  const groups =
    brandOf(digits) === 'amex'
      ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/
      : /(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?(\d{1,3})?/
  return (groups.exec(digits)?.slice(1) ?? []).filter(Boolean).join(' ')
}

/** `MM / YY`, also from `5`, `12/2034`, or `0534`. While one deletes, nothing is added back. */
export function groupedExpiry(typed: string, isDeleting: boolean): string {
  const [month = '', year = ''] = typed.includes('/')
    ? typed.split('/').map(digitsOf)
    : [digitsOf(typed).slice(0, 2), digitsOf(typed).slice(2)]
  const twoDigits =
    /^[2-9]$/.test(month) || (month === '1' && typed.includes('/')) ? `0${month}` : month.slice(0, 2)
  if (isDeleting && year === '') return month
  if (twoDigits.length < 2) return twoDigits
  return `${twoDigits} / ${(year.length === 4 ? year.slice(2) : year).slice(0, 2)}`
}

export function problemWith(field: FieldName, value: string, number: string): Problem {
  if (field === 'number') return numberProblem(digitsOf(value))
  if (field === 'expiry') return expiryProblem(value)
  const wanted = brandOf(number) === 'amex' ? 4 : 3
  return digitsOf(value).length < wanted
    ? problem('incomplete_cvc', "Your card's security code is incomplete.")
    : undefined
}

export function brandOf(number: string): string {
  const digits = digitsOf(number)
  if (/^4/.test(digits)) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard'
  if (/^3[47]/.test(digits)) return 'amex'
  return /^(6011|64|65)/.test(digits) ? 'discover' : 'unknown'
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function numberProblem(digits: string): Problem {
  if (digits.length < lengthOf(brandOf(digits)))
    return problem('incomplete_number', 'Your card number is incomplete.')
  return passesLuhn(digits) ? undefined : problem('invalid_number', 'Your card number is invalid.')
}

function expiryProblem(value: string): Problem {
  const [month = '', year = ''] = value.split('/').map(digitsOf)
  if (month.length < 2 || year.length < 2)
    return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
  if (Number(month) < 1 || Number(month) > 12)
    return problem('invalid_expiry_month', "Your card's expiration date is invalid.")
  const today = new Date()
  if (2000 + Number(year) < today.getFullYear())
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  const isPast = (2000 + Number(year)) * 12 + Number(month) < today.getFullYear() * 12 + today.getMonth() + 1
  return isPast
    ? problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
    : undefined
}

const lengthOf = (brand: string) => (brand === 'amex' ? 15 : 16)

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function problem(code: string, message: string): StripeJsError {
  return { type: 'validation_error', code, message }
}
