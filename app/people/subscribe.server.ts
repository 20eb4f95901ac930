import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { env } from '#app/env.server'
import { newsletterWelcome } from '#app/mail/newsletter-welcome'
import { post } from '#app/mail/outbox.server'
import { unsubscribeAddress, unsubscribeHeaders } from '#app/people/unsubscribe-link'
import { type Db, db, immediately } from '#db/connection.server'
import { newsletterSubscriptions } from '#db/schema'

type Subscription = typeof newsletterSubscriptions.$inferSelect

export type Subscribed = { subscribed: true } | { refused: 'already-subscribed' }

/**
 * Adds an address to the newsletter, with the time of consent, and welcomes it. Refuses one that is on it already,
 * in whatever case it was typed. Whoever left may come back; the links in earlier letters stay theirs.
 */
export function subscribe(email: string, now: Date, outer: Db = db): Subscribed {
  return immediately(outer, (tx) => {
    const known = tx
      .select()
      .from(newsletterSubscriptions)
      .where(eq(sql`lower(${newsletterSubscriptions.email})`, email.toLowerCase()))
      .get()
    if (known && known.unsubscribedAt === null) return { refused: 'already-subscribed' }

    welcome(known ? comeBack(known, email, now, tx) : join(email, now, tx), now, tx)
    return { subscribed: true }
  })
}

const join = (email: string, now: Date, tx: Db): Subscription =>
  tx
    .insert(newsletterSubscriptions)
    .values({ email, consentAt: now, unsubscribeToken: newToken(), createdAt: now })
    .returning()
    .get()

const comeBack = ({ id }: Subscription, email: string, now: Date, tx: Db): Subscription =>
  tx
    .update(newsletterSubscriptions)
    .set({ email, consentAt: now, unsubscribedAt: null })
    .where(eq(newsletterSubscriptions.id, id))
    .returning()
    .get()

/** 192 bits. */
const newToken = () => randomBytes(24).toString('base64url')

function welcome({ id, email, unsubscribeToken }: Subscription, now: Date, tx: Db): void {
  post(
    {
      kind: 'newsletter-welcome',
      occasion: `newsletter-welcome:${id}:${now.getTime()}`,
      to: { name: '', address: email },
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
