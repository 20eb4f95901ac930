import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { isNotToBeRepeated } from '#app/mail/campaign-mail.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings, outbox } from '#db/schema'

const SHOWN = 5
const COUNTED = 1_000
const AT_ONCE = 200

/**
 * Written out, not bound: only so does SQLite find the partial index. What may have arrived is told on its
 * campaign's page, and not sent again.
 */
const hasFailed = sql`${outbox.state} = 'failed' and not coalesce(${isNotToBeRepeated}, 0)`

const newest = db
  .select({
    id: outbox.id,
    kind: outbox.kind,
    toAddress: outbox.toAddress,
    reference: bookings.reference,
    lastError: outbox.lastError,
    createdAt: outbox.createdAt,
  })
  .from(outbox)
  .leftJoin(bookings, eq(bookings.id, outbox.bookingId))
  .where(hasFailed)
  .orderBy(desc(outbox.createdAt))
  .limit(SHOWN)
  .prepare()

const howMany = db
  .select({ count: sql<number>`count(*)` })
  .from(
    db
      .select({ one: sql`1`.as('one') })
      .from(outbox)
      .where(hasFailed)
      .limit(COUNTED)
      .as('failed'),
  )
  .prepare()

/** Mail that was given up after a day of tries: the newest five, and how many there are (1,000 at most). */
export const failedMail = () => ({ count: howMany.get()?.count ?? 0, rows: newest.all() })

/**
 * Sets a mail that was given up waiting again, due at once, with a whole new day of tries. Refused where it
 * has not failed: somebody else was quicker.
 */
export function retryMail(id: number, by: Actor, now: Date): { waiting: number } | { refused: 'not-failed' } {
  return immediately((tx) => {
    const mail = setWaiting(id, now, tx)
    if (!mail) return { refused: 'not-failed' }
    recordRetry(by, `mail:${id}`, { kind: mail.kind }, now)
    return { waiting: 1 }
  })
}

/** The same for all of them, the oldest 200 at a time. */
export function retryAllFailedMail(by: Actor, now: Date): { waiting: number } {
  return immediately((tx) => {
    const oldest = tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(hasFailed)
      .orderBy(asc(outbox.createdAt))
      .limit(AT_ONCE)
      .all()
    const waiting = oldest.filter(({ id }) => setWaiting(id, now, tx)).length
    if (waiting > 0) recordRetry(by, 'mail:failed', { mails: waiting }, now)
    return { waiting }
  })
}

const setWaiting = (id: number, now: Date, tx: Tx) =>
  tx
    .update(outbox)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now })
    .where(and(eq(outbox.id, id), hasFailed))
    .returning({ kind: outbox.kind })
    .get()

function recordRetry(by: Actor, subject: string, detail: Record<string, unknown>, now: Date) {
  recordAct({ ...byStaff(by), action: 'mail-retried', subject, detail }, now)
}
