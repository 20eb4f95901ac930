import { and, asc, desc, eq, gt, lt, or, type SQL } from 'drizzle-orm'
import { type PageAsked, type PageCursors, pageOf, readsBackwards } from '#app/lists/page-cursor'
import { db } from '#db/connection.server'
import { newsletterSubscriptions as subscriptions } from '#db/schema'
import type { SubscriberState } from './subscriber-states'

const PAGE = 50

type Listed = Pick<
  typeof subscriptions.$inferSelect,
  'id' | 'email' | 'state' | 'consentSource' | 'createdAt'
>

/** A page of everybody who asked for the newsletter or was added, or of those in one state, the newest first. */
export function subscriberPage(
  state: SubscriberState | null,
  asked: PageAsked,
): { rows: Listed[]; cursors: PageCursors } {
  const towards = readsBackwards(asked) ? asc : desc
  const read = db
    .select({
      id: subscriptions.id,
      email: subscriptions.email,
      state: subscriptions.state,
      consentSource: subscriptions.consentSource,
      createdAt: subscriptions.createdAt,
    })
    .from(subscriptions)
    .where(and(state ? eq(subscriptions.state, state) : undefined, beyond(asked)))
    .orderBy(towards(subscriptions.createdAt), towards(subscriptions.id))
    .limit(PAGE + 1)
    .all()
  return pageOf(read, PAGE, asked, ({ id, createdAt }) => ({ id, at: createdAt }))
}

function beyond(asked: PageAsked): SQL | undefined {
  if (!('cursor' in asked)) return undefined
  const further = asked.from === 'after' ? lt : gt
  const { at, id } = asked.cursor
  return or(
    further(subscriptions.createdAt, at),
    and(eq(subscriptions.createdAt, at), further(subscriptions.id, id)),
  )
}
