import type Database from 'better-sqlite3'

/** The product has some four hundred queries; lists of ids make more of them, one for each length. */
const CACHED_AT_MOST = 500

/**
 * The same connection for Drizzle, which asks for each query to be compiled again: here a text is compiled
 * once. A statement that is handed out again forgets that it was asked for rows without names.
 */
export function cachingStatements(file: Database.Database): Database.Database {
  const kept = new Map<string, Database.Statement>()
  const prepare = (source: string): Database.Statement => {
    const known = kept.get(source)
    if (known) return known.reader ? known.raw(false) : known
    if (kept.size >= CACHED_AT_MOST) kept.clear()
    const statement = readToTheEnd(file.prepare(source))
    kept.set(source, statement)
    return statement
  }
  return Object.create(file, { prepare: { value: prepare } })
}

/**
 * A statement that writes and answers rows is stored only when it was read to its end: after the first row,
 * which `get` stops at, SQLite has not written anything outside a transaction, and a full disk is never heard
 * of.
 */
function readToTheEnd(statement: Database.Statement): Database.Statement {
  if (!statement.reader || statement.readonly) return statement
  return Object.defineProperty(statement, 'get', {
    value: (...values: unknown[]) => statement.all(...values)[0],
  })
}
