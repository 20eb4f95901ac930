import { type Placeholder, sql } from 'drizzle-orm'

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
