/** The company's name, wherever it is shown or sent. */
export const BRAND = 'Savanna Soul'

const WORDS =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )

/** A whole number as a sentence says it: 'twelve'; in figures from 21 on. */
export const inWords = (count: number): string => WORDS[count] ?? String(count)

/** '1 letter', '1,250 letters'. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`

const NTH = '- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** 'tenth' for 10; '13th' from there on. */
export const nthInWords = (place: number): string => NTH[place] ?? `${place}th`

/** '1.5K'. By hand: Node and browsers do not agree on Intl's short numbers, and hydration must. */
export function abbreviated(count: number): string {
  const [divisor, letter] = count >= 1e6 ? [1e6, 'M'] : count >= 1e3 ? [1e3, 'K'] : [1, '']
  return `${Math.round((count / divisor) * 10) / 10}${letter}`
}
