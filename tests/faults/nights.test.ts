import { rmSync } from 'node:fs'
import { asc, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { sendDueMail } from '#app/mail/send-mail.server'
import { businessDay, moveClockTo, now } from '#app/platform/clock.server'
import { addDays, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { DAILY_JOBS, runOwedBackup, runOwedJobs } from '#app/server/schedule/daily-jobs.server'
import { JOB_HOURS } from '#app/server/schedule/job-hours'
import { createWatch } from '#app/server/schedule/watch-over.server'
import { db } from '#db/connection.server'
import { contactInquiries } from '#db/schema/people'
import { jobRuns, alerts as kept } from '#db/schema/running'
import { patiently } from '#scripts/test/patience.mjs'
import { mailbox, stripeSandbox } from '#tests/fixtures/environment'

// Nights of the schedule on a clock that is moved. Long: a whole year of them.

const home = vi.hoisted(() => {
  const folder = `/tmp/savanna-nights-${process.pid}`
  process.env.DATABASE_PATH = `${folder}/safari.db`
  return folder
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

afterEach(() => void vi.useRealTimers())

const IS_LONG = process.env.FAULTS === 'long'
const ZONE = 'America/Chicago'
/** Both changes of Chicago's clocks lie in them: on Nov 2, 2025, and on Mar 8, 2026. */
const SPANS = IS_LONG
  ? [['2025-06-02', '2026-05-31'] as const]
  : [['2025-10-31', '2025-11-04'] as const, ['2026-03-07', '2026-03-09'] as const]
const LAST_HOUR = Math.max(...Object.values(JOB_HOURS))

/** A look for what is owed, when hours are passed, and at hours that the clocks leave out or have twice. */
const LOOKS = IS_LONG ? [0, 1, 2, 3, 4, 5, 9, 10, 11, 13, 18, 23] : [1, 2, 3, 4, 9, 10, 13, 23]

const look = createWatch()
async function live(instant: Date) {
  moveClockTo(instant)
  await runOwedJobs(now)
  await runOwedBackup(now)
  await look()
  await sendDueMail(now)
}
const at = (day: string, hour: number) => instantAt(day, hour, ZONE)

const DAY = 24 * 3_600_000

type Night = { downUntil?: number; backupFailsUntil?: number }

async function liveDay(day: string, { downUntil = 0, backupFailsUntil = 0 }: Night = {}) {
  for (const hour of LOOKS) {
    if (hour < downUntil) continue
    env.BACKUP_COMMAND = hour < backupFailsUntil ? 'exit 1' : undefined
    await live(at(day, hour))
  }
}

const days = ([first, last]: readonly [string, string]): string[] => {
  const all: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) all.push(day)
  return all
}

const runs = () => db.select().from(jobRuns).all()
const done = (after = 0) =>
  runs()
    .filter(({ id, state, job }) => id > after && state === 'done' && job !== 'reconcile')
    .map(({ job, day }) => `${day} ${job}`)
    .toSorted()
const owed = (lived: string[]) =>
  lived.flatMap((day) => [...DAILY_JOBS, 'backup'].map((job) => `${day} ${job}`)).toSorted()
const lastId = () => Math.max(0, ...runs().map(({ id }) => id))
/** Of the jobs; how full this machine's disk is says nothing about nights. */
const alerts = () =>
  db
    .select()
    .from(kept)
    .where(inArray(kept.kind, ['job-failed', 'backup']))
    .orderBy(asc(kept.id))
    .all()
const open = () =>
  db
    .select({ kind: kept.kind })
    .from(kept)
    .where(isNull(kept.overAt))
    .all()
    .map(({ kind }) => kind)
const told = () => mailbox.messages().filter(({ subject }) => /backed up/.test(subject)).length

test(
  'each job runs once a day, over changes of the clocks, a night down and a night that fails',
  async () => {
    env.BACKUP_HOUR = 3
    const lived: string[] = []
    for (const span of SPANS)
      for (const day of days(span)) {
        const isThird = lived.length % 30 === 2
        const isFifth = lived.length % 30 === 4
        await liveDay(day, { ...(isThird && { downUntil: 13 }), ...(isFifth && { backupFailsUntil: 9 }) })
        lived.push(day)
      }
    expect(done()).toEqual(owed(lived))

    // After months without the site, its last backup is old until the next night.
    const failed = lived.filter((day, nth) => nth % 30 === 4 || (nth > 0 && day === SPANS[1]?.[0]))
    expect(
      alerts().map(({ kind, openedAt, overAt }) => [
        kind,
        businessDay(openedAt),
        overAt && businessDay(overAt),
      ]),
    ).toEqual(failed.map((day) => ['backup', day, day]))
  },
  patiently(IS_LONG ? 900_000 : 20_000),
)

test(
  'a clock that jumps a year ahead and back blocks and doubles nothing',
  async () => {
    const start = businessDay(new Date(now().getTime() + 48 * 3_600_000))
    await liveDay(start)
    const ahead = addDays(start, 365)
    env.BACKUP_COMMAND = 'exit 1'
    await live(at(ahead, 13))
    expect(alerts().at(-1)).toMatchObject({ kind: 'backup', overAt: null })
    env.BACKUP_COMMAND = undefined

    const jumped = lastId()
    await live(at(addDays(start, 1), 1))
    expect(alerts().filter(({ overAt }) => overAt === null)).toEqual([])
    expect(alerts().every(({ openedAt, overAt }) => overAt === null || openedAt <= overAt)).toBe(true)

    // The next night's backup fails: it is tried once an hour, and staff hear of it.
    const before = told()
    env.BACKUP_COMMAND = 'exit 1'
    for (let minutes = 0; minutes < 55; minutes += 5)
      await live(new Date(at(addDays(start, 1), 3).getTime() + minutes * 60_000))
    expect(runs().filter(({ id, job }) => id > jumped && job === 'backup')).toHaveLength(1)
    expect(told()).toBe(before + 1)
    await liveDay(addDays(start, 1), { downUntil: 4 })
    expect(told()).toBe(before + 2)
    await liveDay(addDays(start, 2))

    // When the year is over, its days are lived for the first time.
    for (const day of [addDays(ahead, -1), ahead, addDays(ahead, 1)]) await liveDay(day)
    expect(done(jumped)).toEqual(owed([1, 2, 364, 365, 366].map((days) => addDays(start, days))))
    expect(alerts().filter(({ overAt }) => overAt === null)).toEqual([])
  },
  patiently(60_000),
)

test.each([365, -365])(
  'while the machine’s clock is %i days off, jobs wait and the backup is made',
  async (days) => {
    env.BACKUP_COMMAND = undefined
    const today = businessDay(new Date(now().getTime() + 48 * 3_600_000))
    await liveDay(today)
    const started = lastId()
    const inquiry = {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.com',
      phone: '',
      interest: 'both',
    }
    const { id } = db
      .insert(contactInquiries)
      .values({ ...inquiry, message: 'Karibu', createdAt: new Date(now().getTime() - 500 * 24 * 3_600_000) })
      .returning()
      .get()
    const isThere = () => db.$count(contactInquiries, eq(contactInquiries.id, id))

    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + days * DAY)
    stripeSandbox.switches.clockAheadMs = -days * DAY
    const wrongDay = addDays(today, days + 1)
    for (const hour of [4, LAST_HOUR]) await live(at(wrongDay, hour))
    expect(done(started)).toEqual([`${wrongDay} backup`])
    expect(open()).toEqual(['clock-off'])
    expect(await isThere()).toBe(1)

    vi.useRealTimers()
    stripeSandbox.allWell()
    await live(at(addDays(today, 1), LAST_HOUR))
    expect(open()).toEqual([])
    await live(new Date(at(addDays(today, 1), LAST_HOUR).getTime() + 60_000))
    expect(done(started)).toEqual([`${wrongDay} backup`, ...owed([addDays(today, 1)])].toSorted())
  },
  patiently(60_000),
)
