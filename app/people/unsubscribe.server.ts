import { and, eq, isNull } from 'drizzle-orm'
import { type Db, db } from '#db/connection.server'
import { newsletterSubscriptions as subscriptions } from '#db/schema'

/** Whose unsubscribe link this is, masked: links are forwarded, and land in histories. Undefined for a wrong one. */
export function subscriberBehind(
  token: string,
  outer: Db = db,
): { maskedEmail: string; isSubscribed: boolean } | undefined {
  const found = outer
    .select({ email: subscriptions.email, unsubscribedAt: subscriptions.unsubscribedAt })
    .from(subscriptions)
    .where(eq(subscriptions.unsubscribeToken, token))
    .get()
  return found && { maskedEmail: masked(found.email), isSubscribed: found.unsubscribedAt === null }
}

/** Takes an address off the newsletter; false where it was off already, or the token is nobody's. */
export const unsubscribe = (token: string, now: Date, outer: Db = db): boolean =>
  outer
    .update(subscriptions)
    .set({ unsubscribedAt: now })
    .where(and(eq(subscriptions.unsubscribeToken, token), isNull(subscriptions.unsubscribedAt)))
    .run().changes === 1

/** wanjiru@example.com is shown as w•••@example.com. */
const masked = (email: string) => email.replace(/^(.).*(?=@)/, '$1•••')
