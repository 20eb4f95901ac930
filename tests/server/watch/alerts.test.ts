import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { env } from '#app/platform/env.server'
import { cents } from '#app/platform/money'
import { ALERT_KINDS, ALERTS, troublesIn } from '#app/server/watch/alert-kinds'
import { alertStaff, alertsNow, lastAlerts, notice } from '#app/server/watch/alerts.server'
import { type Facts, factsOf } from '#app/server/watch/facts.server'
import { db, sqlite } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { alerts } from '#db/schema/running'

const NOON = new Date('2025-06-02T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const later = (ms: number) => new Date(NOON.getTime() + ms)

const WELL: Facts = {
  at: NOON,
  jobs: [
    { job: 'reminders', name: 'Reminders', lastSuccess: NOON, error: null, failedParts: 0, isLate: false },
    {
      job: 'overdue',
      name: 'Overdue notices',
      lastSuccess: NOON,
      error: null,
      failedParts: 0,
      isLate: false,
    },
    { job: 'backup', name: 'Backup', lastSuccess: NOON, error: null, failedParts: 0, isLate: false },
  ],
  mail: { waiting: 0, oldest: null, failed: 0, isConfigured: true },
  unknownMoney: { payments: 0, toldAt: null },
  refunds: { owed: 0, owedCents: cents(0), troubled: 0, toldAt: null },
  disk: { freeBytes: 500_000_000, totalBytes: 1_000_000_000 },
  backup: { isNightly: true, newest: NOON, bytes: 1_000, since: NOON },
  clock: { aheadMs: 300, at: NOON },
  stripe: { failure: null, unheard: null },
  database: { bytes: 1_000_000, logBytes: 0 },
  holds: 0,
  seats: [],
}

const FULL = { freeBytes: 100_000_000, totalBytes: 1_000_000_000 }
const failing = (job: string) =>
  WELL.jobs.map((state) => (state.job === job ? { ...state, error: 'SQLITE_ERROR: no such table' } : state))

const kindsIn = (changed: Partial<Facts>) => troublesIn({ ...WELL, ...changed }).map(({ kind }) => kind)
const letters = () =>
  db
    .select({ kind: outbox.kind, subject: outbox.subject, text: outbox.textBody, to: outbox.toAddress })
    .from(outbox)
    .orderBy(asc(outbox.id))
    .all()
const subjects = () => letters().map(({ subject }) => subject)
function look(facts: Facts) {
  notice(facts)
  alertStaff(facts)
}

/** A look, so long after noon: backups go on. */
const seeAt = (ms: number, changed: Partial<Facts>) =>
  look({
    ...WELL,
    backup: { isNightly: true, newest: later(ms), bytes: 1_000, since: later(ms) },
    ...changed,
    at: later(ms),
  })

beforeEach(() => {
  db.delete(alerts).run()
  db.delete(outbox).run()
})

test('nothing is said while all is well', () => {
  expect(kindsIn({})).toEqual([])
  look(WELL)
  expect(letters()).toEqual([])
})

test('mail is stuck after more than an hour, not at it', () => {
  const waiting = (ms: number) => ({ mail: { ...WELL.mail, waiting: 3, oldest: later(-ms) } })
  expect(kindsIn(waiting(60 * MINUTE))).toEqual([])
  expect(kindsIn(waiting(60 * MINUTE + 1))).toEqual(['mail-stuck'])
})

test('a disk alarms below fifteen percent, not at it', () => {
  expect(kindsIn({ disk: { freeBytes: 150, totalBytes: 1_000 } })).toEqual([])
  expect(kindsIn({ disk: { freeBytes: 149, totalBytes: 1_000 } })).toEqual(['disk-low'])
  expect(kindsIn({ disk: null })).toEqual([])
})

test('a backup is old after twenty-six hours, and none counts from the first run', () => {
  const backup = (hours: number, newest = true) => ({
    isNightly: true,
    newest: newest ? later(-hours * HOUR) : null,
    bytes: 1,
    since: later(-hours * HOUR),
  })
  expect(kindsIn({ backup: backup(26) })).toEqual([])
  expect(kindsIn({ backup: backup(26.01) })).toEqual(['backup'])
  expect(kindsIn({ backup: backup(20, false) })).toEqual([])
  expect(kindsIn({ backup: backup(27, false) })).toEqual(['backup'])
  expect(kindsIn({ backup: { ...backup(27, false), isNightly: false } })).toEqual([])
  expect(kindsIn({ backup: { ...backup(27), isNightly: false } })).toEqual(['backup'])
})

test('a clock alarms beyond two minutes, ahead or behind', () => {
  const off = (minutes: number) => ({ clock: { aheadMs: minutes * MINUTE, at: NOON } })
  expect([2, -2].flatMap((minutes) => kindsIn(off(minutes)))).toEqual([])
  expect([2.01, -2.01].flatMap((minutes) => kindsIn(off(minutes)))).toEqual(['clock-off', 'clock-off'])
  expect(kindsIn({ clock: null })).toEqual([])
})

test('a wrong clock is over when Stripe says so, not when a restart knows nothing', () => {
  const off = { clock: { aheadMs: 3 * MINUTE, at: NOON } }
  seeAt(0, off)
  seeAt(MINUTE, { clock: null })
  expect(subjects()).toEqual([ALERTS['clock-off'].subject])
  seeAt(2 * MINUTE, {})
  expect(subjects()).toEqual([ALERTS['clock-off'].subject, ALERTS['clock-off'].overSubject])
})

test('by a wrong clock no job is late', () => {
  const jobs = WELL.jobs.map((state) => ({ ...state, isLate: true }))
  expect(kindsIn({ jobs, clock: { certificate: 'expired', at: NOON } })).toEqual(['clock-off'])
})

test('each job that fails or is late alarms by itself', () => {
  const late = WELL.jobs.map((state) => ({ ...state, isLate: state.job === 'overdue' }))
  expect(troublesIn({ ...WELL, jobs: failing('reminders') })).toEqual([
    { kind: 'job-failed', about: 'reminders', found: '“Reminders” failed: SQLITE_ERROR: no such table.' },
  ])
  expect(troublesIn({ ...WELL, jobs: late })).toMatchObject([
    { about: 'overdue', found: '“Overdue notices” should have run and did not.' },
  ])
})

test('a job whose parts failed alarms, though it ran', () => {
  const jobs = WELL.jobs.map((state) => ({ ...state, failedParts: state.job === 'reminders' ? 2 : 0 }))
  expect(troublesIn({ ...WELL, jobs })).toEqual([
    { kind: 'job-failed', about: 'reminders', found: '“Reminders” ran, and 2 parts of it failed.' },
  ])
})

test('Stripe alarms where it is silent, refuses our key, or sends no webhook for a day', () => {
  const found = (stripe: Facts['stripe']) => troublesIn({ ...WELL, stripe }).map(({ found }) => found)
  expect(found(null)).toEqual([])
  expect(found({ failure: 'no-answer', unheard: null })).toEqual(['Stripe does not answer.'])
  expect(found({ failure: 'key-refused', unheard: null })).toEqual(['Stripe refuses our key.'])
  const unheard = (hours: number) => ({
    failure: null,
    unheard: { payments: 3, since: later(-hours * HOUR) },
  })
  expect(found(unheard(24))).toEqual([])
  expect(found(unheard(24.1))).toEqual([
    'Stripe has sent no webhook for 24 hours, and 3 card payments were made.',
  ])
})

test('a failed backup that grows old is one alert', () => {
  const jobs = failing('backup')
  expect(kindsIn({ jobs })).toEqual(['backup'])
  const since = later(-30 * HOUR)
  const both = { jobs, backup: { isNightly: true, newest: since, bytes: 1, since } }
  expect(troublesIn({ ...WELL, ...both })).toHaveLength(1)
})

test('staff hear of it once a day, and once when over', () => {
  const stuck = { disk: FULL }
  for (const hours of [0, 0.1, 5, 23.9]) seeAt(hours * HOUR, stuck)
  expect(subjects()).toEqual([ALERTS['disk-low'].subject])
  for (const hours of [24, 24.1, 47.9]) seeAt(hours * HOUR, stuck)
  expect(subjects()).toHaveLength(2)

  seeAt(50 * HOUR, {})
  seeAt(50.1 * HOUR, {})
  expect(subjects()).toEqual([...Array(2).fill(ALERTS['disk-low'].subject), ALERTS['disk-low'].overSubject])
  expect(new Set(letters().map(({ to }) => to))).toEqual(new Set([env.STAFF_EMAIL]))
  expect(letters()[0]?.text).toContain('10% of the disk is free, 100 MB.')
  expect(letters()[0]?.text).toContain('/admin/health')
  expect(lastAlerts()).toMatchObject([{ kind: 'disk-low', openedAt: NOON, overAt: later(50 * HOUR) }])
})

test('what comes and goes has one letter a day', () => {
  for (let times = 0; times < 10; times += 1) {
    seeAt(times * HOUR, { disk: FULL })
    seeAt(times * HOUR + 10 * MINUTE, {})
  }
  expect(subjects()).toEqual([ALERTS['disk-low'].subject, ALERTS['disk-low'].overSubject])
  seeAt(24 * HOUR, { disk: FULL })
  expect(subjects()).toHaveLength(3)
})

test('two jobs are told of apart', () => {
  seeAt(0, { jobs: failing('reminders') })
  seeAt(HOUR, {
    jobs: WELL.jobs.map((state) => (state.job === 'backup' ? state : { ...state, error: 'broken' })),
  })
  expect(subjects()).toEqual(Array(2).fill(ALERTS['job-failed'].subject))
  seeAt(2 * HOUR, {})
  expect(subjects().slice(2)).toEqual(Array(2).fill(ALERTS['job-failed'].overSubject))
})

test('what has a letter of its own is not told twice', () => {
  const refused = { refunds: { owed: 1, owedCents: cents(50_000), troubled: 1, toldAt: NOON } }
  seeAt(2 * MINUTE, refused)
  seeAt(23 * HOUR, refused)
  expect(letters()).toEqual([])
  seeAt(25 * HOUR, refused)
  expect(subjects()).toEqual([ALERTS['refund-refused'].subject])
  seeAt(26 * HOUR, {})
  expect(subjects()).toEqual([ALERTS['refund-refused'].subject, ALERTS['refund-refused'].overSubject])
})

test('a refund that is paid after its first letter is told over', () => {
  seeAt(2 * MINUTE, { refunds: { owed: 1, owedCents: cents(50_000), troubled: 1, toldAt: NOON } })
  seeAt(HOUR, {})
  expect(subjects()).toEqual([ALERTS['refund-refused'].overSubject])
})

test('what was seen is known where nothing can be written', () => {
  sqlite.pragma('query_only = ON')
  expect(() => look({ ...WELL, disk: FULL })).toThrow('readonly')
  sqlite.pragma('query_only = OFF')
  expect([...alertsNow()]).toEqual(['disk-low'])
  look(WELL)
  expect([...alertsNow()]).toEqual([])
})

test('what another process wrote down is known here', () => {
  db.insert(alerts).values({ kind: 'mail-stuck', found: '2 mails wait.', openedAt: NOON }).run()
  expect([...alertsNow()]).toEqual(['mail-stuck'])
})

test('each kind has words for beginning and end', () => {
  for (const kind of ALERT_KINDS) {
    const { short, subject, overSubject, advice } = ALERTS[kind]
    expect(new Set([short, subject, overSubject, advice]).size).toBe(4)
    expect(advice).toMatch(/\.$/)
  }
})

test('the facts of this very database are gathered', async () => {
  const facts = await factsOf(NOON, [])
  expect(facts).toMatchObject({
    mail: { waiting: 0, oldest: null, failed: 0 },
    unknownMoney: { payments: 0 },
    refunds: { owed: 0, owedCents: 0, troubled: 0 },
    backup: { newest: null, bytes: 0, since: null },
    holds: 0,
    seats: [{ startsOn: '2025-10-16', seats: 20, left: 20 }],
  })
  expect(facts.disk?.totalBytes).toBeGreaterThan(facts.disk?.freeBytes ?? 0)
})
