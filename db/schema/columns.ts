import { sql } from 'drizzle-orm'
import { integer } from 'drizzle-orm/sqlite-core'
import type { Cents } from '#app/platform/money'

// Units: …Cents whole US cents; …At an instant as UTC milliseconds; …On a calendar day as '2025-08-15'.

export const id = () => integer('id').primaryKey({ autoIncrement: true })
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })
export const cents = (name: string) => integer(name).$type<Cents>()
export const flag = (name: string) => integer(name, { mode: 'boolean' })

/**
 * One name for all spellings of an address that surely are one person's, as `certainMailboxOf` has it: by its
 * indexes.
 */
export const mailboxKey = (column: unknown) => {
  const address = sql`lower(${column})`
  const name = sql`substr(${address}, 1, instr(${address}, '@') - 1)`
  const bare = sql`replace(substr(${name}, 1, instr(${name} || '+', '+') - 1), '.', '')`
  return sql`iif(substr(${address}, instr(${address}, '@') + 1) in ('gmail.com', 'googlemail.com'),
    coalesce(nullif(${bare}, ''), ${name}) || '@gmail.com', ${address})`
}

export const oneOf = (column: unknown, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`
