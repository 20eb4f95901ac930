import { afterEach, expect, test, vi } from 'vitest'
import { log } from '#app/log.server'
import { jobStates } from '#app/schedule/job-states.server'
import { takeLease } from '#app/schedule/lease.server'
import { forgetLooks, noteLook, watchPulse } from '#app/schedule/pulse.server'
import { db } from '#db/connection.server'
import { jobLeases } from '#db/schema'

afterEach(() => {
  db.delete(jobLeases).run()
  forgetLooks()
  vi.restoreAllMocks()
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

test('a lease of a clock that was a year ahead is nobody’s', () => {
  held(365 * 24 * 3_600_000)
  expect(takeLease('reminders')).not.toBeNull()
})

test('a schedule that stands still is noticed from outside', () => {
  const errors = vi.spyOn(log, 'error')
  noteLook()
  const now = performance.now()
  watchPulse(now + 60_000)
  expect(errors).not.toHaveBeenCalled()
  watchPulse(now + 10 * 60_000)
  watchPulse(now + 11 * 60_000)
  expect(errors).toHaveBeenCalledTimes(1)

  expect(jobStates(new Date()).map(({ job }) => job)).not.toContain('schedule')
  vi.spyOn(performance, 'now').mockReturnValue(now + 10 * 60_000)
  expect(jobStates(new Date()).find(({ job }) => job === 'schedule')).toMatchObject({ isLate: true })
})
