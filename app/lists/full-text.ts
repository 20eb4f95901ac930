/**
 * The question for stretches of one and two letters, which the trigram indexes do not know: each letter as it is
 * kept in an index of grams, in either case, for that is in small letters only as far as ASCII goes.
 */
export const gramQuery = (letters: string): string => anyCase(letters).map(hexOf).join(' OR ')

const anyCase = (letters: string): string[] =>
  [...letters.toLowerCase()]
    .map((letter) => [...new Set([letter, /[a-z]/.test(letter) ? letter : letter.toUpperCase()])])
    .reduce((all, cases) => all.flatMap((head) => cases.map((letter) => head + letter)), [''])

const hexOf = (text: string) => `"${Buffer.from(text).toString('hex').toUpperCase()}"`
