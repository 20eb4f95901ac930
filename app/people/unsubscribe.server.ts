import { and, eq, isNull, ne } from 'drizzle-orm'
import { withdrawCampaignMail } from '#app/mail/campaign-mail.server'
import { type Db, db, immediately } from '#db/connection.server'
import { campaigns, newsletterSubscriptions as subscriptions } from '#db/schema'

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

/**
 * Takes an address off the newsletter, and what waits in the outbox for it away; false where it was off already, or
 * the token is nobody's. A campaign whose letter led here is noted; one that was never sent is not.
 */
export function unsubscribe(token: string, now: Date, campaignId: number | null = null, outer: Db = db) {
  return immediately(outer, (tx) => {
    const left = tx
      .update(subscriptions)
      .set({ unsubscribedAt: now, unsubscribedCampaignId: sentCampaign(campaignId, tx) })
      .where(and(eq(subscriptions.unsubscribeToken, token), isNull(subscriptions.unsubscribedAt)))
      .returning({ id: subscriptions.id })
      .get()
    if (left) withdrawCampaignMail(left.id, tx)
    return left !== undefined
  })
}

function sentCampaign(id: number | null, tx: Db): number | null {
  if (id === null) return null
  const sent = and(eq(campaigns.id, id), ne(campaigns.state, 'draft'))
  return tx.select({ id: campaigns.id }).from(campaigns).where(sent).get()?.id ?? null
}

/** wanjiru@example.com is shown as w•••@example.com. */
const masked = (email: string) => email.replace(/^(.).*(?=@)/, '$1•••')
