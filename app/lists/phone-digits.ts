/** With fewer digits nobody looks for a telephone, and the trigram indexes know none. */
const DIGITS_AT_LEAST = 3
/** What lies before them, country code or a zero, is typed by some and left out by others. */
const LAST_DIGITS = 9

/** The digits of a telephone, as the search indexes have them. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/** By which digits a term finds a telephone, however it is written; null for what is none. */
export function phoneAsked(term: string): string | null {
  if (!/^[\d\s+()./-]+$/.test(term)) return null
  const digits = digitsOf(term)
    .replace(/^0+(?=\d{3})/, '')
    .slice(-LAST_DIGITS)
  return digits.length < DIGITS_AT_LEAST ? null : digits
}
