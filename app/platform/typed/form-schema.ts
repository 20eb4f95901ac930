import { z } from 'zod'
import { readDay } from '#app/platform/days'
import { letter, nameLine, oneLine, paragraphs, phoneLine } from './clean'
import { called, type Field, type Fields, ofEach } from './fields'
import {
  checkbox,
  emailAddress,
  openedVersion,
  optionalPersonName,
  optionalText,
  personName,
  typedText,
} from './text'

/** A field's own schema, or that of its kind; without `missing` it may be left empty. */
type SchemaOf<Row> = Row extends { schema: infer Own }
  ? Own
  : Row extends { kind: 'url' | 'dollars' | 'count' | 'picture' | 'percent' }
    ? never
    : Row extends { kind: 'tick' }
      ? ReturnType<typeof checkbox>
      : Row extends { of: infer Choices; missing: string }
        ? Choice<Choices>
        : Row extends { of: infer Choices }
          ? z.ZodOptional<Choice<Choices>>
          : Row extends { missing: string }
            ? ReturnType<typeof typedText>
            : ReturnType<typeof optionalText>

type Choice<Choices> = z.ZodEnum<{ [Value in keyof Choices & string]: Value }>

/** What a table of fields is read by. One cast: for what the table says in types, and makes at run time. */
export const formOf = <const Table extends Fields>(table: Table) =>
  z.object(
    ofEach(table as Fields, (name) => schemaOf(table[name] as Field)) as {
      [Name in keyof Table]: SchemaOf<Table[Name]>
    },
  )

/** The same for one row of a list, with the version that was opened. */
export const rowFormOf = <const Table extends Fields>(table: Table) =>
  formOf(table).extend({ version: openedVersion() })

/** What staff write in a row, as its form gives it. */
export type RowWords<Form extends z.ZodType> = Omit<z.output<Form>, 'version'>

const CLEANED: Partial<Record<string, (text: string) => string>> = {
  ...{ letter, paragraphs, name: nameLine, tel: phoneLine },
}

function schemaOf(field: Field): z.ZodType {
  const { schema, of, kind, missing, atLeast, atMost = 0, tooLong, invalid } = field
  const label = called(field)
  if (schema) return schema
  if (of) {
    const choice = z.enum(Object.keys(of), { error: missing ?? 'Please choose one of these' })
    return missing === undefined ? choice.optional() : choice
  }
  if (kind === 'day') return optionalDay(invalid)
  if (kind === 'tick') return checkbox()
  const clean = CLEANED[kind ?? ''] ?? oneLine
  const text = { label, atMost, words: tooLong, clean }
  if (missing === undefined) return kind === 'name' ? optionalPersonName(text) : optionalText(text)
  if (kind === 'email') return emailAddress({ missing, invalid, label, tooLong })
  return kind === 'name' ? personName({ ...text, missing }) : typedText({ ...text, missing, atLeast })
}

export const optionalDay = (error = 'Please enter a day such as 2025-10-16') =>
  z
    .string()
    .optional()
    .refine((typed) => typed === undefined || readDay(typed) !== null, { error })
