import { randomBytes } from 'node:crypto'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { theTour } from '#app/tour/tour-items.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { departureWatchers as watchers } from '#db/schema'

export type Watching = { watching: true } | { refused: 'too-many' }

/** Addresses that wait for one departure, from however many networks. */
const WATCHERS_AT_MOST = 5_000

/**
 * Writes down that somebody wants to be told once when the next departure opens, with the time of consent. Who waits already
 * waits on: the answer is the same, and tells nobody whose address it is.
 */
export function watchDepartures(email: string, now: Date, outer: Db = db): Watching {
  return immediately(outer, (tx) => {
    if (isWaiting(email, tx)) return { watching: true }
    if (watcherCount(tx) >= WATCHERS_AT_MOST) return { refused: 'too-many' }
    tx.insert(watchers)
      .values({
        tourId: theTour().id,
        email,
        consentAt: now,
        token: randomBytes(24).toString('base64url'),
        createdAt: now,
      })
      .run()
    return { watching: true }
  })
}

/** How many wait to be told. */
export const watcherCount = (outer: Db = db): number =>
  outer.select({ total: count() }).from(watchers).where(isNull(watchers.toldAt)).get()?.total ?? 0

const isWaiting = (email: string, tx: Tx): boolean =>
  tx
    .select({ id: watchers.id })
    .from(watchers)
    .where(and(eq(sql`lower(${watchers.email})`, email.toLowerCase()), isNull(watchers.toldAt)))
    .get() !== undefined
