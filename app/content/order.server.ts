import { asc, eq } from 'drizzle-orm'
import { type AuditEntry, recordAct } from '#app/audit/audit-log.server'
import { type Db, immediately, type Tx } from '#db/connection.server'
import { experiences, galleryImages, testimonials } from '#db/schema'

const LISTS = { experiences, testimonials, galleryImages }

export type OrderedList = keyof typeof LISTS
export type Direction = 'up' | 'down'

/** Where something new goes: after all that is there. */
export const lastPosition = (list: OrderedList, tx: Tx): number =>
  Math.max(0, ...rowsOf(list, tx).map(({ position }) => position)) + 1

/**
 * Moves a row one place up or down, and writes the act down. The list is numbered anew, so that rows which share a
 * position part. False where the row is gone or stands at that end already.
 */
export function moveInList(
  list: OrderedList,
  id: number,
  direction: Direction,
  act: AuditEntry<'experience-moved' | 'story-moved' | 'picture-moved'>,
  now: Date,
  outer: Db,
): boolean {
  return immediately(outer, (tx) => {
    const rows = rowsOf(list, tx)
    const at = rows.findIndex((row) => row.id === id)
    const to = direction === 'up' ? at - 1 : at + 1
    const [moved, neighbor] = [rows[at], rows[to]]
    if (!moved || !neighbor) return false
    rows[to] = moved
    rows[at] = neighbor
    for (const [index, row] of rows.entries()) {
      if (row.position !== index + 1) setPosition(list, row.id, index + 1, tx)
    }
    recordAct(act, now, tx)
    return true
  })
}

function rowsOf(list: OrderedList, tx: Tx) {
  const table = LISTS[list]
  return tx
    .select({ id: table.id, position: table.position })
    .from(table)
    .orderBy(asc(table.position), asc(table.id))
    .all()
}

function setPosition(list: OrderedList, id: number, position: number, tx: Tx): void {
  const table = LISTS[list]
  tx.update(table).set({ position }).where(eq(table.id, id)).run()
}
