/**
 * The query for one or two folded letters, which trigram indexes cannot find, as the index of grams has them.
 */
export const gramQuery = (letters: string): string =>
  `"${Buffer.from(letters).toString('hex').toUpperCase()}"`

/** With fewer digits no one looks for a phone number, and the trigram indexes know none. */
const DIGITS_AT_LEAST = 3
/** What lies before them, country code or a zero, is typed by some and left out by others. */
const LAST_DIGITS = 9

/** The digits of a phone number, as the search indexes have them. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/** By which digits a term finds a phone number, however it is written; null for what is none. */
export function phoneInSearch(term: string): string | null {
  if (!/^[\d\s+()./-]+$/.test(term)) return null
  const digits = digitsOf(term)
    .replace(/^0+(?=\d{3})/, '')
    .slice(-LAST_DIGITS)
  return digits.length < DIGITS_AT_LEAST ? null : digits
}
