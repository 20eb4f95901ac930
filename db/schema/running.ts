import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { JOB_RUN_STATES, type TallySeries, VIEW_DIMENSIONS } from '../values'
import { cents, id, instant, oneOf } from './columns'

/** Each run of a job; `day` is the business's day that it was owed for. */
export const jobRuns = sqliteTable(
  'job_runs',
  {
    id: id(),
    job: text('job').notNull(),
    day: text('day').notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    counts: text('counts', { mode: 'json' }).$type<Record<string, number>>(),
    /** Of one that failed: why. */
    error: text('error'),
    /** 'schedule', 'cron' or the username of the person who pressed the button. */
    startedBy: text('started_by').notNull().default('schedule'),
    /** Running also where its process died. */
    state: text('state', { enum: JOB_RUN_STATES }).notNull().default('running'),
  },
  (t) => [
    index('job_runs_by_job').on(t.job, t.startedAt),
    check('job_runs_state', oneOf(t.state, JOB_RUN_STATES)),
  ],
)

/** What is wrong with the site, or was: one row from when it was first seen until it was over (app/watch). */
export const alerts = sqliteTable(
  'alerts',
  {
    id: id(),
    kind: text('kind').notNull(),
    /** Of a kind that may come several times at once: which one, as the job's name. */
    about: text('about').notNull().default(''),
    /** What was found last, as a sentence. */
    found: text('found').notNull(),
    openedAt: instant('opened_at').notNull(),
    /**
     * When staff were last told by letter; null where they were told of the same thing less than a day
     * before.
     */
    toldAt: instant('told_at'),
    overAt: instant('over_at'),
  },
  (t) => [
    uniqueIndex('alerts_one_open').on(t.kind, t.about).where(sql`${t.overAt} is null`),
    index('alerts_by_kind').on(t.kind, t.about, t.openedAt),
    index('alerts_by_age').on(t.openedAt),
    index('alerts_over').on(t.overAt).where(sql`${t.overAt} is not null`),
  ],
)

/** Which process runs a job just now; a lease that no one renews runs out by the machine's clock. */
export const jobLeases = sqliteTable('job_leases', {
  job: text('job').primaryKey(),
  holder: text('holder').notNull(),
  endsAt: instant('ends_at').notNull(),
})

export const pageViews = sqliteTable(
  'page_views',
  {
    id: id(),
    path: text('path').notNull(),
    source: text('source').notNull().default('direct'),
    country: text('country').notNull().default('unknown'),
    /** Daily salted digest: tells visitors of one day apart, and nothing else. */
    visitorDigest: text('visitor_digest').notNull(),
    day: text('day').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('page_views_by_day_and_visitor').on(t.day, t.visitorDigest, t.path),
    index('page_views_by_age').on(t.createdAt),
  ],
)

/**
 * Page views of a day added up, by a trigger on `page_views`: in all (value ''), by page, by source, by
 * country. A visitor counts once a day, where the first view came from; and once on each page of that day.
 */
export const dailyViews = sqliteTable(
  'daily_views',
  {
    day: text('day').notNull(),
    dimension: text('dimension', { enum: VIEW_DIMENSIONS }).notNull(),
    value: text('value').notNull(),
    views: integer('views').notNull().default(0),
    visitors: integer('visitors').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.dimension, t.day, t.value] })],
)

/**
 * How many came in each quarter of an hour, by triggers: the names of `TallySeries`. `slot` counts quarter
 * hours since 1970 in UTC: every time zone's days begin with one, so that any business day is a sum of slots.
 */
export const slotTallies = sqliteTable(
  'slot_tallies',
  {
    series: text('series').$type<TallySeries>().notNull(),
    slot: integer('slot').notNull(),
    amount: integer('amount').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.series, t.slot] })],
)

/**
 * Totals kept by triggers, so that no page counts a large table: 'contacts', 'subscribers',
 * 'subscribers:<state>', 'bookings:<status>', and in cents 'installments:collected' and
 * 'installments:outstanding'.
 */
export const totals = sqliteTable('totals', {
  name: text('name').primaryKey(),
  amount: integer('amount').notNull().default(0),
})

/** What was spent on finding travelers in a month ('2025-06'), as staff enter it. */
export const marketingSpend = sqliteTable('marketing_spend', {
  month: text('month').primaryKey(),
  amountCents: cents('amount_cents').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
