import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { withdrawCampaignMail } from '#app/mail/campaign-mail.server'
import { isFull, postOnceADay, postTo } from '#app/mail/outbox.server'
import { env } from '#app/platform/env.server'
import { noteGone } from '#app/platform/gone-for-good.server'
import { newLinkToken } from '#app/platform/keys.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { campaigns, newsletterSubscriptions as subscriptions } from '#db/schema'
import type { NewsletterWish } from './people-forms'
import {
  confirmationLetter,
  newsletterWelcome,
  unsubscribeAddress,
  unsubscribeHeaders,
} from './people-letters'
import { maskedEmail, type SubscriberState } from './subscriber-words'

type Subscription = typeof subscriptions.$inferSelect

export type Subscribed = { subscribed: true } | { refused: 'already-subscribed' | 'too-many' }

/**
 * Writes down that somebody wants the newsletter at an address, with the time of consent, and asks that
 * mailbox: anybody can type a stranger's address. Refuses one that is on the list or waits already, in
 * whatever case it was typed; one that waits is asked again, once a day at most. Those who unsubscribed may
 * come back; the links in earlier letters stay theirs.
 */
export function subscribe(wish: NewsletterWish, now: Date): Subscribed {
  return immediately((tx) => {
    const known = tx
      .select()
      .from(subscriptions)
      .where(eq(sql`lower(${subscriptions.email})`, wish.email.toLowerCase()))
      .get()
    if (known?.state === 'waiting') askToConfirm(known, now, tx)
    if (known && known.state !== 'left') return { refused: 'already-subscribed' }
    if (!known && isFull('newsletter', subscriptions, now, tx, byTheForm)) return { refused: 'too-many' }

    askToConfirm(known ? comeBack(known, wish, now, tx) : join(wish, now, tx), now, tx)
    return { subscribed: true }
  })
}

const join = (wish: NewsletterWish, now: Date, tx: Tx): Subscription =>
  tx
    .insert(subscriptions)
    .values({
      ...wish,
      consentAt: now,
      unsubscribeToken: newLinkToken(),
      confirmToken: newLinkToken(),
      waitingSince: now,
      createdAt: now,
    })
    .returning()
    .get()

/** They stay unsubscribed until they confirm. */
const comeBack = ({ id }: Subscription, wish: NewsletterWish, now: Date, tx: Tx): Subscription =>
  tx
    .update(subscriptions)
    .set({ ...wish, consentAt: now, confirmToken: newLinkToken(), waitingSince: now, confirmedAt: null })
    .where(eq(subscriptions.id, id))
    .returning()
    .get()

// Written out, not bound: only so does SQLite find the partial index.
const byTheForm = sql`${subscriptions.consentSource} = 'form'`

function askToConfirm({ email, confirmToken }: Subscription, now: Date, tx: Tx): void {
  postOnceADay(
    email,
    {
      kind: 'newsletter-confirmation',
      letter: confirmationLetter({
        subject: 'One click, and you are on our list',
        asked:
          'Someone (we hope you) asked for our letters from the road at this address: where the herds are, what is in flower, which departure has opened. About one a month.',
        label: 'Confirm',
        address: `${env.BASE_URL}/newsletter/confirm/${confirmToken}`,
      }),
    },
    now,
    tx,
  )
}

/** Whose link of a confirmation letter this is, masked, and where it stands. Undefined for a wrong one. */
export function requestBehind(token: string): { maskedEmail: string; state: SubscriberState } | undefined {
  const found = db
    .select({ email: subscriptions.email, state: subscriptions.state })
    .from(subscriptions)
    .where(eq(subscriptions.confirmToken, token))
    .get()
  return found && { maskedEmail: maskedEmail(found.email), state: found.state }
}

/**
 * Puts an address on the newsletter by the link that only its mailbox has, and welcomes it. False where it
 * does not wait for that, or nobody has that token.
 */
export function confirmSubscription(token: string, now: Date): boolean {
  return immediately((tx) => {
    const confirmed = tx
      .update(subscriptions)
      .set({ waitingSince: null, unsubscribedAt: null, confirmedAt: now })
      .where(and(eq(subscriptions.confirmToken, token), isNotNull(subscriptions.waitingSince)))
      .returning()
      .get()
    if (confirmed) welcome(confirmed, now)
    return confirmed !== undefined
  })
}

function welcome({ id, email, unsubscribeToken }: Subscription, now: Date): void {
  postTo(email, now, {
    kind: 'newsletter-welcome',
    once: `${id}:${now.getTime()}`,
    letter: newsletterWelcome({
      siteAddress: env.BASE_URL,
      unsubscribeAddress: unsubscribeAddress(env.BASE_URL, unsubscribeToken),
    }),
    headers: unsubscribeHeaders(env.BASE_URL, unsubscribeToken),
  })
}

/** Whose unsubscribe link this is, masked. Undefined for a wrong one. */
export function subscriberBehind(token: string): { maskedEmail: string; isSubscribed: boolean } | undefined {
  const found = db
    .select({ email: subscriptions.email, state: subscriptions.state })
    .from(subscriptions)
    .where(eq(subscriptions.unsubscribeToken, token))
    .get()
  return found && { maskedEmail: maskedEmail(found.email), isSubscribed: found.state !== 'left' }
}

/**
 * Takes an address off the newsletter, and what waits in the outbox for it away; false where it was off
 * already, or nobody has that token. A request that waits ends as well. A campaign whose letter led here is
 * noted; one that was never sent is not.
 */
export function unsubscribe(token: string, now: Date, campaignId: number | null = null) {
  return immediately((tx) => {
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
