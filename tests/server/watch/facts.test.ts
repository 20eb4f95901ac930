import { like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { letter } from '#app/mail/letter'
import { postToEach } from '#app/mail/outbox.server'
import { env } from '#app/platform/env.server'
import { cents } from '#app/platform/money'
import { lastRuns, runJob } from '#app/server/schedule/daily-jobs.server'
import { jobStates } from '#app/server/schedule/system-status.server'
import { troublesIn } from '#app/server/watch/alert-kinds'
import { alertStaff } from '#app/server/watch/alerts.server'
import { factsOf } from '#app/server/watch/facts.server'
import { db, immediately } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { payments, refunds, stripeEvents } from '#db/schema/money'
import { alerts, jobRuns } from '#db/schema/running'

// In Chicago: June 2, 2025, 9 in the morning.
const NINE = new Date('2025-06-02T14:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const later = (ms: number) => new Date(NINE.getTime() + ms)

beforeEach(() => {
  for (const table of [alerts, jobRuns, refunds, payments, outbox, stripeEvents]) db.delete(table).run()
})

const STAFF = [env.STAFF_EMAIL, 'njeri@savannasoul.example'].map((address) => ({ name: 'Staff', address }))

const toldOf = (kind: 'staff-unknown-payment' | 'staff-refund-trouble', once: string) =>
  immediately(() => postToEach(STAFF, { kind, once, letter: letter`` }, NINE))

const ran = (job: string, at: Date, error: string | null = null) =>
  db
    .insert(jobRuns)
    .values({
      job,
      day: '2025-06-02',
      startedAt: at,
      finishedAt: at,
      state: error === null ? 'done' : 'failed',
      error,
    })
    .run()

const reminders = (at: Date) => jobStates(at).find(({ job }) => job === 'reminders')

test('strange money is counted until it is entered, or a week', async () => {
  toldOf('staff-unknown-payment', 'pi_one')
  toldOf('staff-unknown-payment', 'pi_two')
  expect((await factsOf(later(MINUTE), [])).unknownMoney).toEqual({ payments: 2, toldAt: NINE })

  const entered = { kind: 'payment', amountCents: cents(50_000), createdAt: NINE } as const
  db.insert(payments)
    .values({ ...entered, stripeIntentId: 'pi_one' })
    .run()
  const facts = await factsOf(later(7 * DAY), [])
  expect(facts.unknownMoney.payments).toBe(1)
  expect(troublesIn(facts)).toContainEqual({
    kind: 'unknown-money',
    about: '',
    found: '1 payment of the last seven days belongs to no booking.',
    toldAt: NINE,
  })
  expect((await factsOf(later(7 * DAY + 1), [])).unknownMoney.payments).toBe(0)
})

test('card payments that no webhook told of are counted, until one comes', async () => {
  const usual = env.stripe
  const live = {
    secretKey: 'x',
    publishableKey: 'x',
    webhookSecret: 'x',
    apiBase: null,
    jsUrl: null,
    live: false,
  }
  Object.assign(env, { stripe: live })
  const unheard = async (at: Date) => (await factsOf(at, [])).stripe?.unheard
  const paid = (at: Date, stripeIntentId: string) =>
    db
      .insert(payments)
      .values({ kind: 'payment', amountCents: cents(50_000), createdAt: at, stripeIntentId })
      .run()
  const heard = (at: Date) =>
    db
      .insert(stripeEvents)
      .values({ id: `evt_${at.getTime()}`, type: 'x', receivedAt: at })
      .run()
  heard(NINE)
  paid(later(30 * MINUTE), 'pi_one')
  expect(await unheard(later(DAY))).toBeNull()
  paid(later(DAY), 'pi_two')
  paid(later(1.5 * DAY), 'pi_three')
  expect(await unheard(later(2 * DAY))).toEqual({ payments: 2, since: later(DAY) })
  heard(later(2 * DAY))
  expect(await unheard(later(2 * DAY))).toBeNull()
  Object.assign(env, { stripe: usual })
})

test('a refund counts as refused from its second try on', async () => {
  const order = {
    stripeIntentId: 'pi_one',
    amountCents: cents(30_000),
    reason: 'goodwill' as const,
    nextAttemptAt: NINE,
  }
  const [first] = db
    .insert(refunds)
    .values({ ...order, createdAt: NINE })
    .returning()
    .all()
  expect((await factsOf(NINE, [])).refunds).toEqual({ owed: 1, owedCents: 30_000, troubled: 0, toldAt: null })
  db.update(refunds).set({ attempt: 2 }).run()
  toldOf('staff-refund-trouble', `order-${first?.id}`)
  expect((await factsOf(NINE, [])).refunds).toMatchObject({ troubled: 1, toldAt: NINE })
  db.update(refunds).set({ state: 'done' }).run()
  expect((await factsOf(NINE, [])).refunds).toMatchObject({ owed: 0, troubled: 0 })
})

test('a job is late an hour after its own', () => {
  expect(reminders(later(60 * MINUTE))).toMatchObject({ isLate: false, lastSuccess: null })
  expect(reminders(later(60 * MINUTE + 1))).toMatchObject({ isLate: true })
  ran('reminders', later(2 * 60 * MINUTE))
  expect(reminders(later(3 * 60 * MINUTE))).toMatchObject({ isLate: false, error: null })
})

test('a job that never ran stays late over midnight, until it runs', async () => {
  const look = async (at: Date) => {
    alertStaff(await factsOf(at, jobStates(at)))
    db.update(outbox).set({ state: 'sent', sentAt: at }).run()
  }
  const told = () =>
    db.select({ kind: outbox.kind }).from(outbox).where(like(outbox.textBody, '%“Reminders”%')).all()
  const hour = (hours: number) => later(hours * 60 * MINUTE)
  for (const job of ['retention', 'details', 'overdue']) ran(job, hour(2))
  await look(hour(3))
  expect(told()).toEqual([{ kind: 'alert' }])
  for (const job of ['retention', 'details', 'overdue']) ran(job, hour(16))
  for (const hours of [14, 16, 20]) await look(hour(hours))
  expect(reminders(hour(20))).toMatchObject({ isLate: true })
  expect(told()).toEqual([{ kind: 'alert' }])
  ran('reminders', hour(24))
  await look(hour(24.1))
  expect(told()).toEqual([{ kind: 'alert' }, { kind: 'alert-over' }])
})

test('a job that was late by a clock that ran ahead is not late for a year', async () => {
  alertStaff(await factsOf(later(365 * DAY), jobStates(later(365 * DAY))))
  ran('reminders', later(-DAY))
  expect(reminders(later(-MINUTE))).toMatchObject({ isLate: false })
})

test('the last run that ended says whether a job fails', () => {
  ran('reminders', NINE, 'disk I/O error')
  expect(reminders(later(MINUTE))).toMatchObject({ error: 'disk I/O error', lastSuccess: null })
  ran('reminders', later(MINUTE))
  expect(reminders(later(2 * MINUTE))).toMatchObject({ error: null, lastSuccess: later(MINUTE) })
  ran('reminders', later(3 * MINUTE), 'disk I/O error')
  expect(reminders(later(4 * MINUTE))).toMatchObject({ error: 'disk I/O error', lastSuccess: later(MINUTE) })
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['an error without words', new Error()],
  ['an object that crossed a thread', { code: 'SQLITE_FULL' }],
])('a run that throws %s has failed, in words', async (_, thrown) => {
  const run = () => Promise.reject(thrown)
  expect(await runJob('reminders', () => NINE, run)).toBeNull()
  expect(lastRuns(['reminders'], 1)).toMatchObject([{ state: 'failed', error: expect.stringMatching(/\w+/) }])
  expect(reminders(later(MINUTE))).toMatchObject({ lastSuccess: null, error: expect.stringMatching(/\w+/) })
})

test('runs of a clock since moved back are left out', () => {
  ran('reminders', later(30 * DAY), 'of another time')
  expect(reminders(later(MINUTE))).toMatchObject({ error: null, lastSuccess: null })
})
