import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS, machineNow } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { log, reasonOf } from '#app/platform/log.server'
import { db, immediately } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { outbox } from '#db/schema/mail'
import { storageTrouble } from '#db/trouble.server'
import { recordSentCampaignMail, UNANSWERED } from './campaign-mail.server'
import { CONNECTIONS, DELIVERY_MS, deliver, Unanswered } from './mailer.server'
import { MAIL_RANKS } from './open-actions'

export type Mail = typeof outbox.$inferSelect

/** From one mail to the next: guests are answered in between. Eighty mails a second are plenty. */
const PAUSE_BETWEEN_MAILS_MS = 12
/** While mails are on their way: how often others are looked for that are due by now. */
const POLL_MS = 250
/** After this many failures the server is left alone until the next run. */
const FAILURES_AT_ONCE = 20
/** Until an outcome that the database could not take is written down again. */
const RECORD_RETRY_MS = 1_000

/** The claim of a process that died is free again after this long: no delivery takes as long. */
export const CLAIM_MS = 4 * DELIVERY_MS

/** Minutes to wait after the first, second… failed attempt. */
const BACK_OFF_MINUTES = [0.25, 0.5, 1, 2, 5, 10, 30, 60]
export const LONGEST_BACK_OFF_MS = Math.max(...BACK_OFF_MINUTES) * MINUTE_MS
const TRIES_IN_A_DAY = BACK_OFF_MINUTES.length + 18

/** Revises a mail just before it goes out; null where it was withdrawn. */
export type BeforeSending = (mail: Mail, now: Date) => Mail | null

type Sending = { beforeSending?: BeforeSending; signal?: AbortSignal; deliverWithinMs?: number }
type Counts = { sent: number; failed: number }

let lastRun: Promise<unknown> = Promise.resolve()

/**
 * Sends what is due in the outbox, a few at a time, in one run at a time; each is claimed first. A failed
 * mail waits longer and longer, and after a day is marked failed, never dropped. Due times are business time,
 * claims the machine's. `signal` ends the run after those under way.
 */
export function sendDueMail(now: () => Date, sending: Sending = {}): Promise<Counts> {
  const run = lastRun.then(() => sendUntilNoneIsDue(now, sending))
  lastRun = run.catch(() => undefined)
  return run
}

async function sendUntilNoneIsDue(now: () => Date, sending: Sending): Promise<Counts> {
  const counts = { sent: 0, failed: 0 }
  const underWay = new Map<number, Promise<void>>()
  let isFirst = true
  const mayBegin = () =>
    underWay.size < CONNECTIONS && counts.failed < FAILURES_AT_ONCE && !sending.signal?.aborted
  try {
    while (env.SMTP_URL) {
      const mail = mayBegin() ? claimNext(now(), underWay) : undefined
      if (mail) {
        if (!isFirst) await pause(PAUSE_BETWEEN_MAILS_MS)
        isFirst = false
        const outcome = send(mail, now, sending).then((sent) => {
          counts[sent ? 'sent' : 'failed'] += 1
          underWay.delete(mail.id)
        })
        underWay.set(mail.id, outcome)
      } else if (underWay.size > 0) {
        await Promise.race([...underWay.values(), pause(POLL_MS)])
      } else break
    }
  } finally {
    await Promise.all(underWay.values())
  }
  return counts
}

/** The next mail that is due and that no one else takes; `underWay` are our own. */
function claimNext(now: Date, underWay: ReadonlyMap<number, unknown>): Mail | undefined {
  for (;;) {
    const due = nextDue(now, underWay)
    if (!due) return undefined
    const asClaimed = { ...due, claimEndsAt: machineNow().getTime() + CLAIM_MS }
    // In a transaction: without one, a row is answered also where the disk takes nothing, and the letter goes
    // out again.
    const claimed = immediately(() => claim().get(asClaimed))
    if (claimed) return claimed
  }
}

/** No one's booking waits behind a stranger's letters or a campaign: they only fill what the others leave. */
function nextDue(now: Date, underWay: ReadonlyMap<number, unknown>): Due | undefined {
  const asked = { now: now.getTime(), machine: machineNow().getTime(), limit: underWay.size + 1 }
  for (const rank of RANKS) {
    const due = dueOfRank.all({ ...asked, rank }).find(({ id }) => !underWay.has(id))
    if (due) return due
  }
  return undefined
}

const RANKS = Object.values(MAIL_RANKS)

type Due = Pick<Mail, 'id' | 'state' | 'attempts'>

const dueOfRank = db
  .select({ id: outbox.id, state: outbox.state, attempts: outbox.attempts })
  .from(outbox)
  .where(
    and(
      // Written out, not bound: only so does SQLite find the partial index.
      sql`${outbox.state} in ('waiting', 'sending')`,
      eq(outbox.rank, sql.placeholder('rank')),
      lte(outbox.nextAttemptAt, sql.placeholder('now')),
      or(
        eq(outbox.state, 'waiting'),
        // What a dead process had claimed may have arrived: a campaign never takes it up again
        // (campaign-mail.server.ts).
        and(
          isNull(outbox.campaignId),
          or(isNull(outbox.claimEndsAt), lte(outbox.claimEndsAt, sql.placeholder('machine'))),
        ),
      ),
    ),
  )
  .orderBy(asc(outbox.nextAttemptAt))
  .limit(sql.placeholder('limit'))
  .prepare()

/** One conditional update: of two who saw a mail due, the other finds it changed. */
const claim = prepared(() =>
  db
    .update(outbox)
    .set({
      state: 'sending',
      attempts: sql`${outbox.attempts} + 1`,
      claimEndsAt: sql`${sql.placeholder('claimEndsAt')}`,
    })
    .where(
      and(
        eq(outbox.id, sql.placeholder('id')),
        eq(outbox.state, sql.placeholder('state')),
        eq(outbox.attempts, sql.placeholder('attempts')),
      ),
    )
    .returning()
    .prepare(),
)

/** Whether a claimed mail went out, or was taken back; what became of it is written down. */
async function send(mail: Mail, now: () => Date, sending: Sending): Promise<boolean> {
  const { beforeSending, deliverWithinMs } = sending
  try {
    const asOfNow = beforeSending ? beforeSending(mail, now()) : mail
    if (!asOfNow) return true
    await deliver(asOfNow, deliverWithinMs)
  } catch (error) {
    const failedAt = now()
    await recordOutcome(mail, () => recordFailure(mail, error as Error, failedAt))
    return false
  }
  const sentAt = now()
  await recordOutcome(mail, () => recordSent(mail, sentAt))
  return true
}

/** Records the outcome of a mail, however long the database takes: unrecorded, it would be sent again. */
async function recordOutcome({ id, kind }: Mail, write: () => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return write()
    } catch (error) {
      const reason = reasonOf(error)
      if (attempt === 1) log.error({ mail: id, kind, reason }, 'The outcome of a mail could not be recorded')
      if (!storageTrouble(error)) return
      await pause(RECORD_RETRY_MS)
    }
  }
}

/** To whom it went, too: the row may have another address by now, for a next try. */
function recordSent({ id, campaignId, toName, toAddress }: Mail, at: Date): void {
  const sent = { id, sentAt: at.getTime(), toName, toAddress }
  if (campaignId === null) markSent.run(sent)
  else
    immediately((tx) => {
      if (markSent.run(sent).changes === 1) recordSentCampaignMail(id, campaignId, tx)
    })
}

const markSent = db
  .update(outbox)
  .set({
    state: 'sent',
    sentAt: sql`${sql.placeholder('sentAt')}`,
    toName: sql`${sql.placeholder('toName')}`,
    toAddress: sql`${sql.placeholder('toAddress')}`,
    claimEndsAt: null,
    lastError: null,
  })
  .where(and(eq(outbox.id, sql.placeholder('id')), ne(outbox.state, 'sent')))
  .prepare()

function recordFailure(mail: Mail, error: Error, now: Date): void {
  const { attempts } = mail
  const mayHaveArrived = mail.campaignId !== null && error instanceof Unanswered
  const isDayOver = attempts >= TRIES_IN_A_DAY && now.getTime() - mail.createdAt.getTime() >= DAY_MS
  const minutes = BACK_OFF_MINUTES[Math.min(attempts, BACK_OFF_MINUTES.length) - 1] ?? 60
  db.update(outbox)
    .set({
      state: mayHaveArrived || isDayOver ? 'failed' : 'waiting',
      nextAttemptAt: new Date(now.getTime() + minutes * MINUTE_MS),
      claimEndsAt: null,
      lastError: mayHaveArrived ? UNANSWERED : error.message,
    })
    // Not where another process has taken the mail over in the meantime.
    .where(and(eq(outbox.id, mail.id), eq(outbox.state, 'sending'), eq(outbox.attempts, attempts)))
    .run()
  const about = { mail: mail.id, kind: mail.kind, attempts }
  if (mayHaveArrived) log.warn(about, 'A mail may have arrived, and is not tried again')
  else if (isDayOver) log.error(about, 'A mail could not be sent for a day and is marked failed')
  else log.warn(about, 'A mail could not be sent and waits')
}
