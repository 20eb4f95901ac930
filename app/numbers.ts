const WORDS =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )

/** A whole number as a sentence says it: 'twelve'; in figures from 21 on. */
export const inWords = (count: number): string => WORDS[count] ?? String(count)

const NTH = '- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** 'tenth' for 10; '13th' from there on. */
export const nthInWords = (place: number): string => NTH[place] ?? `${place}th`
