import { sql } from 'drizzle-orm'
import { ERASED_WORDS } from '#app/mail/erased-address'
import { escaped } from '#app/mail/markdown.server'
import type { Tx } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import type { Sought } from './sought.server'

/** What the company published, which stands word for word; and what the list of tables erases whole. */
const LEFT_ALONE = ['legal_versions', 'document_versions', 'signatures', 'booking_words', 'former_words']

type Table = { name: string; columns: string[] }

/**
 * Takes an address out of every text of the database, in whatever table, also of tomorrow; and the names and
 * phone numbers of the person out of the rows that had it, and of all that are about their bookings. Reads
 * every table: it is for erasing, which is rare.
 */
export function takeOutOfWords({ spellings, words, bookings, references }: Sought, tx: Tx): void {
  const addresses = asWrittenEach(spellings)
  const longestFirst = [...addresses, ...words.filter(isTelling).flatMap(asWritten)].toSorted(
    (one, other) => other.length - one.length,
  )
  for (const { name, columns } of tablesWithText(tx)) {
    const texts = columns.map((column) => sql.identifier(column))
    const isAbout = aboutThem(name, bookings, references)
    const rows = tx.all<Record<string, string | number | null>>(
      sql`select rowid as "row", ${isAbout} as "about", ${sql.join(texts, sql`, `)} from ${sql.identifier(name)}
        where ${isAbout} or ${mayHave(addresses, texts)}`,
    )
    for (const { row, about, ...written } of rows) {
      const isTheirs = about || Object.values(written).some((text) => hasAny(addresses, text))
      if (!isTheirs) continue
      for (const [column, text] of Object.entries(written)) {
        const left = typeof text === 'string' ? longestFirst.reduce(without, text) : text
        if (left === text) continue
        tx.run(
          sql`update ${sql.identifier(name)} set ${sql.identifier(column)} = ${left} where rowid = ${row}`,
        )
      }
    }
  }
}

/** Letters to anyone in which the address stands. */
export function lettersWith({ spellings }: Sought, tx: Tx): number[] {
  const addresses = asWrittenEach(spellings)
  return tx
    .select({ id: outbox.id, words: sql<string>`${outbox.textBody} || ' ' || ${outbox.headers}` })
    .from(outbox)
    .where(mayHave(addresses, [outbox.textBody, outbox.headers]))
    .all()
    .filter(({ words }) => hasAny(addresses, words))
    .map(({ id }) => id)
}

/** Quickly, and also where it is a part of another address. */
const mayHave = (addresses: string[], texts: unknown[]) =>
  sql.join(
    texts.flatMap((text) => addresses.map((address) => sql`instr(lower(${text}), ${address}) > 0`)),
    sql` or `,
  )

const asWrittenEach = (spellings: string[]): string[] => [
  ...new Set(
    spellings
      .map((address) => address.toLowerCase())
      .flatMap(asWritten)
      .map((one) => one.toLowerCase()),
  ),
]

const hasAny = (addresses: string[], text: unknown): boolean =>
  typeof text === 'string' && addresses.some((address) => without(text, address) !== text)

const tablesWithText = (tx: Tx): Table[] =>
  tx
    .all<{ name: string; columns: string }>(
      sql`select m.name, json_group_array(c.name) as columns from sqlite_master as m
        join pragma_table_xinfo(m.name) as c
        where m.type = 'table' and lower(c.type) = 'text' and c.hidden = 0 group by m.name`,
    )
    .map(({ name, columns }) => ({ name, columns: JSON.parse(columns) as string[] }))
    .filter(({ name }) => !LEFT_ALONE.includes(name))

/** Tables whose rows are about a booking, and name its guests. */
const ABOUT_BOOKINGS = ['payments', 'refunds', 'charges', 'offered_places', 'outbox']

/** Rows about their bookings, whatever they say. */
function aboutThem(table: string, bookings: number[], references: string[]) {
  if (table === 'audit_log')
    return sql`subject in (select 'booking:' || value from json_each(${JSON.stringify(references)}))`
  if (!ABOUT_BOOKINGS.includes(table)) return sql`false`
  return sql`booking_id in (select value from json_each(${JSON.stringify(bookings)}))`
}

/** A first name alone is a word like others, also of what the site itself writes. */
const isTelling = (words: string): boolean => words.includes(' ') || /\d.*\d.*\d.*\d.*\d.*\d/.test(words)

/** As texts, HTML and addresses of pages have it. */
const asWritten = (words: string): string[] => [
  ...new Set([words, escaped(words), encodeURIComponent(words)].filter(Boolean)),
]

/** A text without a word or an address, in any case, where that is no part of a longer one. */
function without(text: string, word: string): string {
  // What becomes longer in small letters is compared as it is.
  const small = text.toLowerCase()
  const [searched, sought] = small.length === text.length ? [small, word.toLowerCase()] : [text, word]
  let rest = ''
  let from = 0
  for (let at = searched.indexOf(sought); at !== -1; at = searched.indexOf(sought, at + sought.length)) {
    const end = at + sought.length
    if (GOES_ON_BEFORE.test(text.slice(0, at).slice(-2)) || GOES_ON_AFTER.test(text.slice(end, end + 2)))
      continue
    rest += text.slice(from, at) + ERASED_WORDS
    from = end
  }
  return rest + text.slice(from)
}

/** `ann@example.com` is no part of `jo-ann@example.com` or of `ann@example.com.au`. */
const GOES_ON_BEFORE = /[\p{L}\p{N}.+_-]$/u
const GOES_ON_AFTER = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u
