import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Cents } from '#app/platform/money'
import {
  INSTALLMENTS_AT_MOST,
  INTENT_METHODS,
  INTENT_PURPOSES,
  INTENT_STATES,
  LEDGER_KINDS,
  LEDGER_METHODS,
  PARTY_CHANGES,
  REFUND_REASON_KEYS,
  REFUND_STATES,
  ROOM_TYPES,
} from '../values'
import { bookings } from './bookings'
import { cents, flag, id, instant, oneOf } from './columns'
import { adminUsers } from './staff'

/**
 * Who joined a party after it was paid for, or left it, and what that changed: the booking's price by
 * `price_change_cents`.
 */
export const partyChanges = sqliteTable(
  'party_changes',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: PARTY_CHANGES }).notNull().default('left'),
    priceChangeCents: cents('price_change_cents').notNull(),
    /**
     * Of a former traveler: what share they had of which price, what of it the policy lets the company keep,
     * and what was given back.
     */
    shareCents: cents('share_cents')
      .notNull()
      .default(0 as Cents),
    ofCents: cents('of_cents')
      .notNull()
      .default(0 as Cents),
    staysCents: cents('stays_cents')
      .notNull()
      .default(0 as Cents),
    refundCents: cents('refund_cents')
      .notNull()
      .default(0 as Cents),
    /**
     * What of it is promised and has not gone back: what was not paid by card, and what a card did not take.
     */
    promisedCents: cents('promised_cents')
      .notNull()
      .default(0 as Cents),
    changedBy: integer('changed_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('party_changes_by_booking').on(t.bookingId),
    index('party_changes_promised').on(t.bookingId).where(sql`${t.promisedCents} > 0`),
  ],
)

/**
 * What a refund or a loss took of each traveler who was aboard then: of their share of the price, and of what
 * was paid of it. Exactly that is theirs again when it is undone. No key to `travelers`: a traveler who has
 * left has had their part all the same.
 */
export const partyParts = sqliteTable(
  'party_parts',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** The order until it is made; then, and for all else, its movement in the ledger. */
    refundId: integer('refund_id').references(() => refunds.id, { onDelete: 'cascade' }),
    paymentId: integer('payment_id').references(() => payments.id, { onDelete: 'cascade' }),
    travelerId: integer('traveler_id').notNull(),
    shareCents: cents('share_cents').notNull(),
    paidCents: cents('paid_cents').notNull(),
  },
  (t) => [
    check('party_parts_cause', sql`(${t.refundId} is null) <> (${t.paymentId} is null)`),
    index('party_parts_by_booking').on(t.bookingId),
    index('party_parts_by_refund').on(t.refundId),
    index('party_parts_by_payment').on(t.paymentId),
  ],
)

/**
 * What a change of a price took off each installment and each traveler's share, in cents: exactly that is
 * theirs again when it is undone.
 */
export type TakenByPrice = {
  installments: { number: number; dueOn: string; cents: number }[]
  shares: { travelerId: number; cents: number }[]
}

/** What staff give out: anyone who types it at checkout pays less. */
export const discountCodes = sqliteTable(
  'discount_codes',
  {
    id: id(),
    /** In capitals, without spaces: so it is compared. */
    code: text('code').notNull().unique(),
    /** Whose discount it is, as guests and staff read it beside the price. */
    words: text('words').notNull(),
    /** For each traveler: an amount off the price, or a part of it. */
    offCents: cents('off_cents'),
    offPercent: real('off_percent'),
    /** Those it holds for; null for all. */
    departureIds: text('departure_ids', { mode: 'json' }).$type<number[]>(),
    /** The last day on which it can be used; null while staff have not ended it. */
    endsOn: text('ends_on'),
    /** How many bookings may have it at a time, in all and of one person; null where that is not limited. */
    usesAtMost: integer('uses_at_most'),
    usesEachAtMost: integer('uses_each_at_most'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('discount_codes_off', sql`(${t.offCents} is null) <> (${t.offPercent} is null)`)],
)

/**
 * Discounts and surcharges by staff: a row for each, and one that undoes it. Never changed, but with a hold.
 */
export const priceChanges = sqliteTable(
  'price_changes',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** By how much the price really changed: below zero for a discount. */
    priceChangeCents: cents('price_change_cents').notNull(),
    /** Why, as the guest reads it. */
    words: text('words').notNull(),
    taken: text('taken', { mode: 'json' }).$type<TakenByPrice>().notNull(),
    undoesId: integer('undoes_id').unique(),
    /**
     * Of a code that was typed at checkout: its row is made with the hold, and again whenever that is
     * renewed.
     */
    codeId: integer('code_id').references(() => discountCodes.id),
    changedBy: integer('changed_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('price_changes_by_booking').on(t.bookingId),
    index('price_changes_by_code').on(t.codeId).where(sql`${t.codeId} is not null`),
  ],
)

/** Bookings that staff moved to another departure: a row for each move, also for one back. Never changed. */
export const departureMoves = sqliteTable(
  'departure_moves',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** The dates of the departure that it left, as they were then. */
    fromStartsOn: text('from_starts_on').notNull(),
    fromEndsOn: text('from_ends_on').notNull(),
    /** What it changed of the price; null where that stayed as agreed. */
    priceChangeId: integer('price_change_id').references(() => priceChanges.id, { onDelete: 'set null' }),
    movedBy: integer('moved_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('departure_moves_by_booking').on(t.bookingId)],
)

/**
 * Travelers whom staff gave another kind of room: a row for each change, also for one back. Never changed.
 */
export const roomChanges = sqliteTable(
  'room_changes',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** No key to `travelers`: who has left had their room all the same. */
    travelerId: integer('traveler_id').notNull(),
    /** What they have since. */
    roomType: text('room_type', { enum: ROOM_TYPES }).notNull(),
    /** What it changed of the price; null where that stayed as agreed. */
    priceChangeId: integer('price_change_id').references(() => priceChanges.id, { onDelete: 'set null' }),
    changedBy: integer('changed_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('room_changes_room_type', oneOf(t.roomType, ROOM_TYPES)),
    index('room_changes_by_booking').on(t.bookingId),
  ],
)

/** What is still owed after the deposit; none where the whole price was paid at once (rules 3.1). */
export const installments = sqliteTable(
  'installments',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** 0 is the deposit of travelers who joined a booking that was paid: due before those of its plan. */
    number: integer('number').notNull(),
    amountCents: cents('amount_cents').notNull(),
    dueOn: text('due_on').notNull(),
    /**
     * The day that was agreed, where the departure now begins on it or before: until it is moved again it is
     * due earlier.
     */
    agreedDueOn: text('agreed_due_on'),
    /** The day of its plan, where it is due later because seats are held for a guest until then. */
    plannedDueOn: text('planned_due_on'),
    paidAt: instant('paid_at'),
    /**
     * Whether the booking is paid for and stands; kept by triggers. What is not owed by anyone is not asked
     * for.
     */
    isOwed: flag('is_owed').notNull().default(false),
    /** What it asks for now, as the pay page says it (`amountsOwed`); kept by triggers. */
    owedCents: cents('owed_cents')
      .notNull()
      .default(0 as Cents),
    /** What of it staff wrote off: it was not paid, and asks for nothing. */
    writtenOffCents: cents('written_off_cents')
      .notNull()
      .default(0 as Cents),
  },
  (t) => [
    uniqueIndex('installments_number').on(t.bookingId, t.number),
    check(
      'installments_number_range',
      sql`${t.number} between 0 and ${sql.raw(String(INSTALLMENTS_AT_MOST))}`,
    ),
    check('installments_amount', sql`${t.amountCents} > 0`),
    index('installments_owed_by_due_date')
      .on(t.dueOn, t.id)
      .where(sql`${t.paidAt} is null and ${t.isOwed} = 1`),
    index('installments_by_due_date').on(t.dueOn, t.id).where(sql`${t.isOwed} = 1`),
    index('installments_asked_by_due_date').on(t.dueOn, t.id, t.owedCents).where(sql`${t.owedCents} > 0`),
  ],
)

/** Of which something may still be paid: a booking, and a checkout page, has one of them at most. */
const OPEN_INTENT_STATES = ['creating', 'open'] as const satisfies (typeof INTENT_STATES)[number][]
/** The same as SQL, written out and not bound: only so does SQLite find the partial indexes. */
export const OPEN_INTENTS = `(${OPEN_INTENT_STATES.map((state) => `'${state}'`).join(', ')})`

const isOpen = (state: unknown) => sql`${state} in ${sql.raw(OPEN_INTENTS)}`

/** What we asked Stripe to collect. A row is written before Stripe is called, so that none is forgotten. */
export const paymentIntents = sqliteTable(
  'payment_intents',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id),
    purpose: text('purpose', { enum: INTENT_PURPOSES }).notNull(),
    method: text('method', { enum: INTENT_METHODS }).notNull(),
    installmentNumber: integer('installment_number'),
    amountCents: cents('amount_cents').notNull(),
    state: text('state', { enum: INTENT_STATES }).notNull().default('creating'),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    stripeIntentId: text('stripe_intent_id').unique(),
    stripeSessionId: text('stripe_session_id').unique(),
    /** Of the client secret, which Stripe's return has and no screen of staff: it opens the booking. */
    secretDigest: text('secret_digest'),
    checkoutKey: text('checkout_key'),
    /**
     * Charges that were declined on it: the fifth cancels it, the tenth of all that are for one seat too
     * (rules 2.7).
     */
    declinedCharges: text('declined_charges', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** When Stripe last said that the money is on its way: no reminder goes out in the meantime. */
    processingAt: instant('processing_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('payment_intents_purpose', oneOf(t.purpose, INTENT_PURPOSES)),
    check('payment_intents_state', oneOf(t.state, INTENT_STATES)),
    check('payment_intents_method', oneOf(t.method, INTENT_METHODS)),
    check('payment_intents_amount', sql`${t.amountCents} > 0`),
    check('payment_intents_booking', sql`${t.bookingId} is not null or ${t.purpose} = 'display'`),
    uniqueIndex('payment_intents_one_open').on(t.bookingId).where(isOpen(t.state)),
    uniqueIndex('payment_intents_one_on_display')
      .on(t.checkoutKey)
      .where(sql`${t.bookingId} is null and ${isOpen(t.state)}`),
    index('payment_intents_left')
      .on(t.updatedAt)
      .where(sql`${t.bookingId} is null and ${t.state} = 'cancelled'`),
    index('payment_intents_by_booking').on(t.bookingId),
    index('payment_intents_unsettled').on(t.state).where(isOpen(t.state)),
  ],
)

/** Whether something may still be paid on an intent. */
export const isOpenIntent = isOpen(paymentIntents.state)

/** The ledger: one row for each movement of money, never changed. What a booking has paid is their sum. */
export const payments = sqliteTable(
  'payments',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id),
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    method: text('method', { enum: LEDGER_METHODS }).notNull().default('card'),
    /** Positive in, negative out. */
    amountCents: cents('amount_cents').notNull(),
    stripeIntentId: text('stripe_intent_id'),
    /**
     * Stripe's refund, or the dispute that took the money; with ':failed' or ':won' what balanced it later.
     */
    stripeRefundId: text('stripe_refund_id').unique(),
    note: text('note'),
    /** Paid back by hand, and to be paid again (rules 4.5). */
    isOwedAgain: flag('is_owed_again').notNull().default(false),
    /** What the movement changed of the booking's price, in cents: undone where the movement is. */
    priceChangeCents: cents('price_change_cents')
      .notNull()
      .default(0 as Cents),
    recordedBy: integer('recorded_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** By hand for an earlier day: when it was entered. */
    enteredAt: instant('entered_at'),
  },
  (t) => [
    check('payments_kind', oneOf(t.kind, LEDGER_KINDS)),
    check('payments_method', oneOf(t.method, LEDGER_METHODS)),
    check(
      'payments_sign',
      sql`(${t.kind} = 'payment' and ${t.amountCents} > 0) or (${t.kind} = 'refund' and ${t.amountCents} < 0) or (${t.kind} = 'adjustment' and ${t.amountCents} <> 0)`,
    ),
    uniqueIndex('payments_one_for_an_intent').on(t.stripeIntentId).where(sql`${t.kind} = 'payment'`),
    index('payments_by_intent').on(t.stripeIntentId),
    index('payments_by_booking').on(t.bookingId),
    index('payments_by_age').on(t.createdAt),
  ],
)

/**
 * What staff do not ask for any more: no money moved, and the price of the booking is lower by it. Negative
 * where money came for it after all.
 */
export const writeOffs = sqliteTable(
  'write_offs',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    amountCents: cents('amount_cents').notNull(),
    /** What of it is whose; null of entries from before this was recorded. */
    taken: text('taken', { mode: 'json' }).$type<TakenByPrice['shares']>(),
    reason: text('reason').notNull(),
    recordedBy: integer('recorded_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('write_offs_amount', sql`${t.amountCents} <> 0`),
    index('write_offs_by_booking').on(t.bookingId),
    index('write_offs_by_age').on(t.createdAt),
  ],
)

/**
 * Money to be given back: written with the decision, carried out at Stripe afterward, then in the ledger.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id),
    stripeIntentId: text('stripe_intent_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    reason: text('reason', { enum: REFUND_REASON_KEYS }).notNull(),
    note: text('note'),
    orderedBy: integer('ordered_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    /**
     * What the order changed of the booking's price, in cents (never more than there was): undone where it is
     * given up.
     */
    priceChangeCents: cents('price_change_cents')
      .notNull()
      .default(0 as Cents),
    /**
     * Our word on the refund at Stripe: random, so that a restored backup never takes an old refund for a new
     * order.
     */
    orderKey: text('order_key')
      .notNull()
      .unique()
      .$defaultFn(() => randomUUID()),
    state: text('state', { enum: REFUND_STATES }).notNull().default('owed'),
    /** Goes into the idempotency key: Stripe replays a saved error, so a new try needs a new one. */
    attempt: integer('attempt').notNull().default(1),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /**
     * Stripe's refund that carried it out; one that was made in the dashboard may have carried out several.
     */
    stripeRefundId: text('stripe_refund_id'),
    /**
     * The last entry of the ledger that is known to be something else: the newest when it was ordered, or
     * what staff said.
     */
    seenEntryId: integer('seen_entry_id').notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (t) => [
    check('refunds_state', oneOf(t.state, REFUND_STATES)),
    check('refunds_amount', sql`${t.amountCents} > 0`),
    uniqueIndex('refunds_one_whole_for_an_intent').on(t.stripeIntentId).where(sql`${t.reason} = 'no-place'`),
    index('refunds_by_booking').on(t.bookingId),
    index('refunds_by_intent').on(t.stripeIntentId),
    index('refunds_by_stripe_refund').on(t.stripeRefundId),
    index('refunds_owed').on(t.nextAttemptAt).where(sql`${t.state} = 'owed'`),
  ],
)

/**
 * The forms by which a booking was changed: a second press of the button changes nothing. Once one is purged,
 * what it showed has to hold still.
 */
export const formKeys = sqliteTable(
  'form_keys',
  {
    key: text('key').primaryKey(),
    /** What was done with it, as app/money/changes/change-booking.server.ts has it. */
    command: text('command').notNull(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('form_keys_by_booking').on(t.bookingId), index('form_keys_by_age').on(t.createdAt)],
)

/** Webhook events that were handled; a repeated one does nothing. */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [index('stripe_events_by_age').on(t.receivedAt)],
)
