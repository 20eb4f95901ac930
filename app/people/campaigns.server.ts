import { randomUUID } from 'node:crypto'
import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { type Delivery, deliveryOf } from '#app/mail/campaign-mail.server'
import { postTo } from '#app/mail/outbox.server'
import { newestFirst } from '#app/platform/lists/ordered-rows.server'
import { type PageAsked, pageOf } from '#app/platform/lists/page-cursor'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately } from '#db/connection.server'
import { campaigns, newsletterSubscriptions as subscriptions } from '#db/schema'
import { campaignLetters, wayOutOfNothing } from './campaign-letter.server'
import type { CampaignText } from './people-forms'

export type Campaign = typeof campaigns.$inferSelect

const byId = db
  .select()
  .from(campaigns)
  .where(eq(campaigns.id, sql.placeholder('id')))
  .prepare()

export const findCampaign = (id: number): Campaign | undefined => byId.get({ id })

export function createCampaign(text: CampaignText, staff: Staff, now: Date): Campaign {
  return immediately((tx) => {
    const campaign = tx
      .insert(campaigns)
      .values({ ...text, createdBy: staff.id, createdAt: now })
      .returning()
      .get()
    recordAct(now, { ...byStaff(staff), action: 'campaign-created', subject: `campaign:${campaign.id}` })
    return campaign
  })
}

export type Saved = { campaign: Campaign } | { refused: 'not-found' | 'not-a-draft' | 'changed-since' }

/**
 * Saves a draft that was opened at `version`; what is there already is not written again. Refuses where
 * somebody else has saved it since, or its sending has begun.
 */
export function saveCampaign(
  { id, version, ...text }: CampaignText & { id: number; version: number },
  staff: Staff,
  now: Date,
): Saved {
  return immediately((tx) => {
    const known = tx.select().from(campaigns).where(eq(campaigns.id, id)).get()
    if (!known) return { refused: 'not-found' }
    if (known.state !== 'draft') return { refused: 'not-a-draft' }
    if (known.subject === text.subject && known.body === text.body) return { campaign: known }
    if (known.version !== version) return { refused: 'changed-since' }

    const campaign = tx
      .update(campaigns)
      .set({ ...text, version: version + 1 })
      .where(and(eq(campaigns.id, id), eq(campaigns.version, version)))
      .returning()
      .get()
    recordAct(now, { ...byStaff(staff), action: 'campaign-changed', subject: `campaign:${id}` })
    return { campaign }
  })
}

/** Sends a draft to one address, as subscribers will see it, before any campaign mail that waits. */
export function postTest(campaign: Campaign, to: string, staff: Staff, now: Date): void {
  immediately(() => {
    const letter = campaignLetters(campaign)(wayOutOfNothing())
    postTo(to, now, {
      kind: 'campaign-test',
      once: randomUUID(),
      letter: { ...letter, subject: `Test: ${letter.subject}` },
    })
    recordAct(now, { ...byStaff(staff), action: 'campaign-tested', subject: `campaign:${campaign.id}` })
  })
}

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

/** How a campaign fares: mails sent, waiting and failed, and who unsubscribed by it. */
export const figuresOf = (id: number): Figures => ({
  ...deliveryOf(id),
  unsubscribed: left.get({ id })?.people ?? 0,
})

/** A page of all campaigns, the newest first. */
export function campaignList(asked: PageAsked) {
  const { beyond, order } = newestFirst(campaigns, asked)
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
    .where(beyond)
    .orderBy(...order)
    .limit(PAGE + 1)
    .all()
  const { rows, cursors } = pageOf(read, PAGE, asked, ({ id, createdAt }) => ({ id, at: createdAt }))
  return { campaigns: rows.map((row) => ({ ...row, ...figuresOf(row.id) })), cursors }
}
