import { eq } from 'drizzle-orm'
import { maskedEmail } from '#app/people/masked-email'
import { type Db, db } from '#db/connection.server'
import { departureWatchers as watchers } from '#db/schema'

/** Whose link this is, masked; undefined for one that nobody has, or whose owner was forgotten. */
export function watcherBehind(token: string, outer: Db = db): { maskedEmail: string } | undefined {
  const found = outer.select({ email: watchers.email }).from(watchers).where(eq(watchers.token, token)).get()
  return found && { maskedEmail: maskedEmail(found.email) }
}

/** Forgets an address that waits, or was told; false where there is none. */
export const stopWatching = (token: string, outer: Db = db): boolean =>
  outer.delete(watchers).where(eq(watchers.token, token)).run().changes > 0
