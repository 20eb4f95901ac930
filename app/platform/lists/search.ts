/**
 * The query for one or two letters, which trigram indexes cannot find: each letter in either case as the
 * index of grams has it, which is lowercase only in ASCII.
 */
export const gramQuery = (letters: string): string => anyCase(letters).map(hexOf).join(' OR ')

const anyCase = (letters: string): string[] =>
  [...letters.toLowerCase()]
    .map((letter) => [...new Set([letter, /[a-z]/.test(letter) ? letter : letter.toUpperCase()])])
    .reduce((all, cases) => all.flatMap((head) => cases.map((letter) => head + letter)), [''])

const hexOf = (text: string) => `"${Buffer.from(text).toString('hex').toUpperCase()}"`

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
