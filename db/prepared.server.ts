import { getTableName, type Placeholder, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tx } from './transaction'

/**
 * A query that is built and compiled when it is first asked, and kept: to build one takes several times as
 * long as to ask it. The file has one connection, so that what is asked while a transaction is open is part
 * of it.
 */
export function prepared<Query>(build: () => Query): () => Query {
  let query: Query | undefined
  return () => {
    query ??= build()
    return query
  }
}

/** Columns whose values a kept query is given each time that it is asked, under their own names. */
export const givenLater = <Column extends string>(
  ...columns: Column[]
): { [Name in Column]: Placeholder<Name> } =>
  Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)])) as {
    [Name in Column]: Placeholder<Name>
  }

type Insert = { get(row: Record<string, unknown>): unknown }
const inserts = new Map<string, Insert>()

/**
 * Inserts a row and gives it back as it went in, before triggers. The query is built once for each set of
 * columns that are filled, and kept; null is part of its text, because columns do not encode it.
 */
export function insertRow<Table extends SQLiteTable>(
  table: Table,
  row: Table['$inferInsert'],
  tx: Tx,
): Table['$inferSelect'] {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  const key = `${getTableName(table)} ${given.map(([column, value]) => (value === null ? `no ${column}` : column))}`
  const insert = inserts.get(key) ?? buildInsert(table, given, tx)
  inserts.set(key, insert)
  return insert.get(row) as Table['$inferSelect']
}

const buildInsert = (table: SQLiteTable, given: [column: string, value: unknown][], tx: Tx): Insert =>
  tx
    .insert(table)
    .values(
      Object.fromEntries(
        given.map(([column, value]) => [column, value === null ? null : sql.placeholder(column)]),
      ),
    )
    .returning()
    .prepare()
