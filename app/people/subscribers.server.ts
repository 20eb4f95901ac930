import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { newestFirst } from '#app/platform/lists/ordered-rows.server'
import {
  type PageAsked,
  type PageCursor,
  type PageCursors,
  pageOf,
  writeCursor,
} from '#app/platform/lists/page-cursor'
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
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    subscribers: shown,
    next: rows.length > size && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}

const PAGE = 50

type Listed = Pick<
  typeof subscriptions.$inferSelect,
  'id' | keyof typeof NEWSLETTER | 'state' | 'consentSource' | 'createdAt'
>

/**
 * A page of everybody who asked for the newsletter or was added, or of those in one state, the newest first.
 */
export function subscriberPage(
  state: SubscriberState | null,
  asked: PageAsked,
): { rows: Listed[]; cursors: PageCursors } {
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
  return pageOf(read, PAGE, asked, ({ id, createdAt }) => ({ id, at: createdAt }))
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

/**
 * All of them, newest first, portion by portion and `atMost` in all; the reader lets others
 * be served in between.
 */
export function* subscribersInPortions(atMost: number): Generator<FiledSubscriber[]> {
  let before = { at: Number.MAX_SAFE_INTEGER, id: 0 }
  for (let left = atMost; left > 0; ) {
    const limit = Math.min(PORTION, left)
    const rows = olderFiled.all({ ...before, limit })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    left -= rows.length
    before = { at: last.createdAt.getTime(), id: last.id }
  }
}
