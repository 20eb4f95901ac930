import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { noteGone } from '#app/gone-for-good.server'
import { withdrawCampaignMail } from '#app/mail/campaign-mail.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { campaigns, newsletterSubscriptions as subscriptions } from '#db/schema'
import { maskedEmail } from './masked-email'

/** Whose unsubscribe link this is, masked. Undefined for a wrong one. */
export function subscriberBehind(
  token: string,
  outer: Db = db,
): { maskedEmail: string; isSubscribed: boolean } | undefined {
  const found = outer
    .select({ email: subscriptions.email, state: subscriptions.state })
    .from(subscriptions)
    .where(eq(subscriptions.unsubscribeToken, token))
    .get()
  return found && { maskedEmail: maskedEmail(found.email), isSubscribed: found.state !== 'left' }
}

/**
 * Takes an address off the newsletter, and what waits in the outbox for it away; false where it was off already, or
 * nobody has that token. A request that waits ends as well. A campaign whose letter led here is noted; one that was never sent is not.
 */
export function unsubscribe(token: string, now: Date, campaignId: number | null = null, outer: Db = db) {
  return immediately(outer, (tx) => {
    const left = tx
      .update(subscriptions)
      .set({ unsubscribedAt: now, waitingSince: null, unsubscribedCampaignId: sentCampaign(campaignId, tx) })
      .where(and(eq(subscriptions.unsubscribeToken, token), isNotLeft))
      .returning({ id: subscriptions.id, createdAt: subscriptions.createdAt })
      .get()
    if (left) {
      withdrawCampaignMail(left.id, tx)
      noteGone({ what: 'subscriber', id: left.id, createdAt: left.createdAt.getTime() }, now)
    }
    return left !== undefined
  })
}

const isNotLeft = or(isNull(subscriptions.unsubscribedAt), isNotNull(subscriptions.waitingSince))

function sentCampaign(id: number | null, tx: Tx): number | null {
  if (id === null) return null
  const sent = and(eq(campaigns.id, id), ne(campaigns.state, 'draft'))
  return tx.select({ id: campaigns.id }).from(campaigns).where(sent).get()?.id ?? null
}
