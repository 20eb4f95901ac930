import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { postTo } from '#app/mail/outbox.server'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately } from '#db/connection.server'
import { campaigns } from '#db/schema'
import type { CampaignText } from './campaign-form'
import { campaignLetters, wayOutOfNothing } from './campaign-letter.server'

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
    recordAct({ ...byStaff(staff), action: 'campaign-created', subject: `campaign:${campaign.id}` }, now)
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
    recordAct({ ...byStaff(staff), action: 'campaign-changed', subject: `campaign:${id}` }, now)
    return { campaign }
  })
}

/** Sends a draft to one address, as subscribers will see it, before any campaign mail that waits. */
export function postTest(campaign: Campaign, to: string, staff: Staff, now: Date): void {
  immediately(() => {
    const letter = campaignLetters(campaign)(wayOutOfNothing())
    postTo(
      to,
      {
        kind: 'campaign-test',
        once: randomUUID(),
        letter: { ...letter, subject: `Test: ${letter.subject}` },
      },
      now,
    )
    recordAct({ ...byStaff(staff), action: 'campaign-tested', subject: `campaign:${campaign.id}` }, now)
  })
}
