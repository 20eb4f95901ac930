import { desc, sql } from 'drizzle-orm'
import { type PageCursor, writeCursor } from '#app/lists/page-cursor'
import { db } from '#db/connection.server'
import { newsletterSubscriptions as subscriptions } from '#db/schema'

const older = db
  .select({
    id: subscriptions.id,
    email: subscriptions.email,
    createdAt: subscriptions.createdAt,
    confirmedAt: subscriptions.confirmedAt,
    unsubscribedAt: subscriptions.unsubscribedAt,
    state: subscriptions.state,
  })
  .from(subscriptions)
  .where(
    sql`(${subscriptions.createdAt}, ${subscriptions.id}) < (${sql.placeholder('at')}, ${sql.placeholder('id')})`,
  )
  .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
  .limit(sql.placeholder('limit'))
  .prepare()

/** Everybody who asked for the newsletter or was added, each with their state, newest first, behind `cursor`; `next` is where the list goes on. */
export function listSubscribers(cursor: PageCursor | null, size: number) {
  const rows = older.all({
    at: cursor?.at.getTime() ?? Number.MAX_SAFE_INTEGER,
    id: cursor?.id ?? 0,
    limit: size + 1,
  })
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    subscribers: shown,
    next: rows.length > size && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}
