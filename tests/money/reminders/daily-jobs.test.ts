import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayAt, instantAt, showHour } from '#app/platform/days'
import { lastRuns, nextRun, runDailyJob, runOwedJobs } from '#app/server/schedule/daily-jobs.server'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { db } from '#db/connection.server'
import { jobLeases } from '#db/schema/running'
import { aPaidBooking } from '#tests/fixtures/paid-bookings'
import { nothingSent, remindersInOutbox } from './sent-reminders'

beforeEach(() => {
  nothingSent()
  db.delete(jobLeases).run()
})

const at = (instant: string) => () => new Date(instant)
const runs = () => lastRuns(['reminders', 'overdue'], 10).map(({ job }) => job)

test.each(['reminders', 'overdue'] as const)('%s is owed once a day from its hour', async (job) => {
  const itsHour = instantAt('2025-08-08', JOB_HOURS[job], 'America/Chicago').getTime()
  await runOwedJobs(() => new Date(itsHour - 1_000))
  expect(runs()).not.toContain(job)
  await runOwedJobs(() => new Date(itsHour))
  expect(runs()).toContain(job)
  await runOwedJobs(at('2025-08-08T20:00:00Z'))
  expect(runs()).toHaveLength(2)
})

test('a late evening start runs what is still owed', async () => {
  await aPaidBooking()
  await runOwedJobs(at('2025-08-09T04:30:00Z'))
  expect(remindersInOutbox()).toEqual(['reminder-friendly'])
  expect(runs()).toHaveLength(2)
})

test('a run by hand does not replace the scheduled one', async () => {
  await runDailyJob('reminders', 'Wambui', at('2025-08-08T12:00:00Z'))
  await runOwedJobs(at('2025-08-08T14:00:00Z'))
  expect(lastRuns(['reminders'], 5).map(({ startedBy }) => startedBy)).toEqual(['schedule', 'Wambui'])
})

test('the second of two runs at once is refused', async () => {
  const both = await Promise.all([
    runDailyJob('reminders', 'Wambui', at('2025-08-08T14:00:00Z')),
    runDailyJob('reminders', 'Otieno', at('2025-08-08T14:00:00Z')),
  ])
  expect(both).toContainEqual({ refused: 'running-elsewhere' })
  expect(runs()).toHaveLength(1)
})

test('nothing runs while another process holds the lease', async () => {
  const lease = (endsAt: number) =>
    db
      .insert(jobLeases)
      .values({ job: 'reminders', holder: 'another process', endsAt: new Date(endsAt) })
      .run()
  lease(Date.now() + 4_000)
  expect(await runDailyJob('reminders', 'Wambui', at('2025-08-08T14:00:00Z'))).toEqual({
    refused: 'running-elsewhere',
  })
  db.delete(jobLeases).run()
  lease(Date.now() - 1)
  expect(await runDailyJob('reminders', 'Wambui', at('2025-08-08T14:00:00Z'))).toHaveProperty('counts')
})

describe('on days when the clocks change', () => {
  test.each([
    // Chicago: spring forward on Mar 9, back on Nov 2.
    ['2025-03-08', 'America/Chicago', '2025-03-08T15:00:00.000Z'],
    ['2025-03-09', 'America/Chicago', '2025-03-09T14:00:00.000Z'],
    ['2025-11-01', 'America/Chicago', '2025-11-01T14:00:00.000Z'],
    ['2025-11-02', 'America/Chicago', '2025-11-02T15:00:00.000Z'],
    // Nairobi never changes.
    ['2025-03-09', 'Africa/Nairobi', '2025-03-09T06:00:00.000Z'],
    ['2025-11-02', 'Africa/Nairobi', '2025-11-02T06:00:00.000Z'],
  ])('9 o’clock on %s in %s is %s', (day, zone, instant) => {
    expect(instantAt(day, 9, zone).toISOString()).toBe(instant)
    expect(dayAt(instantAt(day, 0, zone), zone)).toBe(day)
    expect(dayAt(new Date(instantAt(addDays(day, 1), 0, zone).getTime() - 1), zone)).toBe(day)
  })

  test.each(['2025-03-08', '2025-03-09', '2025-11-01', '2025-11-02'])(
    'each job runs once at its hour around %s',
    async (day) => {
      const start = instantAt(day, 0, 'America/Chicago').getTime()
      for (let minutes = 0; minutes < 47 * 60; minutes += 10) {
        await runOwedJobs(() => new Date(start + minutes * 60_000))
      }
      const ran = lastRuns(['reminders', 'overdue'], 10).map(
        ({ job, startedAt }) =>
          `${job} ${startedAt.toLocaleString('en-US', { timeZone: 'America/Chicago', hour: 'numeric', minute: '2-digit' })}`,
      )
      const [overdue, reminders] = [showHour(JOB_HOURS.overdue), showHour(JOB_HOURS.reminders)]
      expect(ran.toSorted()).toEqual([
        `overdue ${overdue}`,
        `overdue ${overdue}`,
        `reminders ${reminders}`,
        `reminders ${reminders}`,
      ])
    },
  )

  test('the next run is told right over the change', () => {
    expect(nextRun('reminders', new Date('2025-03-08T16:00:00Z')).toISOString()).toBe(
      '2025-03-08T16:00:00.000Z',
    )
  })
})
