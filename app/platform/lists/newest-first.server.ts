import { and, asc, desc, eq, gt, lt, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type RequestedPage, readsBackwards } from './page-cursor'

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
