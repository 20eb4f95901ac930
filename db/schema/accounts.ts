import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PAYOUT_STATUSES } from '../values'
import { cents, id, instant, oneOf } from './columns'
import { adminUsers } from './staff'
import { departures } from './tours'

/**
 * What moved the balance at Stripe, as it tells: what came in and went out, and its fee. Beside the ledger,
 * never in place of it. Only the payout is written later.
 */
export const stripeMovements = sqliteTable(
  'stripe_movements',
  {
    id: id(),
    /** Stripe's balance transaction. */
    stripeId: text('stripe_id').notNull().unique(),
    /** In Stripe's words (`reporting_category`): 'charge', 'refund', 'dispute', 'payout' … */
    category: text('category').notNull(),
    /** Its charge, refund, dispute or payout. */
    sourceId: text('source_id'),
    stripeIntentId: text('stripe_intent_id'),
    grossCents: cents('gross_cents').notNull(),
    feeCents: cents('fee_cents').notNull(),
    netCents: cents('net_cents').notNull(),
    /** By Stripe's clock. */
    createdAt: instant('created_at').notNull(),
    availableOn: text('available_on').notNull(),
    /** The payout with which it went to the bank; null while it is on the way. */
    payoutId: text('payout_id'),
  },
  (t) => [
    check('stripe_movements_net', sql`${t.netCents} = ${t.grossCents} - ${t.feeCents}`),
    index('stripe_movements_by_age').on(t.createdAt),
    index('stripe_movements_by_intent').on(t.stripeIntentId),
    index('stripe_movements_by_source').on(t.sourceId),
    index('stripe_movements_by_payout').on(t.payoutId),
  ],
)

/** What Stripe sent to the bank account. */
export const payouts = sqliteTable(
  'payouts',
  {
    id: id(),
    stripeId: text('stripe_id').notNull().unique(),
    amountCents: cents('amount_cents').notNull(),
    arrivesOn: text('arrives_on').notNull(),
    status: text('status', { enum: PAYOUT_STATUSES }).notNull(),
    /** Why the bank sent it back, in Stripe's words. */
    failure: text('failure'),
    /** By Stripe's clock. */
    createdAt: instant('created_at').notNull(),
    /** Since when it is known what it is made of. */
    matchedAt: instant('matched_at'),
  },
  (t) => [
    check('payouts_status', oneOf(t.status, PAYOUT_STATUSES)),
    index('payouts_by_age').on(t.createdAt),
    index('payouts_unmatched').on(t.id).where(sql`${t.matchedAt} is null`),
  ],
)

/** What a departure costs the company, as staff plan and pay it. Revenue less these is its margin. */
export const departureCosts = sqliteTable(
  'departure_costs',
  {
    id: id(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    words: text('words').notNull(),
    plannedCents: cents('planned_cents').notNull(),
    /** What was paid, and on which day: both, or neither yet. */
    paidCents: cents('paid_cents'),
    paidOn: text('paid_on'),
    changedBy: integer('changed_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('departure_costs_paid', sql`(${t.paidCents} is null) = (${t.paidOn} is null)`),
    index('departure_costs_by_departure').on(t.departureId),
  ],
)

/**
 * Months whose books are closed: the journal as it was then, and where each account stood. Never changed:
 * what turns out later is a correction in the next open month.
 */
export const bookClosings = sqliteTable('book_closings', {
  id: id(),
  /** '2025-06'. */
  month: text('month').notNull().unique(),
  journal: text('journal', { mode: 'json' }).$type<unknown[]>().notNull(),
  balances: text('balances', { mode: 'json' }).$type<unknown[]>().notNull(),
  /** SHA-256 of the journal's file. */
  digest: text('digest').notNull(),
  /** A username, as in the audit log. */
  closedBy: text('closed_by').notNull(),
  closedAt: instant('closed_at').notNull(),
})
