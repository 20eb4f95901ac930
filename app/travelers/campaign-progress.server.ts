import { setImmediate as turn } from 'node:timers/promises'
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Delivery, deliveryOf, retrySome } from '#app/mail/campaign-mail.server'
import { newestFirst } from '#app/platform/lists/newest-first.server'
import { cursorOf, pageOf, type RequestedPage } from '#app/platform/lists/page-cursor'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { broadcasts } from '#db/schema/broadcasts'
import { newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { firstNameAt } from './subscriber-names.server'

const left = prepared(() =>
  db
    .select({ people: count() })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.unsubscribedCampaignId, sql.placeholder('id')),
        sql`${subscriptions.unsubscribedCampaignId} is not null`,
      ),
    )
    .prepare(),
)

export type Figures = Delivery & { unsubscribed: number }

/** How a campaign fares: mails sent, waiting and failed, and who unsubscribed by it. */
export const figuresOf = (id: number): Figures => ({
  ...deliveryOf(id),
  unsubscribed: left().get({ id })?.people ?? 0,
})

const PAGE = 20

/** A page of all campaigns, the newest first. */
export function campaignList(asked: RequestedPage) {
  const { beyond, order } = newestFirst(broadcasts, asked)
  const read = db
    .select()
    .from(broadcasts)
    .where(and(isNull(broadcasts.departureId), beyond))
    .orderBy(...order)
    .limit(PAGE + 1)
    .all()
  const { rows, cursors } = pageOf(read, PAGE, asked, cursorOf)
  return { campaigns: rows.map((row) => ({ ...row, ...figuresOf(row.id) })), cursors }
}

/**
 * Requeues the failed mails of a campaign, in portions, and returns how many. Not those of people who have
 * left since, nor those that may have arrived.
 */
export async function retryFailed(id: number, staff: Actor, now: Date): Promise<number> {
  let retried = 0
  for (;;) {
    const some = immediately((tx) => {
      const waiting = retrySome(id, now)
      if (waiting > 0)
        tx.update(broadcasts)
          .set({ state: 'sending', sentAt: null })
          .where(and(eq(broadcasts.id, id), sql`${broadcasts.state} = 'sent'`))
          .run()
      return waiting
    })
    retried += some
    if (some === 0) break
    await turn()
  }
  if (retried > 0) {
    const subject = `campaign:${id}`
    recordAct(now, { ...byStaff(staff), action: 'campaign-retried', subject, detail: { mails: retried } })
  }
  return retried
}

const SHOWN = 5

const newest = prepared(() =>
  db
    .select({ id: subscriptions.id, email: subscriptions.email })
    .from(subscriptions)
    .where(eq(subscriptions.state, 'confirmed'))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(SHOWN)
    .prepare(),
)

/** Some of those whom a campaign goes to, the newest, to see how they read it. */
export const someSubscribers = () =>
  newest()
    .all()
    .map(({ id, email }) => ({ id, email, firstName: firstNameAt(email) }))
