import { eq, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from './connection.server'
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

const selectBy = (table: SQLiteTable, by: SQLiteColumn, ...order: SQLiteColumn[]) =>
  prepared(() =>
    db
      .select()
      .from(table)
      .where(eq(by, sql.placeholder('value')))
      .orderBy(...order)
      .prepare(),
  )

/** A function that finds the rows with a value in a column, by a prepared query. */
export function rowsBy<Table extends SQLiteTable, By extends SQLiteColumn>(
  table: Table,
  by: By,
  ...order: SQLiteColumn[]
): (value: By['_']['data']) => Table['$inferSelect'][] {
  const query = selectBy(table, by, ...order)
  return (value) => query().all({ value })
}

/** A function that finds the row with a value in a unique column, by a prepared query. */
export function rowBy<Table extends SQLiteTable, By extends SQLiteColumn>(
  table: Table,
  by: By,
): (value: By['_']['data']) => Table['$inferSelect'] | undefined {
  const query = selectBy(table, by)
  return (value) => query().get({ value })
}

/** Whether a table has a row for which this holds. */
export const hasRow = (table: SQLiteTable, where: SQL | undefined): boolean =>
  db.select({ one: sql`1` }).from(table).where(where).get() !== undefined

/** Columns whose values a kept query is given each time that it is asked, under their own names. */
export const givenLater = <Column extends string>(
  ...columns: Column[]
): { [Name in Column]: Placeholder<Name> } =>
  Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)])) as {
    [Name in Column]: Placeholder<Name>
  }

type Insert = { get(row: Record<string, unknown>): unknown }
const inserts = new Map<string, Insert>()
type Change = { run(row: Record<string, unknown>): unknown }
const changes = new Map<string, Change>()

/**
 * Inserts a row and gives it back as it went in, before triggers. The query is built once for each set of
 * columns that are filled, and kept; null is part of its text, because columns do not encode it.
 */
export function insertRow<Table extends SQLiteTable>(
  table: Table,
  row: Table['$inferInsert'],
  tx: Tx,
): Table['$inferSelect'] {
  const [key, given] = keyOf(table, row)
  const insert = inserts.get(key) ?? tx.insert(table).values(given).returning().prepare()
  inserts.set(key, insert)
  return insert.get(row) as Table['$inferSelect']
}

/** Changes the columns that are given, of the row with this id. The query is kept in the same way. */
export function changeRow<Table extends SQLiteTable & { id: SQLiteColumn }>(
  table: Table,
  id: number,
  row: Partial<Table['$inferInsert']>,
  tx: Tx,
): void {
  const [key, given] = keyOf(table, row)
  const change =
    changes.get(key) ??
    tx
      .update(table)
      .set(given)
      .where(eq(table.id, sql.placeholder('id')))
      .prepare()
  changes.set(key, change)
  change.run({ ...row, id })
}

/** What such a query is kept by, and its values: null, or what is given each time. */
function keyOf(table: SQLiteTable, row: object) {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  const columns = given.map(([column, value]) => (value === null ? `no ${column}` : column))
  const values = given.map(([column, value]) => [column, value === null ? null : sql.placeholder(column)])
  return [`${getTableName(table)} ${columns}`, Object.fromEntries(values)] as const
}
