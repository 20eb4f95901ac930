import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt, lt, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tx } from '#db/connection.server'
import { type RequestedPage, readsBackwards } from './page-cursor'

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

/** Of a list that stands the newest first: the rows beyond the cursor, and the order to read them in. */
export function newestFirst(
  { createdAt, id }: { createdAt: SQLiteColumn; id: SQLiteColumn },
  asked: RequestedPage,
): { beyond: SQL | undefined; order: SQL[] } {
  const towards = readsBackwards(asked) ? asc : desc
  const order = [towards(createdAt), towards(id)]
  if (!('cursor' in asked)) return { beyond: undefined, order }
  const further = asked.from === 'after' ? lt : gt
  const { cursor } = asked
  return {
    beyond: or(further(createdAt, cursor.at), and(eq(createdAt, cursor.at), further(id, cursor.id))),
    order,
  }
}

type Words = Record<string, unknown>

/** A digest of what a row says, for rows without a version number: it changes with each save. */
export function versionOf(words: Words): string {
  const inOrder = Object.entries(words).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url').slice(0, 22)
}

export type ChangedSince<Stored extends Words> = {
  refused: 'changed-since'
  stored: Stored
  version: string
}

/**
 * Refuses to write `words` over what someone else stored since `opened`; null where no one did, where they
 * stored the same, and without `opened`: then what is stored is replaced.
 */
export function changedSince<Stored extends Words>(
  opened: string | undefined,
  stored: Stored,
  words: Stored,
): ChangedSince<Stored> | null {
  const version = versionOf(stored)
  if (opened === undefined || opened === version || version === versionOf(words)) return null
  return { refused: 'changed-since', stored, version }
}
