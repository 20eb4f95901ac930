import { setImmediate as turn } from 'node:timers/promises'
import { and, eq, max, sql } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { retrySome } from '#app/mail/campaign-mail.server'
import type { Staff } from '#app/staff/sessions.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { campaigns, newsletterSubscriptions as subscriptions, totals } from '#db/schema'
import type { Campaign } from './draft.server'
import { whyUnsendable } from './unsendable.server'

const subscribed = db
  .select({ amount: totals.amount })
  .from(totals)
  .where(eq(totals.name, 'subscribers:confirmed'))
  .prepare()

/** How many are on the list now, confirmed: those that a campaign goes to. */
export const subscriberCount = (): number => subscribed.get()?.amount ?? 0

export type Begun =
  | { recipients: number }
  | { refused: 'not-found' | 'begun-already' | 'changed-meanwhile' | 'nobody-subscribed' | 'not-ready' }

/**
 * Claims a draft for sending, as it was at `version`: everybody on the list now is written to once (see
 * post-campaign.server.ts). Of two who press at once, one is refused.
 */
export function beginSending(
  { id, version }: Pick<Campaign, 'id' | 'version'>,
  staff: Staff,
  now: Date,
  outer: Db = db,
): Begun {
  return immediately(outer, (tx) => {
    const known = tx.select().from(campaigns).where(eq(campaigns.id, id)).get()
    if (!known) return { refused: 'not-found' }
    if (known.state !== 'draft') return { refused: 'begun-already' }
    if (known.version !== version) return { refused: 'changed-meanwhile' }

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
    recordAct({ ...byStaff(staff), action: 'campaign-begun', subject, detail: { recipients } }, now, tx)
    return { recipients }
  })
}

/**
 * Lets the failed mails of a campaign wait again, in portions, and answers how many. Not those of people who have
 * left since, nor those that may have arrived.
 */
export async function retryFailed(id: number, staff: Staff, now: Date): Promise<number> {
  let retried = 0
  for (;;) {
    const some = immediately(db, (tx) => {
      const waiting = retrySome(id, now, tx)
      if (waiting > 0) reopen(id, tx)
      return waiting
    })
    retried += some
    if (some === 0) break
    await turn()
  }
  if (retried > 0) {
    const subject = `campaign:${id}`
    recordAct({ ...byStaff(staff), action: 'campaign-retried', subject, detail: { mails: retried } }, now)
  }
  return retried
}

const reopen = (id: number, tx: Tx): void => {
  tx.update(campaigns)
    .set({ state: 'sending', sentAt: null })
    .where(and(eq(campaigns.id, id), sql`${campaigns.state} = 'sent'`))
    .run()
}
