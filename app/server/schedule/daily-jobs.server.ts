import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, gte, inArray, lte, ne, or, sql } from 'drizzle-orm'
import { fetchMovements } from '#app/money/accounts/fetch-movements.server'
import { chargeByConsent } from '#app/money/changes/autopay/run-autopay.server'
import { isAfterDueDate, type ReminderKind } from '#app/money/reminders/reminder-kinds'
import { sendDueReminders, sendOverdueNotices } from '#app/money/reminders/send-due-reminders.server'
import { clockByStripe, isOff, stripeConfigured } from '#app/money/stripe/client.server'
import { businessDay, HOUR_MS, MINUTE_MS } from '#app/platform/clock.server'
import { addDays, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { log, reasonOf } from '#app/platform/log.server'
import { BACKUP_FOLDER, backupsIn } from '#app/server/backup/backup-folder.server'
import { backUp } from '#app/server/backup/make-backup.server'
import { removeTraces } from '#app/server/personal/remove-traces.server'
import { mergeSearch, purgeExpired } from '#app/server/retention/purge-expired.server'
import { openSince } from '#app/server/watch/alerts.server'
import { remindOfDecisions } from '#app/tours/decision-reminders.server'
import { askForDetails } from '#app/travelers/ask-for-details.server'
import { areDatedDue, postBroadcasts } from '#app/travelers/post-broadcasts.server'
import { db, immediately } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { jobLeases, jobRuns } from '#db/schema/running'
import { type DailyJob, JOB_HOURS } from './job-hours'

/** A holder that died keeps the others waiting at most this long. */
const LEASE_MS = 5_000

const holder = randomUUID()

/**
 * Takes the lease of a job, so that only one process runs it; null while another has it. `renew` is called
 * between portions of work and says whether the lease is still ours. By the machine's clock.
 */
export function takeLease(job: string): { renew(): boolean; end(): void } | null {
  let endsAt = take(job)
  if (!endsAt) return null
  return {
    renew() {
      // No one takes it before its end. It is written in its second half alone: a write waits for the disk.
      const leftMs = endsAt ? endsAt.getTime() - Date.now() : 0
      if (leftMs <= LEASE_MS / 2 || leftMs > LEASE_MS) endsAt = take(job)
      return endsAt !== null
    },
    end: () => {
      db.delete(jobLeases)
        .where(and(eq(jobLeases.job, job), eq(jobLeases.holder, holder)))
        .run()
    },
  }
}

/** When the lease ends that was taken or renewed; null where another process has it. */
function take(job: string): Date | null {
  const at = new Date()
  const endsAt = new Date(at.getTime() + LEASE_MS)
  // An end further away than a lease lasts was written by a clock that was wrong: it is no one's.
  const isOurs = or(eq(jobLeases.holder, holder), lte(jobLeases.endsAt, at), gt(jobLeases.endsAt, endsAt))
  const { changes } = db
    .insert(jobLeases)
    .values({ job, holder, endsAt })
    .onConflictDoUpdate({ target: jobLeases.job, set: { holder, endsAt }, setWhere: isOurs })
    .run()
  return changes === 1 ? endsAt : null
}

/** The backup has its own hour and may take long: the others do not wait for it (`runOwedBackup`). */
type Job = DailyJob | 'backup'

const COMMANDS: Record<Job, Run> = {
  retention: async (now, goOn) => {
    const counts = await purgeExpired(now, goOn)
    await mergeSearch(goOn)
    await removeTraces(() => now, goOn)
    return counts
  },
  payouts: fetchMovements,
  decisions: async (now) => remindOfDecisions(now),
  autopay: chargeByConsent,
  'autopay-again': chargeByConsent,
  reminders: sendDueReminders,
  details: askForDetails,
  overdue: sendOverdueNotices,
  backup: (now, goOn, startedBy) => backUp(now, goOn, startedBy === 'schedule' ? 'nightly' : 'by-hand'),
}

export const DAILY_JOBS = Object.keys(JOB_HOURS) as DailyJob[]

type Run = (now: Date, goOn: () => boolean, startedBy: string) => Promise<Record<string, number>>

export type JobOutcome =
  | { counts: Record<string, number> }
  | { refused: 'running-elsewhere' | 'clock-wrong' | 'failed' }

type JobRun = typeof jobRuns.$inferSelect

/**
 * The last runs of these jobs in the order they ran: a wrong clock may have dated an earlier one later. A
 * running one may belong to a process that died.
 */
export const lastRuns = (jobs: string[], limit: number): JobRun[] =>
  newestRuns().all({ jobs: JSON.stringify(jobs), limit })

const newestRuns = prepared(() =>
  db
    .select()
    .from(jobRuns)
    .where(inArray(jobRuns.job, sql`(select value from json_each(${sql.placeholder('jobs')}))`))
    .orderBy(desc(jobRuns.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** Runs a job and records when, how long, and its counts or why it failed: logged, answered with null. */
export async function runJob(
  job: string,
  now: () => Date,
  command: () => Promise<Record<string, number>>,
  startedBy = 'schedule',
): Promise<Record<string, number> | null> {
  const startedAt = now()
  const { id } = immediately((tx) =>
    tx
      .insert(jobRuns)
      .values({ job, day: businessDay(startedAt), startedAt, startedBy })
      .returning({ id: jobRuns.id })
      .get(),
  )
  try {
    const counts = await command()
    db.update(jobRuns).set({ state: 'done', counts, finishedAt: now() }).where(eq(jobRuns.id, id)).run()
    return counts
  } catch (error) {
    const reason = reasonOf(error)
    db.update(jobRuns)
      .set({ state: 'failed', error: reason, finishedAt: now() })
      .where(eq(jobRuns.id, id))
      .run()
    log.error({ job, reason }, 'A job failed')
    return null
  }
}

/** The same work at another hour: never both at once. */
const LEASES: Partial<Record<Job, Job>> = { 'autopay-again': 'autopay' }

const running = new Set<Job>()

/**
 * Runs a daily job now, for the schedule, a member of staff by name, or 'cron'; never twice at once, here or
 * in another process. What was sent is not sent again. While the machine's clock is wrong only the backup
 * runs: the others would purge and send too early.
 */
export async function runDailyJob(job: Job, startedBy: string, now: () => Date): Promise<JobOutcome> {
  if (job !== 'backup' && (await clockIsWrong())) return { refused: 'clock-wrong' }
  const name = LEASES[job] ?? job
  if (running.has(name)) return { refused: 'running-elsewhere' }
  const lease = takeLease(name)
  if (!lease) return { refused: 'running-elsewhere' }
  running.add(name)
  try {
    const counts = await runJob(job, now, async () => COMMANDS[job](now(), lease.renew, startedBy), startedBy)
    return counts ? { counts } : { refused: 'failed' }
  } finally {
    running.delete(name)
    lease.end()
  }
}

/** By Stripe's last word, which after a restart is in the alert alone. */
async function clockIsWrong(): Promise<boolean> {
  const clock = await clockByStripe()
  return clock ? isOff(clock) : stripeConfigured() && openSince('clock-off', '') !== null
}

/**
 * Runs what the business day still owes, at its hour or after a late start (rules 3.8). After a failure the
 * next try waits some minutes, longer each time; after a stop it does not.
 */
export async function runOwedJobs(now: () => Date): Promise<void> {
  const isToRun = (job: DailyJob) => isOwed(job, JOB_HOURS[job], now()) && !hasJustFailed(job, now())
  if (!DAILY_JOBS.some(isToRun) || (await clockIsWrong())) return
  for (const job of DAILY_JOBS) if (isToRun(job)) await runDailyJob(job, 'schedule', now)
}

/** Posts the next portion of each broadcast; what is dated, like all such, not while the clock is wrong. */
export async function postDueBroadcasts(now: () => Date): Promise<void> {
  const isOnTime = areDatedDue(now()) && !(await clockIsWrong())
  postBroadcasts(now(), isOnTime)
}

/**
 * Minutes to the next try after a day's first failed run, its second one, and so on, the last of them from
 * then on: whatever it met may last, and each run leaves a row.
 */
const NEXT_TRY_MINUTES = [5, 15, 30, 60]

function hasJustFailed(job: DailyJob, now: Date): boolean {
  const runs = lastRuns([job], NEXT_TRY_MINUTES.length)
  const other = runs.findIndex(({ state, day }) => state !== 'failed' || day !== businessDay(now))
  const failures = other === -1 ? runs.length : other
  const minutes = NEXT_TRY_MINUTES[failures - 1]
  return minutes !== undefined && runs[0] !== undefined && isWithin(minutes, runs[0].startedAt, now)
}

const isWithin = (minutes: number, startedAt: Date, now: Date): boolean =>
  Math.abs(now.getTime() - startedAt.getTime()) < minutes * MINUTE_MS

const jobThatSends = (kind: ReminderKind): DailyJob => (isAfterDueDate(kind) ? 'overdue' : 'reminders')

/** When the daily runs of reminders are, for a forecast made at that instant. */
export const reminderRuns = (now: Date) => ({
  hourOf: (kind: ReminderKind) => JOB_HOURS[jobThatSends(kind)],
  isToCome: (kind: ReminderKind) => jobRunsToday(jobThatSends(kind), now),
})

/** Whether a job has still to run today by itself. */
export const jobRunsToday = (job: DailyJob, now: Date): boolean =>
  businessDay(nextRun(job, now)) === businessDay(now)

/** Whether the business's day still owes a run of the job, whose hour has come. */
export function isOwed(job: Job, hour: number, now: Date): boolean {
  const since = instantAt(businessDay(now), hour, env.BUSINESS_TIMEZONE)
  return now >= since && !hasRunSince(job, since, now)
}

/** When the job runs next by itself: now, where the day still owes it. */
export function nextRun(job: DailyJob, now: Date): Date {
  const hour = JOB_HOURS[job]
  if (isOwed(job, hour, now)) return now
  const today = businessDay(now)
  const atHour = instantAt(today, hour, env.BUSINESS_TIMEZONE)
  return now < atHour ? atHour : instantAt(addDays(today, 1), hour, env.BUSINESS_TIMEZONE)
}

/** Not by a clock that was ahead by more than an hour: later runs began long before such a run. */
const isOfItsDay = sql`not exists (select 1 from job_runs later
  where later.id > job_runs.id and later.started_at < job_runs.started_at - ${sql.raw(String(HOUR_MS))})`

const doneSince = prepared(() =>
  db
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .where(
      and(
        eq(jobRuns.job, sql.placeholder('job')),
        eq(jobRuns.day, sql.placeholder('day')),
        gte(jobRuns.startedAt, sql.placeholder('since')),
        eq(jobRuns.state, 'done'),
        isOfItsDay,
        // A backup by hand is kept apart, and is not the night's.
        or(ne(jobRuns.job, 'backup'), eq(jobRuns.startedBy, 'schedule')),
      ),
    )
    .prepare(),
)

const hasRunSince = (job: Job, since: Date, now: Date): boolean =>
  doneSince().get({ job, day: businessDay(now), since: since.getTime() }) !== undefined

/** After a run that failed, or was killed: a backup that cannot be made is not tried all the time. */
const BACKUP_AGAIN_MINUTES = 60

/** Runs the day's backup once BACKUP_HOUR has come, or later where the start was late. */
export async function runOwedBackup(now: () => Date): Promise<void> {
  const hour = env.BACKUP_HOUR
  if (hour === null) return
  if (isOwed('backup', hour, now()) && !wasJustTried(now())) await runDailyJob('backup', 'schedule', now)
}

function wasJustTried(now: Date): boolean {
  const [run] = lastRuns(['backup'], 1)
  return run !== undefined && isWithin(BACKUP_AGAIN_MINUTES, run.startedAt, now)
}

/**
 * What `npm run backup` does, whether the site runs or not. Throws an Error with a sentence where it fails or
 * another one is being made.
 */
export async function backUpByHand(now: () => Date): Promise<string> {
  const before = new Set(backupsIn().map(({ file }) => file))
  const outcome = await runDailyJob('backup', 'machine', now)
  if ('counts' in outcome) {
    const { bytes = 0, pictures = 0 } = outcome.counts
    const made = backupsIn().find(({ file }) => !before.has(file))
    if (!made) {
      return `A backup of ${megabytes(bytes)} was made. It is no longer in ${BACKUP_FOLDER}: BACKUP_COMMAND has moved or removed it.`
    }
    return `${made.file}: ${megabytes(bytes)}. Files of pictures: ${pictures}.`
  }
  if (outcome.refused === 'running-elsewhere') throw new Error('A backup is being made at this moment.')
  throw new Error(lastRuns(['backup'], 1)[0]?.error ?? 'The backup failed.')
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
