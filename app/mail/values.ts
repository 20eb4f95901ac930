// A value in the words of a letter. Letters of one kind differ in little else: while words are joined a plain
// value stands between two signs, and when they are read a place stands for it. So they are read as Markdown
// once, and the next letter's values are put into what was read. The signs are noncharacters of Unicode.

const [BEGIN, END] = ['\uFDD0', '\uFDD1']
const [TEXT, SUM_PLACE, LINK, PLACE_END] = ['\uFDD2', '\uFDD3', '\uFDD4', '\uFDD5']

/** Where nothing is said. No value has it. */
export const NOTHING = '\0'

const OUR_SIGNS = /[\0\uFDD0-\uFDD5]/g

/** One that reads the same in its place as among the words: without our signs, or space that is trimmed. */
const isPlain = (value: string): boolean => /^(?!\s)[^\p{Cc}\u2028\u2029\uFDD0-\uFDD5]+(?<!\s)$/u.test(value)

/** In which place a plain value stands: some look different, or may be addresses of a link. */
const SUM_OF_MONEY = /^\$[\d,.]+$/
const WITH_A_SIGN = /^[−+]\$[\d,.]+$/
const ADDRESS = /^https?:\/\/[\w./?=&#:~-]+$/

/** How a sum came about, in brackets behind it: '$9,000 (2 × $4,500)'. */
const SUM_AND_NOTE = /^(\$[\d,.]+(?: of \$[\d,.]+)?) \((.+)\)$/

/** A value as it is joined with words: text, whatever stands in it. A note on a sum is a value of its own. */
export function asValue(value: string): string {
  const [, sum, note] = SUM_AND_NOTE.exec(value) ?? []
  if (sum && note) return `${asValue(sum)} (${asValue(note)})`
  return isPlain(value) && !WITH_A_SIGN.test(value) ? BEGIN + value + END : literal(value)
}

/** One line in which no sign means anything to Markdown, nor does a number that it begins with. */
export const literal = (value: string): string =>
  value
    .replace(OUR_SIGNS, '')
    .replace(/[\r\n]+/g, ' ')
    .replace(/[!#&()*+<=>[\\\]_`|~-]/g, (sign) => (sign === '|' ? '&#124;' : `\\${sign}`))
    .replace(/^\d/, (digit) => `&#${digit.charCodeAt(0)};`)

const JOINED = /\uFDD0([^\uFDD0\uFDD1]*)\uFDD1/g

/** Words with their values in them, as Markdown. */
export const inFull = (words: string): string => words.replace(JOINED, (_, value: string) => literal(value))

/** Words with a place for each of their values, an address that comes again in its first one. */
export function withPlaces(words: string): { template: string; values: string[] } {
  const values: string[] = []
  if (!words.includes(BEGIN)) return { template: words, values }
  const template = words.replace(JOINED, (_, value: string) => {
    const isAddress = ADDRESS.test(value)
    const known = isAddress ? values.indexOf(value) : -1
    const place = known >= 0 ? known : values.push(value) - 1
    return (isAddress ? LINK : SUM_OF_MONEY.test(value) ? SUM_PLACE : TEXT) + place + PLACE_END
  })
  return { template, values }
}

/** What was read of a template, cut at its places: every other part is the number of one. */
export type Cut = string[]

export const cutAtPlaces = (read: string): Cut => read.split(/[\uFDD2-\uFDD4](\d+)\uFDD5/)

export const filled = (cut: Cut, values: string[]): string =>
  cut.length === 1
    ? (cut[0] ?? '')
    : cut.map((part, index) => (index % 2 ? values[Number(part)] : part)).join('')

export const hasPlaces = (text: string): boolean => text.includes(PLACE_END)

/** An address of a link that is a value, and perhaps goes on in our words. */
export const isAddressInPlace = (address: string): boolean => /^\uFDD4\d+\uFDD5[\w./?=&#:~-]*$/.test(address)

/** The two halves of a cell with a sum and its note, in which a value may have its place. */
export const noteInCell = (cell: string): { sum: string; note: string } | null => {
  const [, sum, note] = /^(\$[\d,.]+(?: of \$[\d,.]+)?|[\uFDD2\uFDD3]\d+\uFDD5) (\(.+\))$/.exec(cell) ?? []
  return sum && note ? { sum, note } : null
}

/** A cell with nothing but a sum of money, or a place for one. */
export const isSum = (cell: string): boolean => /^[−+]?(?:\$[\d,.]+|\uFDD3\d+\uFDD5)$/.test(cell)
