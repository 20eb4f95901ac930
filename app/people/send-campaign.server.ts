import { setImmediate as turn } from 'node:timers/promises'
import { and, asc, eq, gt, lte, max, sql } from 'drizzle-orm'
import { giveUpInterrupted, retrySome } from '#app/mail/campaign-mail.server'
import { postTo } from '#app/mail/outbox.server'
import { env } from '#app/platform/env.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { campaigns, outbox, newsletterSubscriptions as subscriptions, totals } from '#db/schema'
import { campaignLetters, whyUnsendable } from './campaign-letter.server'
import type { Campaign } from './campaigns.server'
import { unsubscribeAddress, unsubscribeHeaders } from './people-letters'

const subscribed = db
  .select({ amount: totals.amount })
  .from(totals)
  .where(eq(totals.name, 'subscribers:confirmed'))
  .prepare()

/** How many are on the list now, confirmed: those that a campaign goes to. */
export const subscriberCount = (): number => subscribed.get()?.amount ?? 0

export type Begun =
  | { recipients: number }
  | { refused: 'not-found' | 'begun-already' | 'changed-since' | 'nobody-subscribed' | 'not-ready' }

/**
 * Claims a draft for sending, as it was at `version`: everybody on the list now is written to once
 * (`postCampaignMails`). Of two who press at once, one is refused.
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
    const recipients = subscriberCount()
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
 * Lets the failed mails of a campaign wait again, in portions, and answers how many. Not those of people who
 * have left since, nor those that may have arrived.
 */
export async function retryFailed(id: number, staff: Staff, now: Date): Promise<number> {
  let retried = 0
  for (;;) {
    const some = immediately((tx) => {
      const waiting = retrySome(id, now)
      if (waiting > 0) reopen(id, tx)
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

const reopen = (id: number, tx: Tx): void => {
  tx.update(campaigns)
    .set({ state: 'sending', sentAt: null })
    .where(and(eq(campaigns.id, id), sql`${campaigns.state} = 'sent'`))
    .run()
}

/** Subscribers who are gone through in one call: a few milliseconds of the only thread. */
const PORTION = 50

/**
 * No more are put in while this many have not been tried, or that many wait at all, the mail server being
 * ill.
 */
const UNTRIED_AT_MOST = 200
const WAITING_AT_MOST = 2_000

const underWay = db
  .select({ id: campaigns.id })
  .from(campaigns)
  .where(sql`${campaigns.state} = 'sending'`)
  .orderBy(asc(campaigns.id))
  .prepare()

/**
 * Carries each campaign that is being sent one portion further: mails into the outbox and the place reached
 * in one transaction, so that a crash repeats and forgets nobody. A campaign whose last mail has gone out is
 * sent.
 */
export function postCampaignMails(now: Date): void {
  for (const { id } of underWay.all()) {
    immediately((tx) => {
      const campaign = tx.select().from(campaigns).where(eq(campaigns.id, id)).get()
      if (campaign?.state !== 'sending') return
      giveUpInterrupted(campaign.id, tx)
      const { waiting, untried } = waitingOf(campaign.id, tx)
      const isWhole = campaign.postedThroughId >= campaign.lastSubscriberId
      if (isWhole && waiting === 0) return finish(campaign.id, now, tx)
      if (!isWhole && untried < UNTRIED_AT_MOST && waiting < WAITING_AT_MOST) postPortion(campaign, now, tx)
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
    postTo(email, now, {
      kind: 'campaign',
      once: `${campaign.id}:${id}`,
      campaignId: campaign.id,
      subscriberId: id,
      letter: letterFor(unsubscribeAddress(env.BASE_URL, token, campaign.id)),
      headers: unsubscribeHeaders(env.BASE_URL, token, campaign.id),
    })
  }
  const reached = readers.length < PORTION ? campaign.lastSubscriberId : readers.at(-1)?.id
  tx.update(campaigns).set({ postedThroughId: reached }).where(eq(campaigns.id, campaign.id)).run()
}

const finish = (id: number, now: Date, tx: Tx): void => {
  tx.update(campaigns).set({ state: 'sent', sentAt: now }).where(eq(campaigns.id, id)).run()
}
