import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { and, asc, count, eq, gt, isNotNull, lte, max, sql } from 'drizzle-orm'
import { type Delivery, deliveryOf, failInterrupted, retrySome } from '#app/mail/campaign-mail.server'
import { postTo } from '#app/mail/outbox.server'
import { newestFirst } from '#app/platform/lists/newest-first.server'
import { cursorOf, pageOf, type RequestedPage } from '#app/platform/lists/page-cursor'
import { siteSettings } from '#app/site/settings.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { campaigns, newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { campaignLetters, testUnsubscribeAddress, whyUnsendable } from './campaign-letter.server'
import type { CampaignText } from './people-forms'
import { unsubscribeAddress, unsubscribeHeaders } from './people-letters.server'
import { subscriberTotals } from './subscribers.server'

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
 * Saves a draft opened at `version`, if it changed. Refuses where someone else saved it since, or sending has
 * begun.
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
    const letter = campaignLetters(campaign)(testUnsubscribeAddress())
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
export function campaignList(asked: RequestedPage) {
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
  const { rows, cursors } = pageOf(read, PAGE, asked, cursorOf)
  return { campaigns: rows.map((row) => ({ ...row, ...figuresOf(row.id) })), cursors }
}

export type Begun =
  | { recipients: number }
  | {
      refused:
        | 'not-found'
        | 'begun-already'
        | 'changed-since'
        | 'nobody-subscribed'
        | 'not-ready'
        | 'no-address'
    }

/**
 * Claims a draft at `version` for sending once to everyone on the list now (`postCampaignMails`). Of two who
 * press at once, one is refused.
 */
export function beginSending(
  { id, version }: Pick<Campaign, 'id' | 'version'>,
  staff: Staff,
  now: Date,
): Begun {
  return immediately((tx) => {
    const known = tx.select().from(campaigns).where(eq(campaigns.id, id)).get()
    if (!known) return { refused: 'not-found' }
    if (known.state !== 'draft') return { refused: 'begun-already' }
    if (known.version !== version) return { refused: 'changed-since' }

    if (whyUnsendable(known)) return { refused: 'not-ready' }
    // The law on commercial mail asks for a real one, and the seed's is none.
    if (!siteSettings().postalAddress) return { refused: 'no-address' }
    const recipients = subscriberTotals().confirmed
    if (recipients === 0) return { refused: 'nobody-subscribed' }
    const newest =
      tx
        .select({ id: max(subscriptions.id) })
        .from(subscriptions)
        .get()?.id ?? 0
    tx.update(campaigns)
      .set({ state: 'sending', recipients, lastSubscriberId: newest, sendingAt: now })
      .where(eq(campaigns.id, id))
      .run()
    const subject = `campaign:${id}`
    recordAct(now, { ...byStaff(staff), action: 'campaign-begun', subject, detail: { recipients } })
    return { recipients }
  })
}

/**
 * Requeues the failed mails of a campaign, in portions, and returns how many. Not those of people who have
 * left since, nor those that may have arrived.
 */
export async function retryFailed(id: number, staff: Staff, now: Date): Promise<number> {
  let retried = 0
  for (;;) {
    const some = immediately((tx) => {
      const waiting = retrySome(id, now)
      if (waiting > 0)
        tx.update(campaigns)
          .set({ state: 'sending', sentAt: null })
          .where(and(eq(campaigns.id, id), sql`${campaigns.state} = 'sent'`))
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

/** Subscribers who are gone through in one call: a few milliseconds of the only thread. */
const PORTION = 50

/** No more are added while this many are untried, or that many wait because the mail server is down. */
const UNTRIED_AT_MOST = 200
const WAITING_AT_MOST = 2_000

const underWay = db
  .select({ id: campaigns.id })
  .from(campaigns)
  .where(sql`${campaigns.state} = 'sending'`)
  .orderBy(asc(campaigns.id))
  .prepare()

/**
 * Carries each campaign one portion further: mails and the place reached in one transaction, so that a crash
 * repeats and skips no one. A campaign whose last mail has gone out is sent.
 */
export function postCampaignMails(now: Date): void {
  for (const { id } of underWay.all()) {
    immediately((tx) => {
      const campaign = tx.select().from(campaigns).where(eq(campaigns.id, id)).get()
      if (campaign?.state !== 'sending') return
      failInterrupted(campaign.id, tx)
      const { waiting, untried } = waitingOf(campaign.id, tx)
      const isWhole = campaign.postedThroughId >= campaign.lastSubscriberId
      if (isWhole && waiting === 0)
        tx.update(campaigns).set({ state: 'sent', sentAt: now }).where(eq(campaigns.id, campaign.id)).run()
      else if (!isWhole && untried < UNTRIED_AT_MOST && waiting < WAITING_AT_MOST)
        postPortion(campaign, now, tx)
    })
  }
}

function waitingOf(campaignId: number, tx: Tx): { waiting: number; untried: number } {
  const some = tx
    .select({ attempts: outbox.attempts })
    .from(outbox)
    .where(and(eq(outbox.campaignId, campaignId), sql`${outbox.state} in ('waiting', 'sending')`))
    .limit(WAITING_AT_MOST)
    .all()
  return { waiting: some.length, untried: some.filter(({ attempts }) => attempts === 0).length }
}

function postPortion(campaign: Campaign, now: Date, tx: Tx): void {
  const readers = tx
    .select({
      id: subscriptions.id,
      email: subscriptions.email,
      token: subscriptions.unsubscribeToken,
      state: subscriptions.state,
    })
    .from(subscriptions)
    .where(
      and(gt(subscriptions.id, campaign.postedThroughId), lte(subscriptions.id, campaign.lastSubscriberId)),
    )
    .orderBy(asc(subscriptions.id))
    .limit(PORTION)
    .all()
  const letterFor = campaignLetters(campaign)
  for (const { id, email, token, state } of readers) {
    if (state !== 'confirmed') continue
    const wayOut = unsubscribeAddress(token, campaign.id)
    postTo(email, now, {
      kind: 'campaign',
      once: `${campaign.id}:${id}`,
      campaignId: campaign.id,
      subscriberId: id,
      letter: letterFor(wayOut),
      headers: unsubscribeHeaders(wayOut),
    })
  }
  const reached = readers.length < PORTION ? campaign.lastSubscriberId : readers.at(-1)?.id
  tx.update(campaigns).set({ postedThroughId: reached }).where(eq(campaigns.id, campaign.id)).run()
}
