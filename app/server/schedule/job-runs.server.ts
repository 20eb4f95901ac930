import { desc, eq, inArray } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { log, reasonOf } from '#app/platform/log.server'
import { db, immediately } from '#db/connection.server'
import { jobRuns } from '#db/schema'

export type JobRun = typeof jobRuns.$inferSelect

/**
 * The last runs of these jobs, in the order in which they were: a clock that was ahead may have dated an
 * earlier one after them. One that is running may be of a process that died.
 */
export const lastRuns = (jobs: string[], limit: number): JobRun[] =>
  db.select().from(jobRuns).where(inArray(jobRuns.job, jobs)).orderBy(desc(jobRuns.id)).limit(limit).all()

/**
 * Runs a job and keeps a row of it: when, how long, what it counted, or why it failed. A failure is logged
 * and answered with null; the next run tries again.
 */
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
