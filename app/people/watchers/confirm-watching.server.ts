import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { maskedEmail } from '#app/people/masked-email'
import { type Db, db } from '#db/connection.server'
import { departureWatchers as watchers } from '#db/schema'

/** Whose link of a letter that asks this is, masked, and whether it still waits; undefined for one that nobody has. */
export function watchRequestBehind(
  token: string,
  outer: Db = db,
): { maskedEmail: string; isWaiting: boolean } | undefined {
  const found = outer
    .select({ email: watchers.email, waitingSince: watchers.waitingSince })
    .from(watchers)
    .where(eq(watchers.confirmToken, token))
    .get()
  return found && { maskedEmail: maskedEmail(found.email), isWaiting: found.waitingSince !== null }
}

/** Lets an address be told, by the link that only its mailbox has; false where it does not wait for that. */
export const confirmWatching = (token: string, outer: Db = db): boolean =>
  outer
    .update(watchers)
    .set({ waitingSince: null })
    .where(and(eq(watchers.confirmToken, token), isNotNull(watchers.waitingSince)))
    .run().changes > 0

/** How many confirmed that they want to be told, and were not yet. */
export const watcherCount = (outer: Db = db): number =>
  outer
    .select({ total: count() })
    .from(watchers)
    .where(and(isNull(watchers.toldAt), isNull(watchers.waitingSince)))
    .get()?.total ?? 0
