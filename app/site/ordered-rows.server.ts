import { asc, eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tx } from '#db/connection.server'

export type Direction = 'up' | 'down'

/** A table whose rows staff put in order. */
export type Ordered = SQLiteTable & { id: SQLiteColumn; position: SQLiteColumn }

/** Where something new goes in a list that staff put in order: after all that is there. */
export const lastPosition = (table: Ordered, of: SQL | undefined, tx: Tx): number =>
  Math.max(0, ...rowsOf(table, of, tx).map(({ position }) => position)) + 1

/**
 * Moves a row one place up or down and renumbers the list, so that rows which share a position part. False
 * where the row is gone or at that end already.
 */
export function moveRow(
  table: Ordered,
  of: SQL | undefined,
  id: number,
  direction: Direction,
  tx: Tx,
): boolean {
  const rows = rowsOf(table, of, tx)
  const at = rows.findIndex((row) => row.id === id)
  const to = direction === 'up' ? at - 1 : at + 1
  const [moved, neighbor] = [rows[at], rows[to]]
  if (!moved || !neighbor) return false
  rows[to] = moved
  rows[at] = neighbor
  for (const [index, row] of rows.entries())
    if (row.position !== index + 1)
      tx.update(table)
        .set({ position: index + 1 } as never)
        .where(eq(table.id, row.id))
        .run()
  return true
}

const rowsOf = (table: Ordered, of: SQL | undefined, tx: Tx): { id: number; position: number }[] =>
  tx
    .select({ id: table.id, position: table.position })
    .from(table)
    .where(of)
    .orderBy(asc(table.position), asc(table.id))
    .all() as { id: number; position: number }[]
