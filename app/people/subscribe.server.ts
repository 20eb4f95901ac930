import { randomBytes } from 'node:crypto'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { env } from '#app/env.server'
import { newsletterConfirmation } from '#app/mail/newsletter-confirmation'
import { postOnceADay } from '#app/mail/post-once-per.server'
import { SITE_MEASURES } from '#app/open-actions'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { newsletterSubscriptions as subscriptions } from '#db/schema'
import { REQUEST_KEPT_DAYS } from './subscriber-states'

type Subscription = typeof subscriptions.$inferSelect

export type Subscribed = { subscribed: true } | { refused: 'already-subscribed' | 'too-many' }

const DAY = 24 * 3_600_000

/**
 * Writes down that somebody wants the newsletter at an address, with the time of consent, and asks that mailbox: anybody
 * can type a stranger's address. Refuses one that is on the list or waits already, in whatever case it was typed; one
 * that waits is asked again, once a day at most. Those who left may come back; the links in earlier letters stay theirs.
 */
export function subscribe(email: string, now: Date, outer: Db = db): Subscribed {
  return immediately(outer, (tx) => {
    const known = tx
      .select()
      .from(subscriptions)
      .where(eq(sql`lower(${subscriptions.email})`, email.toLowerCase()))
      .get()
    if (known?.state === 'waiting') askToConfirm(known, now, tx)
    if (known && known.state !== 'left') return { refused: 'already-subscribed' }
    if (!known && isFull(now, tx)) return { refused: 'too-many' }

    askToConfirm(known ? comeBack(known, email, now, tx) : join(email, now, tx), now, tx)
    return { subscribed: true }
  })
}

const join = (email: string, now: Date, tx: Tx): Subscription =>
  tx
    .insert(subscriptions)
    .values({
      email,
      consentAt: now,
      unsubscribeToken: newToken(),
      confirmToken: newToken(),
      waitingSince: now,
      createdAt: now,
    })
    .returning()
    .get()

/** They stay unsubscribed until they confirm. */
const comeBack = ({ id }: Subscription, email: string, now: Date, tx: Tx): Subscription =>
  tx
    .update(subscriptions)
    .set({ email, consentAt: now, confirmToken: newToken(), waitingSince: now, confirmedAt: null })
    .where(eq(subscriptions.id, id))
    .returning()
    .get()

/** 192 bits. */
const newToken = () => randomBytes(24).toString('base64url')

/** New addresses by the form: the measure for the whole site. */
const isFull = (now: Date, tx: Tx): boolean =>
  SITE_MEASURES.newsletter.some(({ atMost, days }) => askedWithin(days * DAY, atMost, now, tx) === atMost)

/** How many new ones came by the form in the last `ms`; counting ends at `atMost`. */
const askedWithin = (ms: number, atMost: number, now: Date, tx: Tx): number =>
  tx
    .select({ total: count() })
    .from(
      tx
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(
          and(
            // Written out, not bound: only so does SQLite find the partial index.
            sql`${subscriptions.consentSource} = 'form'`,
            gt(subscriptions.createdAt, new Date(now.getTime() - ms)),
          ),
        )
        .limit(atMost)
        .as('newest'),
    )
    .get()?.total ?? 0

function askToConfirm({ email, confirmToken }: Subscription, now: Date, tx: Tx): void {
  postOnceADay(
    email,
    {
      kind: 'newsletter-confirmation',
      letter: newsletterConfirmation({
        confirmAddress: `${env.BASE_URL}/newsletter/confirm/${confirmToken}`,
        keptDays: REQUEST_KEPT_DAYS,
      }),
    },
    now,
    tx,
  )
}
