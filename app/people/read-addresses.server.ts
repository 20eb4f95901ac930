import { parse } from 'csv-parse/sync'
import { emailAddress } from '#app/typed/email-address'
import { EMAIL_AT_MOST } from '#app/typed/limits'

/** What was found at a line, counted from 1 as an editor counts: an address, or why there is none. */
export type Found = { line: number } & ({ address: string } | { refused: string; text: string })

const NOT_AN_ADDRESS = 'not an email address'
const Address = emailAddress({
  missing: NOT_AN_ADDRESS,
  invalid: NOT_AN_ADDRESS,
  tooLong: `longer than ${EMAIL_AT_MOST} characters`,
})

const EVERY_DELIMITER = [',', ';', '\t']
const SHOWN_AT_MOST = 80

/** Where a file with a heading keeps its addresses. */
type Heading = { delimiter: string; column: number }

/**
 * Reads addresses from lines, as they are asked for: one or several on a line, with names or without
 * ("Wanjiru <w@example.com>"), or a CSV file with a heading, whose email column counts. Each line is read by
 * itself, so that a broken quote costs its own line and not all that follow.
 */
export function* readAddresses(text: string): Generator<Found> {
  let heading: Heading | null = null
  let isFirst = true
  for (const { line, words } of linesOf(text)) {
    if (isFirst) {
      isFirst = false
      heading = headingIn(words)
      if (heading) continue
    }
    yield* addressesIn(line, words, heading)
  }
}

/** A cell may hold line breaks: a line that leaves a quote open takes those after it that hold no address. */
function* linesOf(text: string): Generator<{ line: number; words: string }> {
  let open: { line: number; words: string } | null = null
  let line = 0
  for (const words of eachLine(text)) {
    line += 1
    if (open && !words.includes('@') && open.words.length < 2_000) {
      open.words += `\n${words}`
      if (leavesQuoteOpen(words)) {
        yield open
        open = null
      }
      continue
    }
    if (open) yield open
    open = leavesQuoteOpen(words) ? { line, words } : null
    if (!open && words.trim() !== '') yield { line, words }
  }
  if (open) yield open
}

/** One at a time: a hundred thousand lines are never all in hand. */
function* eachLine(text: string): Generator<string> {
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    yield text.slice(from, to).replace(/\r$/, '')
    from = to + 1
  }
}

const leavesQuoteOpen = (words: string) => words.split('"').length % 2 === 0

function headingIn(words: string): Heading | null {
  if (words.includes('@')) return null
  const delimiter =
    EVERY_DELIMITER.toSorted((one, other) => count(words, other) - count(words, one))[0] ?? ','
  const column = cellsOf(words, delimiter).findIndex((cell) => /^e-?mail\b|\be-?mail( address)?$/i.test(cell))
  return column === -1 ? null : { delimiter, column }
}

const count = (words: string, mark: string) => words.split(mark).length

/** csv-parse knows the quotes; a line that it cannot read is taken apart at each delimiter. */
function cellsOf(words: string, delimiter: string | string[]): string[] {
  try {
    return parse(words, { delimiter, relax_quotes: true, relax_column_count: true, trim: true })[0] ?? []
  } catch {
    const split = typeof delimiter === 'string' ? delimiter : /[,;\t]/
    return words.split(split).map((cell) => cell.replaceAll('"', '').trim())
  }
}

function* addressesIn(line: number, words: string, heading: Heading | null): Generator<Found> {
  const cells = cellsOf(words, heading?.delimiter ?? EVERY_DELIMITER)
  const told = heading ? [cells[heading.column] ?? ''] : cells
  const candidates = told.filter((cell) => cell.includes('@'))
  if (candidates.length > 0) {
    for (const cell of candidates) yield { line, ...checked(cell) }
    return
  }
  const text = shortened(words)
  if (leavesQuoteOpen(words)) yield { line, text, refused: 'a quotation mark on this line is not closed' }
  else if (told.some((cell) => cell !== '')) yield { line, text, refused: NOT_AN_ADDRESS }
  else yield { line, text, refused: 'no email address on this line' }
}

function checked(cell: string): { address: string } | { refused: string; text: string } {
  const named = /<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell
  const parsed = Address.safeParse(named.replace(/^mailto:/i, ''))
  if (parsed.success) return { address: parsed.data }
  return { refused: parsed.error.issues[0]?.message ?? NOT_AN_ADDRESS, text: shortened(cell) }
}

const shortened = (words: string) =>
  words.length > SHOWN_AT_MOST ? `${words.slice(0, SHOWN_AT_MOST)}…` : words
