import { and, eq, isNotNull } from 'drizzle-orm'
import { env } from '#app/env.server'
import { newsletterWelcome } from '#app/mail/newsletter-welcome'
import { postTo } from '#app/mail/outbox.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { newsletterSubscriptions as subscriptions } from '#db/schema'
import { maskedEmail } from './masked-email'
import type { SubscriberState } from './subscriber-states'
import { unsubscribeAddress, unsubscribeHeaders } from './unsubscribe-link'

type Subscription = typeof subscriptions.$inferSelect

/** Whose link of a confirmation letter this is, masked, and where it stands. Undefined for a wrong one. */
export function requestBehind(
  token: string,
  outer: Db = db,
): { maskedEmail: string; state: SubscriberState } | undefined {
  const found = outer
    .select({ email: subscriptions.email, state: subscriptions.state })
    .from(subscriptions)
    .where(eq(subscriptions.confirmToken, token))
    .get()
  return found && { maskedEmail: maskedEmail(found.email), state: found.state }
}

/**
 * Puts an address on the newsletter by the link that only its mailbox has, and welcomes it. False where it does not
 * wait for that, or nobody has that token.
 */
export function confirmSubscription(token: string, now: Date, outer: Db = db): boolean {
  return immediately(outer, (tx) => {
    const confirmed = tx
      .update(subscriptions)
      .set({ waitingSince: null, unsubscribedAt: null, confirmedAt: now })
      .where(and(eq(subscriptions.confirmToken, token), isNotNull(subscriptions.waitingSince)))
      .returning()
      .get()
    if (confirmed) welcome(confirmed, now, tx)
    return confirmed !== undefined
  })
}

function welcome({ id, email, unsubscribeToken }: Subscription, now: Date, tx: Tx): void {
  postTo(
    email,
    {
      kind: 'newsletter-welcome',
      once: `${id}:${now.getTime()}`,
      letter: newsletterWelcome({
        siteAddress: env.BASE_URL,
        unsubscribeAddress: unsubscribeAddress(env.BASE_URL, unsubscribeToken),
      }),
      headers: unsubscribeHeaders(env.BASE_URL, unsubscribeToken),
    },
    now,
    tx,
  )
}
