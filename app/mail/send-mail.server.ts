import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { env } from '#app/env.server'
import { log } from '#app/log.server'
import { countSent } from '#app/mail/campaign-mail.server'
import { deliver } from '#app/mail/mailer.server'
import { type Db, db, immediately } from '#db/connection.server'
import { outbox } from '#db/schema'

type Mail = typeof outbox.$inferSelect

const AT_ONCE = 20
/** From one mail to the next: guests are answered in between. Eighty mails a second are plenty. */
const GUESTS_TURN_MS = 12

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A claim that nobody came back from (the process died) is free again after this long. */
const CLAIM_MS = 2 * MINUTE

/** Minutes to wait after the first, second… failed attempt. */
const BACK_OFF_MINUTES = [0.25, 0.5, 1, 2, 5, 10, 30, 60]
const TRIES_IN_A_DAY = BACK_OFF_MINUTES.length + 18

/** Looks at a mail just before it goes out: the mail as it should be by now, or null where it was taken back. */
export type BeforeSending = (mail: Mail, now: Date) => Mail | null

type Sending = { beforeSending?: BeforeSending; signal?: AbortSignal }

/**
 * Sends what is due in the outbox until nothing is left, each mail claimed first so that two processes do not both
 * send it. A failed one waits longer and longer; after a day it is marked failed and logged as an error, never
 * dropped. Without SMTP_URL the mail waits. `signal` ends it after the mails that are on their way.
 */
export async function sendDueMail(
  now: () => Date,
  { beforeSending = (mail) => mail, signal }: Sending = {},
): Promise<{ sent: number; failed: number }> {
  const counts = { sent: 0, failed: 0 }
  if (!env.SMTP_URL) return counts
  for (;;) {
    const due = dueMail(now())
    if (due.length === 0) return counts
    const claimed = immediately(db, (tx) => due.filter((mail) => claim(mail, now(), tx)))
    const results = await Promise.all(
      claimed.map(async (mail, index) => {
        await pause(index * GUESTS_TURN_MS)
        return send(mail, beforeSending, now)
      }),
    )
    counts.sent += results.filter(Boolean).length
    counts.failed += results.filter((sent) => !sent).length
    if (due.length < AT_ONCE || counts.failed > 0 || signal?.aborted) return counts
  }
}

/** Nobody's booking waits behind a campaign: its mails only fill what the others leave. */
function dueMail(now: Date): Mail[] {
  const others = dueAmong(isNull(outbox.campaignId), now, AT_ONCE)
  const room = AT_ONCE - others.length
  // What a dead process had claimed may have arrived: a campaign never takes it up again (campaign-mail.server.ts).
  const ofCampaigns = and(isNotNull(outbox.campaignId), eq(outbox.state, 'waiting'))
  return room > 0 ? [...others, ...dueAmong(ofCampaigns, now, room)] : others
}

const dueAmong = (which: SQL | undefined, now: Date, atMost: number): Mail[] =>
  db
    .select()
    .from(outbox)
    // Written out, not bound: only so does SQLite find the partial index.
    .where(and(sql`${outbox.state} in ('waiting', 'sending')`, lte(outbox.nextAttemptAt, now), which))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(atMost)
    .all()

const claim = (mail: Mail, now: Date, tx: Db): boolean =>
  tx
    .update(outbox)
    .set({
      state: 'sending',
      attempts: mail.attempts + 1,
      nextAttemptAt: new Date(now.getTime() + CLAIM_MS),
    })
    .where(and(eq(outbox.id, mail.id), eq(outbox.state, mail.state), eq(outbox.attempts, mail.attempts)))
    .run().changes === 1

async function send(mail: Mail, beforeSending: BeforeSending, now: () => Date): Promise<boolean> {
  try {
    const asOfNow = beforeSending(mail, now())
    if (!asOfNow) return true
    await deliver(asOfNow)
  } catch (error) {
    recordFailure(mail, (error as Error).message, now())
    return false
  }
  recordSent(mail, now())
  return true
}

function recordSent({ id, campaignId }: Mail, sentAt: Date): void {
  immediately(db, (tx) => {
    const { changes } = tx
      .update(outbox)
      .set({ state: 'sent', sentAt, lastError: null })
      .where(and(eq(outbox.id, id), ne(outbox.state, 'sent')))
      .run()
    if (campaignId !== null && changes === 1) countSent(id, campaignId, tx)
  })
}

function recordFailure(mail: Mail, lastError: string, now: Date): void {
  const attempts = mail.attempts + 1
  const givenUp = attempts >= TRIES_IN_A_DAY && now.getTime() - mail.createdAt.getTime() >= DAY
  const minutes = BACK_OFF_MINUTES[Math.min(attempts, BACK_OFF_MINUTES.length) - 1] ?? 60
  db.update(outbox)
    .set({
      state: givenUp ? 'failed' : 'waiting',
      nextAttemptAt: new Date(now.getTime() + minutes * MINUTE),
      lastError,
    })
    // Not where another process has taken the mail over meanwhile.
    .where(and(eq(outbox.id, mail.id), eq(outbox.state, 'sending'), eq(outbox.attempts, attempts)))
    .run()
  const about = { mail: mail.id, kind: mail.kind, attempts }
  if (givenUp) log.error(about, 'A mail could not be sent for a day and is marked failed')
  else log.warn(about, 'A mail could not be sent and waits')
}
