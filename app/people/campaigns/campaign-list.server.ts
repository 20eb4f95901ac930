import { and, asc, count, desc, eq, gt, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { type Delivery, deliveryOf } from '#app/mail/campaign-mail.server'
import { type PageAsked, type PageCursors, pageOf, readsBackwards } from '#app/platform/lists/page-cursor'
import { db } from '#db/connection.server'
import { campaigns, newsletterSubscriptions as subscriptions } from '#db/schema'

const PAGE = 20

const left = db
  .select({ people: count() })
  .from(subscriptions)
  .where(
    and(
      eq(subscriptions.unsubscribedCampaignId, sql.placeholder('id')),
      isNotNull(subscriptions.unsubscribedCampaignId),
    ),
  )
  .prepare()

export type Figures = Delivery & { unsubscribed: number }

/** How a campaign fares: mails sent, waiting and failed, and who left by it. */
export const figuresOf = (id: number): Figures => ({
  ...deliveryOf(id),
  unsubscribed: left.get({ id })?.people ?? 0,
})

type Listed = Pick<
  typeof campaigns.$inferSelect,
  'id' | 'subject' | 'state' | 'recipients' | 'createdAt' | 'sendingAt'
> &
  Figures

/** A page of all campaigns, the newest first. */
export function campaignList(asked: PageAsked): { campaigns: Listed[]; cursors: PageCursors } {
  const towards = readsBackwards(asked) ? asc : desc
  const read = db
    .select({
      id: campaigns.id,
      subject: campaigns.subject,
      state: campaigns.state,
      recipients: campaigns.recipients,
      createdAt: campaigns.createdAt,
      sendingAt: campaigns.sendingAt,
    })
    .from(campaigns)
    .where(beyond(asked))
    .orderBy(towards(campaigns.createdAt), towards(campaigns.id))
    .limit(PAGE + 1)
    .all()
  const { rows, cursors } = pageOf(read, PAGE, asked, ({ id, createdAt }) => ({ id, at: createdAt }))
  return { campaigns: rows.map((row) => ({ ...row, ...figuresOf(row.id) })), cursors }
}

function beyond(asked: PageAsked): SQL | undefined {
  if (!('cursor' in asked)) return undefined
  const further = asked.from === 'after' ? lt : gt
  const { at, id } = asked.cursor
  return or(further(campaigns.createdAt, at), and(eq(campaigns.createdAt, at), further(campaigns.id, id)))
}
