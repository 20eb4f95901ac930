import { setImmediate as turn } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { newLinkToken } from '#app/platform/keys.server'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { emailAddress } from '#app/platform/typed/text'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately } from '#db/connection.server'
import { newsletterSubscriptions as subscriptions } from '#db/schema'

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
 * Reads addresses lazily: one or several on a line, with names or without ("Wanjiru <w@example.com>"), or the
 * email column of a CSV file with a heading. Lines are parsed one by one, so that a broken quote costs only
 * its own.
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
  const read = heading ? [cells[heading.column] ?? ''] : cells
  const candidates = read.filter((cell) => cell.includes('@'))
  if (candidates.length > 0) {
    for (const cell of candidates) yield { line, ...checked(cell) }
    return
  }
  const text = shortened(words)
  if (leavesQuoteOpen(words)) yield { line, text, refused: 'a quotation mark on this line is not closed' }
  else if (read.some((cell) => cell !== '')) yield { line, text, refused: NOT_AN_ADDRESS }
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

type Refusal = { line: number; text: string; reason: string }

export type Added = {
  added: number
  alreadyThere: number
  refused: number
  /** The first of those refused. */
  refusals: Refusal[]
}

/** How long the only thread is held between two turns. */
const TURN_MS = 8
const REFUSALS_SHOWN = 50

const known = db
  .select({ id: subscriptions.id, unsubscribedAt: subscriptions.unsubscribedAt, state: subscriptions.state })
  .from(subscriptions)
  .where(eq(sql`lower(${subscriptions.email})`, sql`lower(${sql.placeholder('email')})`))
  .prepare()
const join = db
  .insert(subscriptions)
  .values({
    email: sql.placeholder('email'),
    consentAt: sql.placeholder('now'),
    unsubscribeToken: sql.placeholder('token'),
    consentSource: sql.placeholder('consentSource'),
    createdAt: sql.placeholder('now'),
  })
  .prepare()

const confirm = db
  .update(subscriptions)
  .set({
    waitingSince: null,
    consentAt: sql`${sql.placeholder('now')}`,
    consentSource: sql`${sql.placeholder('consentSource')}`,
  })
  .where(eq(subscriptions.id, sql.placeholder('id')))
  .prepare()

/**
 * Puts the addresses in a text on the newsletter list, without a welcome; staff assert their consent, so one
 * that waits is confirmed. Someone who unsubscribed is not added again. Committed in portions: after a crash
 * the same text can be given again.
 */
export async function addSubscribers(text: string, staff: Staff, now: Date): Promise<Added> {
  const result: Added = { added: 0, alreadyThere: 0, refused: 0, refusals: [] }
  const found = readAddresses(text)
  for (let isMore = true; isMore; await turn()) {
    immediately(() => {
      for (const end = performance.now() + TURN_MS; performance.now() < end; ) {
        const { value, done } = found.next()
        if (done) {
          isMore = false
          return
        }
        if ('refused' in value) refuse(result, { ...value, reason: value.refused })
        else add(value, staff, now, result)
      }
    })
  }
  const { refusals, ...detail } = result
  recordAct(now, { ...byStaff(staff), action: 'subscribers-added', subject: 'newsletter', detail })
  return result
}

function add(found: { line: number; address: string }, staff: Staff, now: Date, result: Added): void {
  const { address: email, line } = found
  const subscription = known.get({ email })
  if (!subscription) {
    join.run({ email, now, token: newLinkToken(), consentSource: staff.username })
    result.added += 1
  } else if (subscription.unsubscribedAt !== null)
    refuse(result, { line, text: email, reason: 'has unsubscribed' })
  else if (subscription.state === 'waiting') {
    confirm.run({ id: subscription.id, now: now.getTime(), consentSource: staff.username })
    result.added += 1
  } else result.alreadyThere += 1
}

function refuse(result: Added, { line, text, reason }: Refusal): void {
  result.refused += 1
  if (result.refusals.length < REFUSALS_SHOWN) result.refusals.push({ line, text, reason })
}

export type ListFile = { text: string } | { refused: string }

/** Reads a file of addresses in the encodings of spreadsheets. Refuses, in a sentence, what is not text. */
export function textOfList(bytes: Uint8Array): ListFile {
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0xd0, 0xcf])) {
    return { refused: 'This is a spreadsheet, not a CSV file. Save it as CSV first, then choose that file.' }
  }
  const isUtf16 = startsWith(bytes, [0xff, 0xfe])
  const text = isUtf16
    ? decoded(bytes, 'utf-16le')
    : (decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252'))
  if (text === null || text.includes('\0')) {
    return { refused: 'This file is not text. Please choose a CSV or text file with email addresses.' }
  }
  return { text }
}

const startsWith = (bytes: Uint8Array, mark: number[]) => mark.every((byte, index) => bytes[index] === byte)

/** Null where the bytes are not of that encoding. A byte order mark is left out. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
