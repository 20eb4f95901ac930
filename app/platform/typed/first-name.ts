const TITLES = /^(mr|mrs|ms|miss|mx|dr|prof|rev|herr|frau|sr|sra|señor|señora|m|mme)\.?$/i
const AND = /^(and|und|et|y|e|&|\+)$/i

/** One name as people write it, and nothing that a mail program would make a link of. */
const NAME = /^[\p{L}\p{M}!][\p{L}\p{M}'’‘`\u05f3\u05f4\u0f0b\p{Pd}\u200c\u200d]*\.?$/u
const FIRST_NAME_AT_MOST = 40
/** 'Mr. Daniel and Mrs. Achieng Otieno Odhiambo'. */
const COUPLE_AT_MOST = 7

/**
 * How a letter calls a traveler: by the first name in their name, a couple by both names, and by title and
 * name where there is no more. Null for what no letter should repeat.
 */
export function firstNameOf(name: string): string | null {
  const words = name.trim().split(/\s+/)
  const called = calledBy(words)
  const isName = NAME.test(called.at(-1) ?? '') && called.every((word) => NAME.test(word) || AND.test(word))
  return isName && called.join(' ').length <= FIRST_NAME_AT_MOST ? called.join(' ') : null
}

function calledBy(words: string[]): string[] {
  const isCouple = words.some((word, at) => at > 0 && at < words.length - 1 && AND.test(word))
  if (TITLES.test(words[0] ?? '')) {
    const isWhole = words.length <= 2 || (isCouple && words.length <= COUPLE_AT_MOST)
    return isWhole ? words : calledBy(words.slice(1))
  }
  if (AND.test(words[1] ?? '')) return words.slice(0, 3)
  // "St. John", "J. R.": what is short for a name stands before one.
  const whole = words.findIndex((word) => !word.endsWith('.'))
  return words.slice(0, whole + 1 || words.length)
}
