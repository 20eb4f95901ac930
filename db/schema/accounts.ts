import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PAYOUT_STATUSES } from '../values'
import { cents, id, instant, oneOf } from './columns'

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
