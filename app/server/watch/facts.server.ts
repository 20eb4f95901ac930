import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { and, eq, gt, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { occasionOf } from '#app/mail/outbox.server'
import { orderTrouble } from '#app/money/books/refund-reasons'
import { HEARD_HOURS } from '#app/money/reconcile.server'
import {
  type ClockReading,
  clockAgainstStripe,
  lastFailure,
  type StripeFailure,
  stripeConfigured,
} from '#app/money/stripe/client.server'
import { businessDay, DAY_MS, HOUR_MS } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { type Cents, cents } from '#app/platform/money'
import { departuresNotOver, salesState, seatsLeft } from '#app/tours/departures.server'
import { isHeld } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { payments, refunds, stripeEvents } from '#db/schema/money'
import { jobRuns } from '#db/schema/running'

/** How one job stands, by business time. */
export type JobState = {
  job: string
  /** As staff call it. */
  name: string
  lastSuccess: Date | null
  /** Of the last run that ended: why it failed; null where it went well, or there was none. */
  error: string | null
  isLate: boolean
  /** Parts of the last run that failed, though it went on to its end. */
  failedParts: number
}

/** How the site is doing at an instant of business time: for alerts, staff and metrics. */
export type Facts = {
  at: Date
  jobs: JobState[]
  /** The oldest of those that wait; `failed` were given up. */
  mail: { waiting: number; oldest: Date | null; failed: number; isConfigured: boolean }
  /** Payments without a booking that were not returned; when staff last got a letter about one. */
  unknownMoney: { payments: number; toldAt: Date | null }
  /** `troubled`: refused by Stripe at least once, and not paid yet. `toldAt`: the last letter about one. */
  refunds: { owed: number; owedCents: Cents; troubled: number; toldAt: Date | null }
  /** Of the disk that the database is on; null where it cannot be asked. */
  disk: { freeBytes: number; totalBytes: number } | null
  /** `since`: the newest backup, or else when the site began to run. */
  backup: { isNightly: boolean; newest: Date | null; bytes: number; since: Date | null }
  /** Null without payments. `unheard`: card payments since Stripe's last webhook, and the first one. */
  stripe: { failure: StripeFailure | null; unheard: { payments: number; since: Date } | null } | null
  /** What Stripe last said of the machine's clock; null where it has not since the process began. */
  clock: ClockReading | null
  database: { bytes: number; logBytes: number }
  holds: number
  /** Of each departure that is on sale, by its first day. */
  seats: { startsOn: string; seats: number; left: number }[]
}

/** A payment without a booking for longer was dealt with at Stripe, where we do not see it. */
export const UNKNOWN_MONEY_DAYS = 7

/** Beyond this it is not counted: a campaign may wait with fifty thousand. */
const COUNTED_AT_MOST = 10_000
/** Letters about strange money that are looked at. */
const NOTICES_AT_MOST = 500

const count = sql<number>`count(*)`

/** What is true at an instant of business time. The schedule passes `jobs` and the newest backup. */
export async function factsOf(
  now: Date,
  jobs: JobState[],
  newest: { at: Date; bytes: number } | null = null,
): Promise<Facts> {
  const disk = await diskOf(dirname(env.DATABASE_PATH))
  return {
    at: now,
    jobs,
    mail: mail(),
    unknownMoney: unknownMoney(now),
    refunds: owedRefunds(),
    disk,
    backup: backup(newest),
    stripe: stripe(now),
    clock: clockAgainstStripe(),
    database: { bytes: sizeOf(env.DATABASE_PATH), logBytes: sizeOf(`${env.DATABASE_PATH}-wal`) },
    holds: db.select({ count }).from(bookings).where(isHeld).get()?.count ?? 0,
    seats: seatsOnSale(now),
  }
}

async function diskOf(folder: string): Promise<Facts['disk']> {
  const found = await statfs(folder).catch(() => null)
  if (!found || found.blocks === 0) return null
  return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

// Written out, not bound: only so does SQLite find the partial indexes.
const isWaiting = sql`${outbox.state} in ('waiting', 'sending')`
const hasFailed = sql`${outbox.state} = 'failed'`

const countOfMail = (which: typeof isWaiting) =>
  db
    .select({ count })
    .from(sql`(select 1 from ${outbox} where ${which} limit ${sql.raw(String(COUNTED_AT_MOST))})`)
    .prepare()
const waitingMails = countOfMail(isWaiting)
const failedMails = countOfMail(hasFailed)
const oldestMail = db
  .select({ at: sql<number | null>`min(${outbox.createdAt})` })
  .from(outbox)
  .where(isWaiting)
  .prepare()

function mail(): Facts['mail'] {
  const oldest = oldestMail.get()?.at ?? null
  return {
    waiting: waitingMails.get()?.count ?? 0,
    oldest: oldest === null ? null : new Date(oldest),
    failed: failedMails.get()?.count ?? 0,
    isConfigured: env.SMTP_URL !== undefined,
  }
}

/** The letter of each is its record. One that staff entered since, or that went back, is in the ledger. */
function unknownMoney(now: Date): Facts['unknownMoney'] {
  const since = new Date(now.getTime() - UNKNOWN_MONEY_DAYS * DAY_MS)
  const notices = db
    .select({ occasion: outbox.occasion, at: outbox.createdAt })
    .from(outbox)
    .where(
      and(
        sql`${outbox.bookingId} is null and ${outbox.campaignId} is null`,
        gte(outbox.createdAt, since),
        eq(outbox.kind, 'staff-unknown-payment'),
      ),
    )
    .groupBy(outbox.occasion)
    .limit(NOTICES_AT_MOST)
    .all()
  if (notices.length === 0) return { payments: 0, toldAt: null }
  const known = new Set(
    db
      .select({ intent: payments.stripeIntentId })
      .from(payments)
      .where(gte(payments.createdAt, since))
      .all()
      .map(({ intent }) => occasionOf({ kind: 'staff-unknown-payment', once: intent ?? '' })),
  )
  const unknown = notices.filter(({ occasion }) => !known.has(occasion))
  return { payments: unknown.length, toldAt: newestOf(unknown.map(({ at }) => at)) }
}

function owedRefunds(): Facts['refunds'] {
  const open = db
    .select({
      id: refunds.id,
      amountCents: refunds.amountCents,
      state: refunds.state,
      attempt: refunds.attempt,
    })
    .from(refunds)
    .where(inArray(refunds.state, ['owed', 'refused']))
    .all()
  const troubled = open.filter(({ state, attempt }) => state === 'refused' || attempt > 1)
  return {
    owed: open.length,
    owedCents: cents(open.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    troubled: troubled.length,
    toldAt: lastTold(troubled.slice(0, NOTICES_AT_MOST).map(({ id }) => id)),
  }
}

/** How far back payments are looked at that Stripe sent no webhook about. */
const UNHEARD_DAYS = 7

function stripe(now: Date): Facts['stripe'] {
  if (!stripeConfigured()) return null
  const from = now.getTime() - UNHEARD_DAYS * DAY_MS
  const heard = db
    .select({ at: sql<number | null>`max(${stripeEvents.receivedAt})` })
    .from(stripeEvents)
    .where(lte(stripeEvents.receivedAt, now))
    .get()?.at
  // Not each webhook about a payment that was known is noted.
  const since = Math.max(from, (heard ?? 0) + 2 * HEARD_HOURS * HOUR_MS)
  const unheard = db
    .select({ payments: count, since: sql<number | null>`min(${payments.createdAt})` })
    .from(payments)
    .where(
      and(
        gt(payments.createdAt, new Date(since)),
        lte(payments.createdAt, now),
        eq(payments.kind, 'payment'),
        isNotNull(payments.stripeIntentId),
      ),
    )
    .get()
  return {
    failure: lastFailure(),
    unheard: unheard?.since ? { payments: unheard.payments, since: new Date(unheard.since) } : null,
  }
}

/** When staff had the last letter about one of these orders. */
function lastTold(orders: number[]): Date | null {
  if (orders.length === 0) return null
  const occasions = orders
    .flatMap((id) => [orderTrouble(id, false), orderTrouble(id, true)])
    .map((once) => occasionOf({ kind: 'staff-refund-trouble', once }))
  const letters = db
    .select({ at: outbox.createdAt })
    .from(outbox)
    .where(inArray(outbox.occasion, occasions))
    .all()
  return newestOf(letters.map(({ at }) => at))
}

const newestOf = (instants: Date[]): Date | null =>
  instants.length === 0 ? null : new Date(Math.max(...instants.map((instant) => instant.getTime())))

function backup(newest: { at: Date; bytes: number } | null): Facts['backup'] {
  return {
    isNightly: env.BACKUP_HOUR !== null,
    newest: newest?.at ?? null,
    bytes: newest?.bytes ?? 0,
    since: newest?.at ?? firstRun(),
  }
}

/** When a job first ran: a new site has no backup before its first night. */
function firstRun(): Date | null {
  const first = db
    .select({ at: sql<number | null>`min(${jobRuns.startedAt})` })
    .from(jobRuns)
    .get()?.at
  return first ? new Date(first) : null
}

function seatsOnSale(now: Date): Facts['seats'] {
  const today = businessDay(now)
  return departuresNotOver(today)
    .filter((departure) => ['open', 'sold-out'].includes(salesState(departure, today)))
    .map((departure) => ({
      startsOn: departure.startsOn,
      seats: departure.seats,
      left: seatsLeft(departure),
    }))
}
