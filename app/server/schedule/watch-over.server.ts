import { setTimeout as wait } from 'node:timers/promises'
import { and, desc, eq, lte, ne, type SQL, sql } from 'drizzle-orm'
import { HOLD_DAYS_AT_MOST, HOLD_MINUTES } from '#app/bookings/hold'
import { mailServerAnswers } from '#app/mail/mailer.server'
import { CLAIM_MS, LONGEST_BACK_OFF_MS, sendDueMail } from '#app/mail/send-mail.server'
import { reconcile } from '#app/money/reconcile.server'
import { hoursAfterTry, REFUND_TRIES } from '#app/money/refunds/refund-reasons'
import {
  ageOfReading,
  clockAgainstStripe,
  isOff,
  lastFailure,
  noteAnswer,
  type StripeFailure,
  stripeAnswers,
  stripeConfigured,
} from '#app/money/stripe/client.server'
import { businessDay, DAY_MS, HOUR_MS, MINUTE_MS, machineNow, now } from '#app/platform/clock.server'
import { instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { reasonOf } from '#app/platform/log.server'
import { BACKUP_FOLDER, lastBackup } from '#app/server/backup/backup-folder.server'
import { alertStaff, notice, openSince } from '#app/server/watch/alerts.server'
import { type Facts, factsOf, type JobState } from '#app/server/watch/facts.server'
import { LONGEST_WINDOW_MS } from '#app/staff/guesses.server'
import { CODE_SECONDS } from '#app/staff/second-factor.server'
import { RESET_MINUTES, SESSION_DAYS } from '#app/staff/user-forms'
import { db, immediately } from '#db/connection.server'
import { jobRuns } from '#db/schema'
import { DAILY_JOBS, isOwed, nextRun, runJob, runOwedBackup, takeLease } from './daily-jobs.server'
import { type DailyJob, JOB_HOURS, JOB_NAMES, RECONCILE_EVERY_MINUTES } from './job-hours'
import { asOfNow, type ClockMoved, moveClockThrough } from './move-clock.server'

/** In business time, from the start and from one check to the next: what a stop left undone is done first. */
const LOOK_EVERY_MINUTES = 2
/** Where nothing else asks Stripe, its word on the machine's clock is so old at most. */
const READING_MINUTES = 10

/** How the site is doing at an instant of business time. */
export const factsNow = (at: Date): Promise<Facts> =>
  factsOf(at, jobStates(at), lastBackup(BACKUP_FOLDER, at))

let clockMoves = false

/** Checks every few minutes whether something is wrong, and alerts staff, in one process at a time. */
export function createWatch(): () => Promise<void> {
  let last = now()
  return async () => {
    const since = now().getTime() - last.getTime()
    if (clockMoves || (since >= 0 && since < LOOK_EVERY_MINUTES * MINUTE_MS)) return
    last = now()
    await checkNow()
  }
}

async function checkNow(): Promise<void> {
  // One call that failed is no alarm, and a clock may have been put right: Stripe is asked once more.
  const clock = clockAgainstStripe()
  const isOld = ageOfReading() > READING_MINUTES * MINUTE_MS
  if (stripeConfigured() && (lastFailure() !== null || isOld || (clock && isOff(clock))))
    await stripeAnswers()
  const facts = await factsNow(now())
  notice(facts)
  const lease = takeLease('watch')
  if (!lease) return
  try {
    alertStaff(facts)
    if (!facts.clock || !isOff(facts.clock)) limitFutureDates(now(), machineNow())
  } finally {
    lease.end()
  }
}

/** Moves business time on as moveClockThrough does, then does all that is due, and checks. */
export async function moveClockAndCheck(to: Date): Promise<ClockMoved> {
  clockMoves = true
  try {
    const moved = await moveClockThrough(to)
    if ('refused' in moved) return moved
    if (stripeConfigured()) await runJob('reconcile', now, () => reconcile(now))
    await runOwedBackup(now)
    await checkNow()
    await sendDueMail(now, { beforeSending: asOfNow })
    return moved
  } finally {
    clockMoves = false
  }
}

/** A job is late this long after its hour: a late start, or a run that takes its time, is no alarm. */
const LATE_AFTER_MINUTES = 60

/** Each job by business time: when it last succeeded, and whether it failed or is late. */
export function jobStates(now: Date): JobState[] {
  const daily = DAILY_JOBS.map((job) => stateOf(job, isDailyLate(job, now), now))
  const backup = env.BACKUP_HOUR === null ? [] : [stateOf('backup', false, now)]
  return [...daily, ...backup, ...(stripeConfigured() ? [reconcileState(now)] : [])]
}

function stateOf(job: keyof typeof JOB_NAMES, isLate: boolean, now: Date): JobState {
  const last = lastRun(job, ne(jobRuns.state, 'running'), now)
  const succeeded = lastRun(job, eq(jobRuns.state, 'done'), now)?.finishedAt ?? null
  const error = last?.state === 'failed' ? reasonOf(last.error) : null
  const staysLate = error === null && isStillLate(job, succeeded, now)
  const failedParts = last?.state === 'done' ? (last.counts?.failed ?? 0) : 0
  return {
    job,
    name: JOB_NAMES[job],
    lastSuccess: succeeded,
    error,
    failedParts,
    isLate: isLate || staysLate,
  }
}

function reconcileState(now: Date): JobState {
  const state = stateOf('reconcile', false, now)
  const isLate = state.lastSuccess !== null && isOver(state.lastSuccess, RECONCILE_EVERY_MINUTES, now)
  return { ...state, isLate }
}

/** Whether today still owes a run whose hour is long over. */
function isDailyLate(job: DailyJob, now: Date): boolean {
  const hour = JOB_HOURS[job]
  return isOwed(job, hour, now) && isOver(instantAt(businessDay(now), hour, env.BUSINESS_TIMEZONE), 0, now)
}

/** Late until it has run: a new day ends nothing. What a clock that was ahead found does not count. */
function isStillLate(job: string, lastSuccess: Date | null, now: Date): boolean {
  const since = openSince('job-failed', job)
  return since !== null && since <= now && (lastSuccess === null || lastSuccess < since)
}

const isOver = (due: Date, minutes: number, now: Date): boolean =>
  now.getTime() - due.getTime() > (minutes + LATE_AFTER_MINUTES) * MINUTE_MS

/** Runs after `now` are of a clock that was moved back: they are not what happened last. */
const lastRun = (job: string, which: SQL, now: Date) =>
  db
    .select()
    .from(jobRuns)
    .where(and(eq(jobRuns.job, job), lte(jobRuns.startedAt, now), which))
    .orderBy(desc(jobRuns.startedAt), desc(jobRuns.id))
    .limit(1)
    .get()

export type SystemStatus = {
  /** SMTP was tried just now. */
  mail: 'active' | 'not-configured' | 'no-answer'
  /** Stripe was asked just now. */
  payments: 'connected' | 'not-configured' | StripeFailure
  /** When each daily job runs next by itself. */
  next: Record<DailyJob, Date>
}

/** What is true at this moment: the mail server and Stripe are asked, a few seconds at most. */
export async function systemStatus(now: Date): Promise<SystemStatus> {
  const [mail, payments] = await Promise.all([mailStatus(), paymentStatus()])
  const next = Object.fromEntries(DAILY_JOBS.map((job) => [job, nextRun(job, now)])) as Record<DailyJob, Date>
  return { mail, payments, next }
}

async function mailStatus(): Promise<SystemStatus['mail']> {
  if (!env.SMTP_URL) return 'not-configured'
  return (await soon(mailServerAnswers())) ? 'active' : 'no-answer'
}

async function paymentStatus(): Promise<SystemStatus['payments']> {
  if (!env.stripe) return 'not-configured'
  if (await soon(stripeAnswers())) return 'connected'
  // Too slow to be waited for is no answer, also for what is said at the top of the page.
  if (lastFailure() === null) noteAnswer('no-answer')
  return lastFailure() ?? 'no-answer'
}

/** A page does not wait longer than this for someone who may be down. */
const PATIENCE_MS = 3_000

const soon = (answers: Promise<boolean>): Promise<boolean> =>
  Promise.race([answers, wait(PATIENCE_MS, false, { ref: false })])

/** From `now` to what another process, or the next moment, dates by the same rule. */
const MARGIN_MS = MINUTE_MS

type Dated = { table: string; column: string; ms: number; which?: SQL }

/** How far ahead of business time each may lie at most, in milliseconds. */
const BY_BUSINESS_TIME: Dated[] = [
  {
    table: 'bookings',
    column: 'hold_ends_at',
    ms: HOLD_MINUTES * MINUTE_MS,
    which: sql`payment_status = 'pending' and sold_by is null`,
  },
  {
    table: 'bookings',
    column: 'hold_ends_at',
    ms: (HOLD_DAYS_AT_MOST + 1) * DAY_MS,
    which: sql`payment_status = 'pending' and sold_by is not null`,
  },
  {
    table: 'outbox',
    column: 'next_attempt_at',
    ms: LONGEST_BACK_OFF_MS,
    which: sql`state in ('waiting', 'sending')`,
  },
  {
    table: 'refunds',
    column: 'next_attempt_at',
    ms: hoursAfterTry(REFUND_TRIES) * HOUR_MS,
    which: sql`state = 'owed'`,
  },
]

/** And of the machine's. */
const BY_THE_MACHINE: Dated[] = [
  { table: 'outbox', column: 'claim_ends_at', ms: CLAIM_MS, which: sql`state in ('waiting', 'sending')` },
  { table: 'sessions', column: 'expires_at', ms: SESSION_DAYS * DAY_MS },
  { table: 'sessions', column: 'last_seen_at', ms: 0 },
  { table: 'password_resets', column: 'ends_at', ms: RESET_MINUTES * MINUTE_MS },
  { table: 'guess_counts', column: 'ends_at', ms: LONGEST_WINDOW_MS },
]

/**
 * Limits what a clock that was ahead has dated, so that it waits or lasts no longer than anything dated now.
 * It writes to tables of several domains, which is why it is here alone.
 */
export function limitFutureDates(now: Date, machineNow: Date): void {
  immediately((tx) => {
    const limit = ({ table, column, ms, which = sql`true` }: Dated, clock: Date) => {
      const [name, latest] = [sql.identifier(column), clock.getTime() + ms]
      tx.run(
        sql`update ${sql.identifier(table)} set ${name} = ${latest} where ${which} and ${name} > ${latest + MARGIN_MS}`,
      )
    }
    for (const dated of BY_BUSINESS_TIME) limit(dated, now)
    for (const dated of BY_THE_MACHINE) limit(dated, machineNow)
    const step = Math.floor(machineNow.getTime() / (CODE_SECONDS * 1_000))
    tx.run(sql`update second_factors set last_step = ${step} where last_step > ${step + 2}`)
  })
}
