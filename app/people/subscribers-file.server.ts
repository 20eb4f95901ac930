import { desc, eq, sql } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { campaigns, newsletterSubscriptions as subscriptions } from '#db/schema'

/** Rows read at once. */
const PORTION = 1_000

const older = db
  .select({
    id: subscriptions.id,
    email: subscriptions.email,
    consentAt: subscriptions.consentAt,
    consentSource: subscriptions.consentSource,
    createdAt: subscriptions.createdAt,
    confirmedAt: subscriptions.confirmedAt,
    unsubscribedAt: subscriptions.unsubscribedAt,
    state: subscriptions.state,
    leftBySubject: campaigns.subject,
  })
  .from(subscriptions)
  .leftJoin(campaigns, eq(campaigns.id, subscriptions.unsubscribedCampaignId))
  .where(
    sql`(${subscriptions.createdAt}, ${subscriptions.id}) < (${sql.placeholder('at')}, ${sql.placeholder('id')})`,
  )
  .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
  .limit(sql.placeholder('limit'))
  .prepare()

/** Somebody who is or was on the newsletter list, or waits to be, with what the consent rests on. */
export type FiledSubscriber = ReturnType<typeof older.all>[number]

/**
 * All of them, newest first, portion by portion and `atMost` in all; the reader lets others
 * be served in between.
 */
export function* subscribersInPortions(atMost: number): Generator<FiledSubscriber[]> {
  let before = { at: Number.MAX_SAFE_INTEGER, id: 0 }
  for (let left = atMost; left > 0; ) {
    const limit = Math.min(PORTION, left)
    const rows = older.all({ ...before, limit })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    left -= rows.length
    before = { at: last.createdAt.getTime(), id: last.id }
  }
}
