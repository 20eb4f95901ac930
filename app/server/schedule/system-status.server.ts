import { setTimeout as wait } from 'node:timers/promises'
import { and, desc, eq, lte, ne, type SQL } from 'drizzle-orm'
import { mailServerAnswers } from '#app/mail/mailer.server'
import {
  lastFailure,
  noteAnswer,
  type StripeFailure,
  stripeAnswers,
  stripeConfigured,
} from '#app/money/stripe/client.server'
import { businessDay, businessTime, MINUTE_MS, machineNow } from '#app/platform/clock.server'
import { instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { reasonOf } from '#app/platform/log.server'
import { BACKUP_FOLDER, lastBackup } from '#app/server/backup/backup-folder.server'
import { ALERTS, troublesIn } from '#app/server/watch/alert-kinds'
import { openSince } from '#app/server/watch/alerts.server'
import { type Facts, factsOf, type JobState } from '#app/server/watch/facts.server'
import { db } from '#db/connection.server'
import { jobRuns } from '#db/schema/running'
import { DAILY_JOBS, isOwed, nextRun } from './daily-jobs.server'
import { type DailyJob, JOB_HOURS, JOB_NAMES, RECONCILE_EVERY_MINUTES } from './job-hours'

/** How the site is doing at an instant of business time. */
export const factsNow = (at: Date): Promise<Facts> =>
  factsOf(at, jobStates(at), lastBackup(BACKUP_FOLDER, at))

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

/**
 * What is true at this moment: the mail server and Stripe are asked, a few seconds at most. Beside it when
 * reminders and overdue notices go out next, as screens show it.
 */
export async function systemStatus(now: Date) {
  const [mail, payments] = await Promise.all([mailStatus(), paymentStatus()])
  return {
    ...{ mail, payments },
    nextReminders: businessTime(nextRun('reminders', now)),
    nextOverdue: businessTime(nextRun('overdue', now)),
  }
}

/**
 * What is wrong just now, and how the services answered: asked before the facts are collected, so that both
 * say the same. `askAgain`: also where all was well some seconds ago.
 */
export async function siteNow(at: Date, { askAgain }: { askAgain: boolean }) {
  const known = askAgain ? null : well
  const status = known && machineNow() < known.until ? known.status : await systemStatus(at)
  const isWell = status.mail !== 'no-answer' && ['connected', 'not-configured'].includes(status.payments)
  well = isWell ? { status, until: new Date(machineNow().getTime() + WELL_MS) } : null
  const facts = await factsNow(at)
  const troubles = troublesIn(facts)
  const isMailKnown = troubles.some(({ kind }) => kind === 'mail-stuck')
  const silent = status.mail === 'no-answer' && !isMailKnown
  const all = silent
    ? [
        ...troubles,
        { kind: 'mail-stuck' as const, about: 'answer', found: 'The mail server does not answer.' },
      ]
    : troubles
  const wrong = all.map(({ kind, about, found }) => ({
    ...{ key: `${kind} ${about}`, kind, found },
    short: ALERTS[kind].short,
    advice: ALERTS[kind].advice,
  }))
  return { status, facts, wrong }
}

/** A dashboard is opened often, and the services need not be asked each time. */
const WELL_MS = MINUTE_MS / 6

let well: { status: Awaited<ReturnType<typeof systemStatus>>; until: Date } | null = null

async function mailStatus(): Promise<'active' | 'not-configured' | 'no-answer'> {
  if (!env.SMTP_URL) return 'not-configured'
  return (await soon(mailServerAnswers())) ? 'active' : 'no-answer'
}

async function paymentStatus(): Promise<'connected' | 'not-configured' | StripeFailure> {
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
