import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { type By, recordDepartureAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { leaderTerms } from '#db/schema/leaders'
import { offerFreedSeats } from '../waitlist/offer-seats.server'

const isKept = and(sql`${leaderTerms.seats} > 0`, isNull(leaderTerms.releasedAt))

const over = prepared(() =>
  db
    .select({ id: leaderTerms.id })
    .from(leaderTerms)
    .where(and(isKept, lt(leaderTerms.releaseOn, sql.placeholder('today'))))
    .limit(1)
    .prepare(),
)

/**
 * Seats that were kept for leaders until a day that is over become anyone's. Called every minute, and before
 * seats are taken, so that no one finds them kept after midnight.
 */
export function releaseBlocks(now: Date): void {
  const today = businessDay(now)
  if (!over().get({ today })) return
  immediately((tx) => release(lt(leaderTerms.releaseOn, today), { actor: 'schedule' }, now, tx))
}

/** The same of all that is kept for a leader who ends. */
export const releaseBlocksOf = (leaderId: number, by: By, now: Date, tx: Tx): void =>
  release(eq(leaderTerms.leaderId, leaderId), by, now, tx)

function release(which: SQL, by: By, now: Date, tx: Tx): void {
  const released = tx
    .update(leaderTerms)
    .set({ releasedAt: now, updatedAt: now })
    .where(and(isKept, which))
    .returning()
    .all()
  for (const { departureId, seats } of released) {
    recordDepartureAct(now, departureId, by, 'leader-block-released', { seats })
    offerFreedSeats(departureId, now)
  }
}
