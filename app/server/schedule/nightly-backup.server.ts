import { env } from '#app/platform/env.server'
import { BACKUP_FOLDER, backupsIn } from '#app/server/backup/backup-folder.server'
import { isOwed, runDailyJob } from './daily-jobs.server'
import { lastRuns } from './job-runs.server'

const MINUTE_MS = 60_000
/** After a run that failed, or was killed: a backup that cannot be made is not tried all the time. */
const NEXT_TRY_MINUTES = 60

/** Runs the day's backup once BACKUP_HOUR has come, or later where the start was late. */
export async function runOwedBackup(now: () => Date): Promise<void> {
  const hour = env.BACKUP_HOUR
  if (hour === null || env.DATABASE_PATH === ':memory:') return
  if (isOwed('backup', hour, now()) && !wasJustTried(now())) await runDailyJob('backup', 'schedule', now)
}

function wasJustTried(now: Date): boolean {
  const [run] = lastRuns(['backup'], 1)
  return run !== undefined && Math.abs(now.getTime() - run.startedAt.getTime()) < NEXT_TRY_MINUTES * MINUTE_MS
}

/**
 * What `npm run backup` says: makes a backup now, whether the site runs or not. Throws an Error with a plain
 * sentence where it failed, or where one is being made already.
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
