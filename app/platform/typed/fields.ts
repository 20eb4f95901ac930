import type { z } from 'zod'

// What a form asks for stands in one table, in the order of the screen; schema, screen, row, files and calls
// are made of it. Safe in the browser, without zod: the schema is made in form-schema.ts.

/** One line of text unless told otherwise. The last five are read by a schema of their own. */
type Kind =
  | 'name'
  | 'email'
  | 'tel'
  | 'letter'
  | 'paragraphs'
  | 'day'
  | 'tick'
  | 'url'
  | 'dollars'
  | 'count'
  | 'picture'
  | 'percent'
  /** Carried along for what it says of the others. */
  | 'unseen'

export type Field = {
  kind?: Kind
  schema?: z.ZodType
  /** Above the input. */
  label: string
  /** What sentences and files call it, where that is not the label. */
  called?: string
  hint?: string
  /** Choices by value, in their order; `none` stands there before one is made. */
  of?: Readonly<Record<string, string>>
  none?: string
  /** What a new one begins with. */
  usual?: string
  /** In characters. */
  atLeast?: number
  atMost?: number
  /** What is said of nothing, or of too little. A field without it may be left empty. */
  missing?: string
  /** What is said of too much, and of what is wrong in another way. */
  tooLong?: string
  invalid?: string
  autoComplete?: string
  /** A text of this many lines. */
  rows?: number
  /** As wide as its form. */
  wide?: boolean
  /** Beside the next one even on a phone. */
  half?: boolean
  /** Under this heading of its form, with its neighbors. */
  group?: string
  /** The list of such rows shows it below the name. */
  isListed?: true
}

export type Fields = Readonly<Record<string, Field>>

/** A form's table: each row as it is written, and what a row may say besides. */
export const fields =
  <Row extends Field = Field>() =>
  <const Table extends Readonly<Record<string, Row>>>(table: Table) =>
    table as { readonly [Name in keyof Table]: Table[Name] & Omit<Row, keyof Table[Name]> }

/** A text that must be there. */
export const required = <const Label extends string, const AtMost extends number>(
  label: Label,
  atMost: AtMost,
) => ({ label, atMost, missing: `${label} is required` })

export const capitalized = <Word extends string>(word: Word) =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<Word>

/** What sentences and files call a field. */
export const called = ({ called, label }: Field): string => called ?? label

/** What a field says to people: the name of a choice, which may be none of ours anymore. */
export const shownIn = ({ of }: Field, value: string | null): string =>
  (value !== null && of && Object.hasOwn(of, value) && of[value]) || (value ?? '')

/** The same of what is stored, in whichever type; `none` says nothing. */
export function storedWords(field: Field, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field.kind === 'picture') return 'another picture'
  return shownIn(field, value == null ? '' : String(value)) || (field.none ?? 'nothing')
}

/** What a row says of itself in its list, in one line. */
export const listedWords = <Table extends Fields>(
  table: Table,
  row: { readonly [Name in keyof Table]?: unknown },
): string =>
  namesOf(table)
    .filter((name) => table[name]?.isListed)
    .map((name) => storedWords(table[name] as Field, row[name]))
    .join(' · ')

/** In the order of the table. */
export const namesOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[]

/** The names of those rows that say so. */
export type NamesWith<Table, Said> = {
  [Name in keyof Table]: Table[Name] extends Said ? Name : never
}[keyof Table]

/** Something of each field, by its name. */
export const ofEach = <Table extends object, Made>(
  table: Table,
  make: (name: keyof Table & string) => Made,
) => Object.fromEntries(namesOf(table).map((name) => [name, make(name)])) as Record<keyof Table, Made>

/** What is the table's of a row, or of what was typed. */
export const valuesOf = <Table extends object, Whole extends { [Name in keyof Table]?: unknown }>(
  table: Table,
  whole: Whole,
) => ofEach(table, (name) => whole[name]) as Pick<Whole, keyof Table & keyof Whole>

// How long what people type may be, in characters, wherever the same thing is typed.

/** Of a person. */
export const NAME_AT_MOST = 120
export const EMAIL_AT_MOST = 254
export const PHONE_AT_MOST = 40
/** What bookings are searched for. */
export const BOOKING_TERM_AT_MOST = 80

/** '5,000 characters'. Tables of fields say so as a page's scripts begin: Intl would take a phone 50 ms. */
export const characters = (count: number): string => `${withCommas(count)} characters`

const withCommas = (count: number): string =>
  count < 1_000
    ? String(count)
    : `${withCommas(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, '0')}`

/** What is said of a text that is longer than it may be. */
export const tooLong = (label: string, atMost: number): string =>
  `${label} can be at most ${characters(atMost)}`

/**
 * A hidden field. A bot that fills it gets the usual answer, and what it sent is stored apart for staff. No
 * browser or password manager knows a thing of this name, so that none fills it for a guest.
 */
export const HONEYPOT = 'acacia-note' as const
