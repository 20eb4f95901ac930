import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { withdrawCampaignMail } from '#app/mail/campaign-mail.server'
import { type Letter, letter, type Words, words } from '#app/mail/letter'
import { postTo } from '#app/mail/outbox.server'
import { isLetterLimitReached, isSiteLimitReached } from '#app/mail/site-limits.server'
import { env } from '#app/platform/env.server'
import { noteGone } from '#app/platform/gone-for-good.server'
import { newLinkToken } from '#app/platform/keys.server'
import { newestFirst } from '#app/platform/lists/newest-first.server'
import {
  cursorOf,
  inPortionsFrom,
  type PageCursor,
  pageOf,
  type RequestedPage,
} from '#app/platform/lists/page-cursor'
import { valuesOf } from '#app/platform/typed/fields'
import { signature } from '#app/site/letter-foot.server'
import { homePrint } from '#app/site/letter-print.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { rowBy } from '#db/prepared.server'
import { broadcasts } from '#db/schema/broadcasts'
import { newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { totals } from '#db/schema/running'
import { forgetErased } from './erased-addresses.server'
import { NEWSLETTER } from './people-fields'
import type { NewsletterWish } from './people-forms'
import { postConfirmation, unsubscribeAddress, unsubscribeHeaders } from './people-letters.server'
import { maskedEmail, type SubscriberState } from './subscriber-words'

type Subscription = typeof subscriptions.$inferSelect

export type Subscribed = { subscribed: true } | { refused: 'already-subscribed' | 'too-many' }

/**
 * Stores a request for the newsletter with the time of consent, and asks the mailbox to confirm. Refuses an
 * address that is on the list or waits; one that waits is asked again, once a day at most. Who unsubscribed
 * may come back, with the same unsubscribe link.
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
    if (!known && isSiteLimitReached('newsletter', subscriptions, now, tx, byTheForm))
      return { refused: 'too-many' }
    if (isLetterLimitReached(CONFIRMATION, now, tx)) return { refused: 'too-many' }

    askToConfirm(known ? comeBack(known, wish, now, tx) : join(wish, now, tx), now, tx)
    return { subscribed: true }
  })
}

const CONFIRMATION = 'newsletter-confirmation'

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

const askToConfirm = ({ email, confirmToken }: Subscription, now: Date, tx: Tx): void =>
  postConfirmation(
    {
      kind: CONFIRMATION,
      email,
      subject: 'One click, and you are on our list',
      request:
        'Someone (we hope you) asked for our letters from the road at this address: where the herds are, what is in flower, which departure has opened. About one a month.',
      label: 'Confirm',
      address: `${env.BASE_URL}/newsletter/confirm/${confirmToken}`,
    },
    now,
    tx,
  )

/** Whose link of a confirmation letter this is, masked, and where it stands. Undefined for a wrong one. */
export function requestByToken(token: string): { maskedEmail: string; state: SubscriberState } | undefined {
  const found = db
    .select({ email: subscriptions.email, state: subscriptions.state })
    .from(subscriptions)
    .where(eq(subscriptions.confirmToken, token))
    .get()
  return found && { maskedEmail: maskedEmail(found.email), state: found.state }
}

/**
 * Confirms a subscription by the link that only its mailbox has, and writes a welcome that names what can be
 * booked next. False where it is not waiting, or the token is unknown.
 */
export function confirmSubscription(token: string, next: Words | null, now: Date): boolean {
  return immediately((tx) => {
    const confirmed = tx
      .update(subscriptions)
      .set({ waitingSince: null, unsubscribedAt: null, confirmedAt: now })
      .where(and(eq(subscriptions.confirmToken, token), isNotNull(subscriptions.waitingSince)))
      .returning()
      .get()
    if (!confirmed) return false
    forgetErased(confirmed.email, tx)
    welcome(confirmed, next, now)
    return true
  })
}

function welcome({ id, email, unsubscribeToken }: Subscription, next: Words | null, now: Date): void {
  postTo(email, now, {
    kind: 'newsletter-welcome',
    once: `${id}:${now.getTime()}`,
    letter: newsletterWelcome(next, unsubscribeAddress(unsubscribeToken)),
    headers: unsubscribeHeaders(unsubscribeAddress(unsubscribeToken)),
  })
}

/** Greets a new subscriber, and shows the way to the next departure, and out. */
const newsletterWelcome = (next: Words | null, wayOut: string): Letter => letter`
  # Karibu: you are on our list

  ${homePrint()}

  Karibu means welcome.

  About once a month, we’ll write to you from the road: where the herds are, which camp has a new cook, what is in
  flower. When a departure opens, you’ll be the first to hear.

  ${next ?? words`[See where we travel](${env.BASE_URL})`}

  ${signature()}

  -# [What we know about you, and for how long](${env.BASE_URL}/privacy)

  -# Didn’t ask for this, or changed your mind? [Unsubscribe here](${wayOut}).
`

/** Whose unsubscribe link this is, masked. Undefined for a wrong one. */
export function subscriberByToken(token: string): { maskedEmail: string; isSubscribed: boolean } | undefined {
  const found = db
    .select({ email: subscriptions.email, state: subscriptions.state })
    .from(subscriptions)
    .where(eq(subscriptions.unsubscribeToken, token))
    .get()
  return found && { maskedEmail: maskedEmail(found.email), isSubscribed: found.state !== 'left' }
}

/**
 * Takes an address off the newsletter, with its waiting mail and a waiting request; false where it was off,
 * or the token is unknown. Notes the campaign whose letter led here, unless that was never sent.
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

export const subscriberWithId = rowBy(subscriptions, subscriptions.id)

/** Staff do it for someone who asked them; false where they had left already, or are gone. */
export function takeOffNewsletter(id: number, staff: Actor, now: Date): boolean {
  return immediately(() => {
    const subscriber = subscriberWithId(id)
    if (!subscriber || !unsubscribe(subscriber.unsubscribeToken, now)) return false
    recordAct(now, { ...byStaff(staff), action: 'subscriber-taken-off', subject: `subscriber:${id}` })
    return true
  })
}

const isNotLeft = or(isNull(subscriptions.unsubscribedAt), isNotNull(subscriptions.waitingSince))

function sentCampaign(id: number | null, tx: Tx): number | null {
  if (id === null) return null
  const sent = and(
    eq(broadcasts.id, id),
    isNull(broadcasts.departureId),
    inArray(broadcasts.state, ['sending', 'sent']),
  )
  return tx.select({ id: broadcasts.id }).from(broadcasts).where(sent).get()?.id ?? null
}

const NAMES = {
  all: 'subscribers',
  confirmed: 'subscribers:confirmed',
  waiting: 'subscribers:waiting',
  left: 'subscribers:left',
} as const

const kept = db
  .select()
  .from(totals)
  .where(inArray(totals.name, Object.values(NAMES)))
  .prepare()

/**
 * How many there are in each state, kept by triggers; `subscribers` are those of `all` that have not left.
 */
export function subscriberTotals(): Record<keyof typeof NAMES | 'subscribers', number> {
  const amounts = new Map(kept.all().map(({ name, amount }) => [name, amount]))
  const amount = (of: keyof typeof NAMES) => amounts.get(NAMES[of]) ?? 0
  const [confirmed, waiting] = [amount('confirmed'), amount('waiting')]
  return { all: amount('all'), confirmed, waiting, left: amount('left'), subscribers: confirmed + waiting }
}

/** A column for each field of the form. */
const TYPED = valuesOf(NEWSLETTER, subscriptions)

const isOlder = sql`(${subscriptions.createdAt}, ${subscriptions.id}) < (${sql.placeholder('at')}, ${sql.placeholder('id')})`
const fromNewest = [desc(subscriptions.createdAt), desc(subscriptions.id)]

const LISTED = {
  id: subscriptions.id,
  ...TYPED,
  createdAt: subscriptions.createdAt,
  confirmedAt: subscriptions.confirmedAt,
  unsubscribedAt: subscriptions.unsubscribedAt,
  state: subscriptions.state,
}

const olderListed = db
  .select(LISTED)
  .from(subscriptions)
  .where(isOlder)
  .orderBy(...fromNewest)
  .limit(sql.placeholder('limit'))
  .prepare()

/** All subscribers, each with their state, newest first, after `cursor`; `next` is where the list goes on. */
export function listSubscribers(cursor: PageCursor | null, size: number) {
  const rows = olderListed.all({
    at: cursor?.at.getTime() ?? Number.MAX_SAFE_INTEGER,
    id: cursor?.id ?? 0,
    limit: size + 1,
  })
  const page = pageOf(rows, size, { from: 'start' }, cursorOf)
  return { subscribers: page.rows, next: page.cursors.next }
}

const FILED = {
  ...LISTED,
  consentAt: subscriptions.consentAt,
  consentSource: subscriptions.consentSource,
  leftBySubject: broadcasts.subject,
}

const PAGE = 40

/** A page of the subscribers, or of those in one state, the newest first. */
export function subscriberPage(state: SubscriberState | null, asked: RequestedPage) {
  const { beyond, order } = newestFirst(subscriptions, asked)
  const read = db
    .select(FILED)
    .from(subscriptions)
    .leftJoin(broadcasts, eq(broadcasts.id, subscriptions.unsubscribedCampaignId))
    .where(and(state ? eq(subscriptions.state, state) : undefined, beyond))
    .orderBy(...order)
    .limit(PAGE + 1)
    .all()
  return pageOf(read, PAGE, asked, cursorOf)
}

/** Rows read at once. */
const PORTION = 1_000

const olderFiled = db
  .select(FILED)
  .from(subscriptions)
  .leftJoin(broadcasts, eq(broadcasts.id, subscriptions.unsubscribedCampaignId))
  .where(isOlder)
  .orderBy(...fromNewest)
  .limit(sql.placeholder('limit'))
  .prepare()

/** Someone who is or was on the newsletter list, or waits to be, with what the consent rests on. */
export type FiledSubscriber = ReturnType<typeof olderFiled.all>[number]

/** All of them, newest first, `atMost` in all. */
export const subscribersInPortions = (atMost: number): Generator<FiledSubscriber[]> =>
  inPortionsFrom({ at: Number.MAX_SAFE_INTEGER, id: 0 }, { portion: PORTION, atMost }, (asked) =>
    olderFiled.all(asked),
  )
