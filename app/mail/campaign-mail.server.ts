import { and, eq, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import { machineNow } from '#app/platform/clock.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { totals } from '#db/schema/running'

const sentTotal = (campaignId: number) => `campaign:${campaignId}:sent`

const INTERRUPTED = 'The site stopped while this email was on its way; it may have arrived.'
export const UNANSWERED = 'The mail server received this email but did not confirm it; it may have arrived.'

/** Why a mail failed that may still have arrived: it is not retried, so that no one gets it twice. */
const MAY_HAVE_ARRIVED = [INTERRUPTED, UNANSWERED]

/** What no button sets waiting again. */
export const mayHaveArrived = inArray(outbox.lastError, MAY_HAVE_ARRIVED)

/** Counts a mail that was taken, and lets its text go: the campaign keeps the one that all of them share. */
export function recordSentCampaignMail(mailId: number, campaignId: number, tx: Tx): void {
  tx.update(outbox).set({ textBody: '', htmlBody: '' }).where(eq(outbox.id, mailId)).run()
  tx.insert(totals)
    .values({ name: sentTotal(campaignId), amount: 1 })
    .onConflictDoUpdate({ target: totals.name, set: { amount: sql`${totals.amount} + 1` } })
    .run()
}

export type Delivery = { sent: number; waiting: number; failed: number; interrupted: number }

const sentSoFar = db
  .select({ amount: totals.amount })
  .from(totals)
  .where(eq(totals.name, sql.placeholder('name')))
  .prepare()
const unsent = db
  .select({
    waiting: sql<number>`sum(${outbox.state} <> 'failed')`,
    failed: sql<number>`sum(${outbox.state} = 'failed')`,
    interrupted: sql<number>`sum(${outbox.state} = 'failed' and coalesce(${mayHaveArrived}, 0))`,
  })
  .from(outbox)
  .where(
    and(
      eq(outbox.campaignId, sql.placeholder('id')),
      sql`${outbox.state} in ('waiting', 'sending', 'failed')`,
    ),
  )
  .prepare()

/** How a campaign's mails fare. `failed` includes `interrupted`: those that may have arrived. */
export function deliveryOf(campaignId: number): Delivery {
  const counted = unsent.get({ id: campaignId })
  return {
    sent: sentSoFar.get({ name: sentTotal(campaignId) })?.amount ?? 0,
    waiting: counted?.waiting ?? 0,
    failed: counted?.failed ?? 0,
    interrupted: counted?.interrupted ?? 0,
  }
}

/** Marks as failed what a dead process had begun to send: its claim has ended, by the machine's clock. */
export const failInterrupted = (campaignId: number, tx: Tx): void => {
  tx.update(outbox)
    .set({ state: 'failed', claimEndsAt: null, lastError: INTERRUPTED })
    .where(
      and(
        eq(outbox.campaignId, campaignId),
        eq(outbox.state, 'sending'),
        or(isNull(outbox.claimEndsAt), lte(outbox.claimEndsAt, machineNow())),
      ),
    )
    .run()
}

/** Takes away what still waits for someone who leaves; an attempt under way is the last one. */
export function withdrawCampaignMail(subscriberId: number, tx: Tx): void {
  const theirs = eq(outbox.subscriberId, subscriberId)
  tx.delete(outbox)
    .where(and(theirs, eq(outbox.state, 'waiting')))
    .run()
  // Its sender knows the attempt by this number, and puts back only what it knows.
  tx.update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1` })
    .where(and(theirs, eq(outbox.state, 'sending')))
    .run()
}

const RETRIED_AT_ONCE = 500

/** Requeues a portion of the failed mails; not those to unsubscribed people, nor what may have arrived. */
export function retrySome(campaignId: number, now: Date): number {
  return immediately((tx) => {
    const failed = tx
      .select({ id: outbox.id })
      .from(outbox)
      .innerJoin(subscriptions, eq(subscriptions.id, outbox.subscriberId))
      .where(
        and(
          eq(outbox.campaignId, campaignId),
          eq(outbox.state, 'failed'),
          not(mayHaveArrived),
          eq(subscriptions.state, 'confirmed'),
        ),
      )
      .limit(RETRIED_AT_ONCE)
      .all()
    const ids = failed.map(({ id }) => id)
    tx.update(outbox)
      .set({ state: 'waiting', attempts: 0, nextAttemptAt: now })
      .where(inArray(outbox.id, ids))
      .run()
    return ids.length
  })
}
