import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { newestFirst } from '#app/platform/lists/ordered-rows.server'
import { inPortionsFrom, type PageAsked, type PageCursor, pageOf } from '#app/platform/lists/page-cursor'
import { valuesOf } from '#app/platform/typed/fields'
import { db } from '#db/connection.server'
import { campaigns, newsletterSubscriptions as subscriptions, totals } from '#db/schema'
import { NEWSLETTER } from './people-fields'
import type { SubscriberState } from './subscriber-words'

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
 * How many there are in each state, kept by triggers; `all` are the rows of the list, `subscribers` those of
 * them that have not left: what every figure called so counts.
 */
export function subscriberTotals(): Record<keyof typeof NAMES | 'subscribers', number> {
  const amounts = new Map(kept.all().map(({ name, amount }) => [name, amount]))
  const amount = (of: keyof typeof NAMES) => amounts.get(NAMES[of]) ?? 0
  const [confirmed, waiting] = [amount('confirmed'), amount('waiting')]
  return { all: amount('all'), confirmed, waiting, left: amount('left'), subscribers: confirmed + waiting }
}

/** What they told us, a column for each field of the form. */
const TOLD = valuesOf(NEWSLETTER, subscriptions)

const isOlder = sql`(${subscriptions.createdAt}, ${subscriptions.id}) < (${sql.placeholder('at')}, ${sql.placeholder('id')})`
const fromNewest = [desc(subscriptions.createdAt), desc(subscriptions.id)]

const olderListed = db
  .select({
    id: subscriptions.id,
    ...TOLD,
    createdAt: subscriptions.createdAt,
    confirmedAt: subscriptions.confirmedAt,
    unsubscribedAt: subscriptions.unsubscribedAt,
    state: subscriptions.state,
  })
  .from(subscriptions)
  .where(isOlder)
  .orderBy(...fromNewest)
  .limit(sql.placeholder('limit'))
  .prepare()

/**
 * Everybody who asked for the newsletter or was added, each with their state, newest first, behind `cursor`;
 * `next` is where the list goes on.
 */
export function listSubscribers(cursor: PageCursor | null, size: number) {
  const rows = olderListed.all({
    at: cursor?.at.getTime() ?? Number.MAX_SAFE_INTEGER,
    id: cursor?.id ?? 0,
    limit: size + 1,
  })
  const page = pageOf(rows, size, { from: 'start' }, cursorOf)
  return { subscribers: page.rows, next: page.cursors.next }
}

const cursorOf = ({ createdAt, id }: { createdAt: Date; id: number }): PageCursor => ({ at: createdAt, id })

const PAGE = 50

/**
 * A page of everybody who asked for the newsletter or was added, or of those in one state, the newest first.
 */
export function subscriberPage(state: SubscriberState | null, asked: PageAsked) {
  const { beyond, order } = newestFirst(subscriptions, asked)
  const read = db
    .select({
      id: subscriptions.id,
      ...TOLD,
      state: subscriptions.state,
      consentSource: subscriptions.consentSource,
      createdAt: subscriptions.createdAt,
    })
    .from(subscriptions)
    .where(and(state ? eq(subscriptions.state, state) : undefined, beyond))
    .orderBy(...order)
    .limit(PAGE + 1)
    .all()
  return pageOf(read, PAGE, asked, cursorOf)
}

/** Rows read at once. */
const PORTION = 1_000

const olderFiled = db
  .select({
    id: subscriptions.id,
    ...TOLD,
    consentAt: subscriptions.consentAt,
    consentSource: subscriptions.consentSource,
    createdAt: subscriptions.createdAt,
    confirmedAt: subscriptions.confirmedAt,
    unsubscribedAt: subscriptions.unsubscribedAt,
    state: subscriptions.state,
    leftBySubject: campaigns.subject,
  })
  .from(subscriptions)
  .leftJoin(campaigns, eq(campaigns.id, subscriptions.unsubscribedCampaignId))
  .where(isOlder)
  .orderBy(...fromNewest)
  .limit(sql.placeholder('limit'))
  .prepare()

/** Somebody who is or was on the newsletter list, or waits to be, with what the consent rests on. */
export type FiledSubscriber = ReturnType<typeof olderFiled.all>[number]

/** All of them, newest first, `atMost` in all. */
export const subscribersInPortions = (atMost: number): Generator<FiledSubscriber[]> =>
  inPortionsFrom({ at: Number.MAX_SAFE_INTEGER, id: 0 }, { portion: PORTION, atMost }, (asked) =>
    olderFiled.all(asked),
  )
