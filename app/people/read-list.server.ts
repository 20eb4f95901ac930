import { setImmediate as turn } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { folded } from '#app/platform/typed/folded'
import { emailAddress } from '#app/platform/typed/text'
import { INQUIRY } from './people-fields'
import { NOT_ON_THE_LIST, STATE_COLUMN } from './subscriber-words'

/** What was found at a line, counted from 1 as an editor counts: an address, or why there is none. */
export type Found = { line: number } & ({ address: string } | { refused: string; text: string })

/** A column that may have the addresses, with one of them. */
type Column = { name: string; example: string }

/** A list of which it is not sure where the addresses are: those columns, and the list with them alone. */
export type Unclear = { columns: Column[]; list: string }

const NOT_AN_ADDRESS = 'not an email address'
const NOT_CLEAR = 'not clear whose address this is'
const NOT_CLOSED = 'a quotation mark on this line is not closed'
const Address = emailAddress({
  missing: NOT_AN_ADDRESS,
  invalid: NOT_AN_ADDRESS,
  tooLong: `longer than ${EMAIL_AT_MOST} characters`,
})

const EVERY_DELIMITER = [',', ';', '\t']
const SHOWN_AT_MOST = 80

/** `isBroken`: its quotes do not close, and it is a line that was taken alone. */
type Row = { line: number; words: string; cells: string[]; isBroken: boolean }

/**
 * How a list is read: `column` has the addresses; null where any cell may, but of rows with other words
 * `columnBesideWords` where one of the first had some. Unclear: neither its headings nor its first rows say.
 */
type Layout = {
  delimiter: string | string[]
  hasHeading: boolean
  column: number | null
  columnBesideWords: number | null
}

/** What the programs of the world call the one column that has a person's own address, folded. */
const SURE = new Set(
  [
    ...['email', 'e-mail', 'mail', 'email address', 'e-mail address', 'primary email', 'email 1', 'e-mail 1'],
    ...['e-mail 1 - value', 'email 1 - value', 'e-mailadresse', 'e-mail-adresse', 'emailadresse'],
    ...['correo', 'correo electronico', 'courriel', 'adresse e-mail', 'adresse email', 'adresse mail'],
    ...['indirizzo email', 'indirizzo e-mail', 'endereco de e-mail', 'endereco de email', 'e-mailadres'],
  ].map(folded),
)

/** Rows by which a list without headings is judged. */
const JUDGED_BY = 200

/**
 * Where a list has its addresses; null where neither headings nor rows make that sure. `chosen`: of a list
 * that has been asked about, which of its columns it is.
 */
function layoutOf(text: string, chosen?: number): Layout | null {
  const headed = { hasHeading: true, columnBesideWords: null }
  if (chosen !== undefined) return { ...headed, delimiter: ',', column: chosen }
  const delimiter = delimiterOf(text)
  const [heading] = rowsOf(text, delimiter)
  if (heading && !heading.words.includes('@')) {
    const names = heading.cells.map((cell) => folded(cell).replace(/\s+/g, ' '))
    const sure = names.flatMap((name, column) => (SURE.has(name) ? [column] : []))
    if (sure[0] !== undefined) return sure.length === 1 ? { ...headed, delimiter, column: sure[0] } : null
    if (heading.cells.length > 1) return null
  }
  const columns = columnsBesideWords(text)
  if (columns.size > 1) return null
  const [columnBesideWords = null] = columns
  return { delimiter: EVERY_DELIMITER, hasHeading: false, column: null, columnBesideWords }
}

/** Where the first rows have addresses beside other words: always in the same column where they are clear. */
function columnsBesideWords(text: string): Set<number> {
  const columns = new Set<number>()
  let judged = 0
  for (const { cells } of rowsOf(text, EVERY_DELIMITER)) {
    if (hasWords(cells)) for (const column of addressColumns(cells)) columns.add(column)
    judged += 1
    if (judged === JUDGED_BY) break
  }
  return columns
}

const addressColumns = (cells: string[]): number[] =>
  cells.flatMap((cell, column) => (cell.includes('@') ? [column] : []))

/** Words beside addresses, such as a name or a message, which may name someone else. */
const hasWords = (cells: string[]): boolean => cells.some((cell) => cell !== '' && !cell.includes('@'))

/** Where a list must be asked about: null where it is clear. Others are served in between. */
export async function unclearList(typed: string): Promise<Unclear | null> {
  const text = withPlainLines(typed)
  if (layoutOf(text)) return null
  const rows: string[][] = []
  const examples: string[] = []
  let hasHeading = false
  await inTurns(rowsOf(text, delimiterOf(text)), ({ cells }) => {
    if (rows.length === 0) hasHeading = !cells.some((cell) => cell.includes('@'))
    rows.push(cells)
    cells.forEach((cell, column) => {
      if (examples[column] === undefined && cell.includes('@') && 'address' in checked(cell))
        examples[column] = cell
    })
  })
  const heading = hasHeading ? rows.shift() : undefined
  const kept = examples.flatMap((_, column) => [column])
  const nameOf = (column: number) => heading?.[column] || `Column ${column + 1}`
  const lists = [stringify([kept.map(nameOf)])]
  await inTurns(rows, (cells) => lists.push(stringify([kept.map((column) => cells[column] ?? '')])))
  return {
    columns: kept.map((column) => ({ name: shortened(nameOf(column)), example: examples[column] ?? '' })),
    list: lists.join(''),
  }
}

/** How long the only thread is held between two turns. */
export const TURN_MS = 8

async function inTurns<One>(all: Iterable<One>, take: (one: One) => void): Promise<void> {
  let end = performance.now() + TURN_MS
  for (const one of all) {
    take(one)
    if (performance.now() < end) continue
    await turn()
    end = performance.now() + TURN_MS
  }
}

/**
 * Reads addresses lazily: one or several on a line, with names or without ("Wanjiru <w@example.com>"), or one
 * column of a CSV file. A broken quote costs only its own line.
 */
export function* readAddresses(typed: string, chosen?: number): Generator<Found> {
  const text = withPlainLines(typed)
  const layout = layoutOf(text, chosen)
  if (!layout) return
  let heading: Row | null = null
  let stateColumn = -1
  let mayBeWithinQuotes = false
  for (const row of rowsOf(text, layout.delimiter)) {
    mayBeWithinQuotes ||= row.isBroken
    const whyNot = NOT_ON_THE_LIST.get(row.cells[stateColumn] ?? '')
    if (layout.hasHeading && !heading) {
      heading = row
      stateColumn = row.cells.indexOf(STATE_COLUMN)
    }
    // After a broken quote a line may be out of the middle of a message.
    else if (heading && mayBeWithinQuotes && row.cells.length !== heading.cells.length)
      yield { line: row.line, text: shortened(row.words), refused: whyNoRow(row) }
    else if (whyNot) yield { line: row.line, text: shortened(row.words), refused: whyNot }
    else yield* addressesIn(row, layout)
  }
}

const whyNoRow = ({ words }: Row): string =>
  leavesQuoteOpen(words) ? NOT_CLOSED : 'not as many cells as the heading has'

function* addressesIn({ line, words, cells }: Row, layout: Layout): Generator<Found> {
  const read = cellsToRead(cells, layout)
  if (!read) return yield { line, text: shortened(words), refused: NOT_CLEAR }
  const candidates = read.filter((cell) => cell.includes('@'))
  if (candidates.length > 0) {
    for (const cell of candidates) yield { line, ...checked(cell) }
    return
  }
  const text = shortened(words)
  if (leavesQuoteOpen(words)) yield { line, text, refused: NOT_CLOSED }
  else if (read.some((cell) => cell !== '')) yield { line, text, refused: NOT_AN_ADDRESS }
  else yield { line, text, refused: 'no email address on this line' }
}

/** Null where there are addresses, and it is not clear that one of them is whose row it is. */
function cellsToRead(cells: string[], { column, columnBesideWords }: Layout): string[] | null {
  if (column !== null) return [cells[column] ?? '']
  const addresses = addressColumns(cells)
  if (!hasWords(cells) || addresses.length === 0) return cells
  if (columnBesideWords === null) return addresses.length === 1 ? cells : null
  return addresses.includes(columnBesideWords) ? [cells[columnBesideWords] ?? ''] : null
}

/**
 * The address in "Wanjiru <w@example.com>", "mailto:w@example.com" or "'+w@example.com", as our own files
 * have it, so that no spreadsheet takes it for a formula.
 */
const addressIn = (cell: string): string =>
  (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell).replace(/^mailto:/i, '').replace(/^'(?=[=+-])/, '')

function checked(cell: string): { address: string } | { refused: string; text: string } {
  const parsed = Address.safeParse(addressIn(cell))
  if (parsed.success) return { address: parsed.data }
  return { refused: parsed.error.issues[0]?.message ?? NOT_AN_ADDRESS, text: shortened(cell) }
}

const shortened = (words: string) =>
  words.length > SHOWN_AT_MOST ? `${words.slice(0, SHOWN_AT_MOST)}…` : words

/** The mark that parts the cells of the first line. Excel may name it in a line of its own. */
function delimiterOf(text: string): string {
  const [first = ''] = eachLine(text)
  const named = /^sep=(.)$/i.exec(first)?.[1]
  const count = (mark: string) => first.split(mark).length
  return named ?? EVERY_DELIMITER.toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/**
 * More than a message in a cell of our own files can have: after fewer, what a stranger wrote below them
 * would be read as rows. A quote that is open for longer is broken.
 */
const LINES_OF_A_ROW = 2 * INQUIRY.message.atMost

/** Each row that is not empty. A cell may hold line breaks: a row ends where its quotes are closed. */
function* rowsOf(text: string, delimiter: string | string[]): Generator<Row> {
  let line = 1
  for (let from = 0; from < text.length; ) {
    const row = wholeRow(text, from, delimiter)
    const words = row?.words ?? text.slice(from, endOfLine(text, from))
    if (words.trim() !== '' && !(line === 1 && /^sep=.$/i.test(words)))
      yield { line, words, cells: row?.cells ?? loosely(words, delimiter), isBroken: row === null }
    line += row?.lines ?? 1
    from = from + words.length + 1
  }
}

/** Null where the quotes of a row are not as CSV has them. */
function wholeRow(text: string, from: number, delimiter: string | string[]) {
  let end = from
  let isOpen = false
  for (let lines = 1; lines <= LINES_OF_A_ROW; lines += 1) {
    const to = endOfLine(text, end)
    if (leavesQuoteOpen(text.slice(end, to))) isOpen = !isOpen
    if (!isOpen) {
      const words = text.slice(from, to)
      const cells = strictly(words, delimiter)
      return cells && { words, lines, cells }
    }
    if (to === text.length) return null
    end = to + 1
  }
  return null
}

const leavesQuoteOpen = (words: string) => words.split('"').length % 2 === 0

const ROW = { relax_column_count: true, trim: true, record_delimiter: '\u0000' } as const

function strictly(words: string, delimiter: string | string[]): string[] | null {
  // csv-parse takes many times as long, and most lines have no quote at all.
  if (!words.includes('"')) return split(words, delimiter)
  try {
    return parse(words, { ...ROW, delimiter })[0] ?? []
  } catch {
    return null
  }
}

/** What csv-parse cannot read is taken apart at each delimiter. */
function loosely(words: string, delimiter: string | string[]): string[] {
  try {
    return parse(words, { ...ROW, delimiter, relax_quotes: true })[0] ?? []
  } catch {
    return split(words.replaceAll('"', ''), delimiter)
  }
}

const split = (words: string, delimiter: string | string[]): string[] =>
  words.split(typeof delimiter === 'string' ? delimiter : /[,;\t]/).map((cell) => cell.trim())

/** One at a time: a hundred thousand lines are never all in hand. */
function* eachLine(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = endOfLine(text, from)
    yield text.slice(from, to)
    from = to + 1
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** Lines end in LF, CR and LF, or CR alone. */
const withPlainLines = (text: string): string => text.replace(/\r\n?/g, '\n')
