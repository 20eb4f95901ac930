import { getTableColumns, getTableName } from 'drizzle-orm'
import { type AgreedCharge, chargesInWords } from '#app/bookings/installments/autopay'
import { businessTime } from '#app/platform/clock.server'
import { readDay, showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { detailColumn, SEALED_FIELDS } from '#app/travelers/detail-fields'
import { sealing } from '#app/travelers/details.server'
import { db } from '#db/connection.server'
import type { travelerDetails } from '#db/schema/bookings'
import { labelOf, saysNothing, wordsFor } from './held-words'
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables.server'
import type { Sought } from './sought.server'

type Value = string | number | boolean | Date | object | null
type Row = Record<string, Value>

/** What is held of someone, by table: what its rows are, and each of them. */
export type HeldRows = { name: string; what: PersonalTable['what']; rows: Row[] }

/** All that is held of someone, column by column as the list of tables has them; empty where nothing is. */
export const heldRows = (sought: Sought): HeldRows[] =>
  PERSONAL_TABLES.map((held) => ({
    name: getTableName(held.table),
    what: held.what,
    rows: db
      .select()
      .from(held.table)
      .where(held.found(sought))
      .all()
      .map((row) => shownOf(held, opened(held, row as Row))),
  }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((one, other) => placeOf(one.name) - placeOf(other.name))

/** What a person looks for first; the rest follows in the order of the list. */
const READ_FIRST = [
  ...['bookings', 'travelers', 'traveler_details', 'payments', 'charges', 'installments'],
  ...['contact_inquiries', 'inquiry_answers', 'newsletter_subscriptions'],
]

const placeOf = (name: string): number =>
  READ_FIRST.includes(name) ? READ_FIRST.indexOf(name) : READ_FIRST.length

const shownOf = ({ columns }: PersonalTable, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => columns[column] === 'theirs' || columns[column] === 'stays')
      .map(([column, value]) => [column.replace(/^sealed(.)/, (_, first) => first.toLowerCase()), value]),
  )

/** What stands sealed is theirs to read. */
function opened({ table }: PersonalTable, row: Row): Row {
  if (!('sealedPassportNumber' in getTableColumns(table))) return row
  const { travelerId } = row as unknown as typeof travelerDetails.$inferSelect
  const plain = { ...row }
  for (const field of SEALED_FIELDS) {
    const column = detailColumn(field)
    const sealed = row[column]
    if (typeof sealed === 'string') plain[column] = sealing.open(sealed, { travelerId, field })
  }
  return plain
}

/** Who reads it: the person, or staff about them. */
export type Reader = 'person' | 'staff'

/** The same as people read it: each row as labels and values, without what is empty or says nothing. */
export const heldInWords = (held: HeldRows[], reader: Reader) =>
  held.map(({ name, what, rows }) => ({
    what: what[reader],
    rows: rows.map((row) =>
      Object.entries(row)
        .filter(([column, value]) => !saysNothing(column, value))
        .map(([column, value]) => ({
          label: labelOf(name, column) ?? column,
          value: inWords(name, column, value),
        })),
    ),
  }))

function inWords(table: string, column: string, value: Value): string {
  if (value instanceof Date) return businessTime(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return column.endsWith('Cents') ? showCents(value as Cents) : String(value)
  if (typeof value === 'string') return readDay(value) ? showDay(value) : wordsFor(table, column, value)
  if (Array.isArray(value)) return chargesInWords(value as AgreedCharge[])
  return Object.entries(value ?? {})
    .map(([name, words]) => `${labelOf('contact_inquiries', name) ?? name}: ${words}`)
    .join('\n')
}
