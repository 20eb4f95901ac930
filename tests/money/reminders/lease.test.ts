import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { businessDay, now } from '#app/platform/clock.server'
import { addDays } from '#app/platform/days'
import { DAILY_JOBS, takeLease } from '#app/server/schedule/daily-jobs.server'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { startSchedule } from '#app/server/schedule/schedule.server'
import { db, sqlite } from '#db/connection.server'
import { jobLeases, jobRuns } from '#db/schema/running'
import { patiently } from '#scripts/test/patience.mjs'

afterEach(() => {
  db.delete(jobLeases).run()
  vi.useRealTimers()
})

const held = (ms: number) =>
  db
    .insert(jobLeases)
    .values({ job: 'reminders', holder: 'somebody', endsAt: new Date(Date.now() + ms) })
    .run()

test('a lease is its holder’s as long as a lease lasts', () => {
  held(4_000)
  expect(takeLease('reminders')).toBeNull()
})

test('a lease is written again in the second half of its time alone', () => {
  const written = () => sqlite.prepare('select total_changes()').pluck().get() as number
  const lease = takeLease('reminders')
  const before = written()
  expect(lease?.renew()).toBe(true)
  expect(written()).toBe(before)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 })
  expect(lease?.renew()).toBe(true)
  expect(written()).toBeGreaterThan(before)
  db.update(jobLeases).set({ holder: 'somebody' }).run()
  vi.setSystemTime(Date.now() + 3_000)
  expect(lease?.renew()).toBe(false)
  expect(lease?.renew()).toBe(false)
})

test('a lease of a clock that was a year ahead is nobody’s', () => {
  held(365 * 24 * 3_600_000)
  expect(takeLease('reminders')).not.toBeNull()
})

test(
  'a clock that was a year ahead while it started holds no schedule up',
  async () => {
    const today = businessDay(now())
    const done = (day: string) =>
      db
        .select({ job: jobRuns.job })
        .from(jobRuns)
        .where(and(eq(jobRuns.day, day), eq(jobRuns.state, 'done'), inArray(jobRuns.job, DAILY_JOBS)))
        .all().length
    // It is noon: the afternoon's is to come.
    const due = DAILY_JOBS.filter((job) => JOB_HOURS[job] < 12)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 24 * 3_600_000 })
    const schedule = startSchedule()
    await vi.waitUntil(() => done(addDays(today, 365)) === due.length, patiently(10_000))
    vi.useRealTimers()
    await vi.waitUntil(() => done(today) === due.length, patiently(30_000))
    await schedule.stop()
  },
  patiently(50_000),
)
