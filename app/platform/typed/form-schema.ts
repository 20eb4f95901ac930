import { z } from 'zod'
import { emailAddress } from './addresses'
import { letter, oneLine, paragraphs } from './clean'
import type { Field, Fields } from './fields'
import { optionalPersonName, optionalText, personName, typedText } from './text'

/** What a field is read by: its own schema, or that of its kind; without words for nothing it may be left empty. */
type SchemaOf<Row> = Row extends { schema: infer Own }
  ? Own
  : Row extends { of: infer Choices; missing: string }
    ? Choice<Choices>
    : Row extends { of: infer Choices }
      ? z.ZodOptional<Choice<Choices>>
      : Row extends { missing: string }
        ? ReturnType<typeof typedText>
        : ReturnType<typeof optionalText>

type Choice<Choices> = z.ZodEnum<{ [Value in keyof Choices & string]: Value }>

type OwnIn<Table> = {
  [Name in keyof Table]: Table[Name] extends { schema: unknown }
    ? never
    : Table[Name] extends { kind: 'day' | 'dollars' | 'count' | 'own' }
      ? Name
      : never
}[keyof Table]

type Shape<Table, Own> = { [Name in keyof Table]: Name extends keyof Own ? Own[Name] : SchemaOf<Table[Name]> }

/** What a table of fields is read by. A field that has a schema of the form's comes with its schema beside the table. */
export const formOf = <const Table extends Fields, Own extends Record<OwnIn<Table>, z.ZodType>>(
  table: Table,
  ...[own]: [OwnIn<Table>] extends [never] ? [] : [Own]
) => {
  const given: Partial<Record<string, z.ZodType>> = own ?? {}
  const shape = Object.entries(table).map(([name, field]) => [name, given[name] ?? schemaOf(field)])
  // One cast for what the table says in types and makes at run time.
  return z.object(Object.fromEntries(shape) as Shape<Table, Own>)
}

function schemaOf({
  schema,
  of,
  kind,
  label,
  called = label,
  atLeast,
  atMost = 0,
  ...words
}: Field): z.ZodType {
  const { missing, invalid, tooLong } = words
  if (schema) return schema
  if (of) {
    const choice = z.enum(Object.keys(of), { error: missing })
    return missing === undefined ? choice.optional() : choice
  }
  const clean = kind === 'letter' ? letter : kind === 'paragraphs' ? paragraphs : oneLine
  const text = { label: called, atMost, words: tooLong, clean }
  if (missing === undefined) return kind === 'name' ? optionalPersonName(text) : optionalText(text)
  if (kind === 'email') return emailAddress({ missing, invalid, label: called, tooLong })
  return kind === 'name' ? personName({ ...text, missing }) : typedText({ ...text, missing, atLeast })
}
