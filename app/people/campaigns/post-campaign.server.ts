import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { env } from '#app/env.server'
import { giveUpInterrupted } from '#app/mail/campaign-mail.server'
import { postTo } from '#app/mail/outbox.server'
import { unsubscribeAddress, unsubscribeHeaders } from '#app/people/unsubscribe-link'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { campaigns, outbox, newsletterSubscriptions as subscriptions } from '#db/schema'
import { campaignLetters } from './campaign-letter.server'
import type { Campaign } from './draft.server'

/** Subscribers who are gone through in one call: a few milliseconds of the only thread. */
const PORTION = 50

/** No more are put in while this many have not been tried, or that many wait at all, the mail server being ill. */
const UNTRIED_AT_MOST = 200
const WAITING_AT_MOST = 2_000

const underWay = db
  .select({ id: campaigns.id })
  .from(campaigns)
  .where(sql`${campaigns.state} = 'sending'`)
  .orderBy(asc(campaigns.id))
  .prepare()

/**
 * Carries each campaign that is being sent one portion further: mails into the outbox and the place reached in one
 * transaction, so that a crash repeats and forgets nobody. A campaign whose last mail has gone out is sent.
 */
export function postCampaignMails(now: Date, outer: Db = db): void {
  for (const { id } of underWay.all()) {
    immediately(outer, (tx) => {
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
    postTo(
      email,
      {
        kind: 'campaign',
        once: `${campaign.id}:${id}`,
        campaignId: campaign.id,
        subscriberId: id,
        letter: letterFor(unsubscribeAddress(env.BASE_URL, token, campaign.id)),
        headers: unsubscribeHeaders(env.BASE_URL, token, campaign.id),
      },
      now,
      tx,
    )
  }
  const reached = readers.length < PORTION ? campaign.lastSubscriberId : readers.at(-1)?.id
  tx.update(campaigns).set({ postedThroughId: reached }).where(eq(campaigns.id, campaign.id)).run()
}

const finish = (id: number, now: Date, tx: Tx): void => {
  tx.update(campaigns).set({ state: 'sent', sentAt: now }).where(eq(campaigns.id, id)).run()
}
