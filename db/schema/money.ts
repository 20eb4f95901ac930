import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Cents } from '#app/platform/money'
import {
  AUTOPAY_ENDS,
  CHARGE_KINDS,
  INSTALLMENTS_AT_MOST,
  INTENT_METHODS,
  INTENT_PURPOSES,
  INTENT_STATES,
  LEDGER_KINDS,
  LEDGER_METHODS,
  PAYS_FROM,
  REFUND_REASON_KEYS,
  REFUND_STATES,
  ROOM_TYPES,
} from '../values'
import { bookings } from './bookings'
import { cents, flag, id, instant, mailboxKey, oneOf } from './columns'
import { leaderTerms } from './leaders'
import { adminUsers } from './staff'

/** Charges of former travelers that still count, and what was written off, as their indexes have it. */
export const OF_FORMER = `kind in ('retained', 'promised')`
export const IS_WRITE_OFF = `kind = 'written-off'`

/** What an act took off an installment, in cents: exactly that is back with it when the act is undone. */
export type TakenOff = { number: number; dueOn: string; cents: number }

/**
 * What each traveler of a booking costs, and what of its payments is theirs: a row for each traveler whom an
 * act changes. Their sums are the price and its shares. Never changed, and removed only with a hold: what is
 * undone has the opposite rows beside it.
 */
export const charges = sqliteTable(
  'charges',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** The rows of one act have the same number. */
    actId: integer('act_id').notNull(),
    /** No key to `travelers`: who has left keeps what they cost. */
    travelerId: integer('traveler_id').notNull(),
    kind: text('kind', { enum: CHARGE_KINDS }).notNull(),
    /** What it changed of their part of the price; and of what was paid, where that does not go by dues. */
    priceCents: cents('price_cents').notNull(),
    paidCents: cents('paid_cents')
      .notNull()
      .default(0 as Cents),
    /** Why, as the guest reads it; of a write-off, as staff do. */
    words: text('words').notNull().default(''),
    /** The act that it undoes. */
    undoesId: integer('undoes_id'),
    /** The order of a refund, or the movement of the ledger, that it came with. */
    refundId: integer('refund_id').references(() => refunds.id, { onDelete: 'cascade' }),
    paymentId: integer('payment_id').references(() => payments.id, { onDelete: 'cascade' }),
    /** Of a code that was typed at checkout: its rows are made with the hold, and again with each renewal. */
    codeId: integer('code_id').references(() => discountCodes.id),
    /** Of a free place on a leader's own booking: by what was agreed with them. */
    leaderTermsId: integer('leader_terms_id').references(() => leaderTerms.id, { onDelete: 'set null' }),
    /** Of a discount for paying from a bank account: the payment that it is for (rules 2.30). */
    intentId: integer('intent_id').references(() => paymentIntents.id, { onDelete: 'set null' }),
    /** What the act took off installments: on its first row. */
    takenOff: text('taken_off', { mode: 'json' }).$type<TakenOff[]>(),
    changedBy: integer('changed_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('charges_kind', oneOf(t.kind, CHARGE_KINDS)),
    check('charges_amount', sql`${t.priceCents} <> 0 or ${t.paidCents} <> 0`),
    index('charges_by_booking').on(t.bookingId),
    index('charges_by_refund').on(t.refundId).where(sql`${t.refundId} is not null`),
    index('charges_by_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    index('charges_by_code').on(t.codeId).where(sql`${t.codeId} is not null`),
    index('charges_by_leader_terms').on(t.leaderTermsId).where(sql`${t.leaderTermsId} is not null`),
    index('charges_by_intent').on(t.intentId).where(sql`${t.intentId} is not null`),
    index('charges_undoing').on(t.undoesId).where(sql`${t.undoesId} is not null`),
    index('charges_of_former').on(t.bookingId).where(sql.raw(OF_FORMER)),
    index('charges_written_off').on(t.createdAt, t.actId).where(sql.raw(IS_WRITE_OFF)),
  ],
)

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
    /** The act that changed the price with it (`charges`); null where that stayed as agreed. */
    chargedActId: integer('charged_act_id'),
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
    /** The act that changed the price with it (`charges`); null where that stayed as agreed. */
    chargedActId: integer('charged_act_id'),
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

/** Of which something may still be paid: a share, a booking, and a checkout page, has one of them at most. */
const OPEN_INTENT_STATES = ['creating', 'open'] as const satisfies (typeof INTENT_STATES)[number][]
/** The same as SQL, written out and not bound: only so does SQLite find the partial indexes. */
export const OPEN_INTENTS = `(${OPEN_INTENT_STATES.map((state) => `'${state}'`).join(', ')})`

/**
 * From a bank account, and begun: nothing else can be paid on it, and it comes or fails within days. Besides
 * it something else of the booking can be paid.
 */
export const ON_ITS_WAY = `state in ${OPEN_INTENTS} and pays_from = 'bank-account' and processing_at is not null`

const isOpen = (state: unknown) => sql`${state} in ${sql.raw(OPEN_INTENTS)}`

/** Links by which somebody else pays so much of a booking, or of one traveler's share (rules 2.27). */
export const payerLinks = sqliteTable(
  'payer_links',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** Whose share; null where it counts for all. */
    forTravelerId: integer('for_traveler_id'),
    /** Who pays, as whoever made the link calls them. */
    payerName: text('payer_name').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** The unguessable part of the link. */
    linkToken: text('link_token').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    check('payer_links_amount', sql`${t.amountCents} > 0`),
    index('payer_links_by_booking').on(t.bookingId),
  ],
)

/** What we asked Stripe to collect. A row is written before Stripe is called, so that none is forgotten. */
export const paymentIntents = sqliteTable(
  'payment_intents',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id),
    purpose: text('purpose', { enum: INTENT_PURPOSES }).notNull(),
    method: text('method', { enum: INTENT_METHODS }).notNull(),
    paysFrom: text('pays_from', { enum: PAYS_FROM }).notNull().default('card'),
    /** Whether Stripe keeps what it is paid from, for installments that are charged by themselves. */
    savesMethod: flag('saves_method').notNull().default(false),
    installmentNumber: integer('installment_number'),
    /** Whose share it pays; null where it counts for all. No key: who has left had it all the same. */
    forTravelerId: integer('for_traveler_id'),
    /** Whose own link it is paid by, or the link that was made for somebody else; else the lead traveler. */
    payerTravelerId: integer('payer_traveler_id'),
    payerLinkId: integer('payer_link_id').references(() => payerLinks.id, { onDelete: 'set null' }),
    amountCents: cents('amount_cents').notNull(),
    /** What the price is lowered by for paying it from a bank account, as the page showed it. */
    discountCents: cents('discount_cents')
      .notNull()
      .default(0 as Cents),
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
    /**
     * Since when the money is on its way, as Stripe says: of a card no reminder goes out in the meantime, and
     * from a bank account it is not asked for.
     */
    processingAt: instant('processing_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('payment_intents_purpose', oneOf(t.purpose, INTENT_PURPOSES)),
    check('payment_intents_state', oneOf(t.state, INTENT_STATES)),
    check('payment_intents_method', oneOf(t.method, INTENT_METHODS)),
    check('payment_intents_pays_from', oneOf(t.paysFrom, PAYS_FROM)),
    check('payment_intents_amount', sql`${t.amountCents} > 0`),
    check('payment_intents_booking', sql`${t.bookingId} is not null or ${t.purpose} = 'display'`),
    uniqueIndex('payment_intents_one_open')
      .on(t.bookingId)
      .where(sql`${isOpen(t.state)} and not (${sql.raw(ON_ITS_WAY)}) and ${t.forTravelerId} is null`),
    uniqueIndex('payment_intents_one_open_for_a_share')
      .on(t.forTravelerId)
      .where(sql`${isOpen(t.state)} and not (${sql.raw(ON_ITS_WAY)}) and ${t.forTravelerId} is not null`),
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

/** One installment as a guest agreed that it is charged. */
export type AgreedCharge = { number: number; dueOn: string; amountCents: Cents }

/**
 * Who agreed that installments are charged by themselves, to which words, and what is charged. It stands from
 * the first payment or setup that kept the card (`startedAt`) until it ends; kept for three years after.
 */
export const autopayConsents = sqliteTable(
  'autopay_consents',
  {
    id: id(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** Whose share is charged; null where it is for all. No key: who has left had it all the same. */
    forTravelerId: integer('for_traveler_id'),
    /** Who pays: may be another than the traveler. */
    payerEmail: text('payer_email').notNull(),
    /** The sentence as it was shown. */
    words: text('words').notNull(),
    plan: text('plan', { mode: 'json' }).$type<AgreedCharge[]>().notNull(),
    agreedAt: instant('agreed_at').notNull(),
    paysFrom: text('pays_from', { enum: PAYS_FROM }).notNull().default('card'),
    stripeCustomerId: text('stripe_customer_id').notNull(),
    /** Stripe's, with what a guest knows it by: 'Visa', '4242', 2030-04. Null until it is kept. */
    stripeMethodId: text('stripe_method_id'),
    brand: text('brand'),
    last4: text('last4'),
    expiresIn: text('expires_in'),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    endedFor: text('ended_for', { enum: AUTOPAY_ENDS }),
    /** Since when Stripe keeps it no longer. */
    detachedAt: instant('detached_at'),
  },
  (t) => [
    check('autopay_consents_pays_from', oneOf(t.paysFrom, PAYS_FROM)),
    check('autopay_consents_ended_for', oneOf(t.endedFor, AUTOPAY_ENDS)),
    check('autopay_consents_ended', sql`(${t.endedAt} is null) = (${t.endedFor} is null)`),
    check('autopay_consents_started', sql`${t.startedAt} is null or ${t.stripeMethodId} is not null`),
    index('autopay_consents_by_booking').on(t.bookingId),
    index('autopay_consents_by_mailbox').on(mailboxKey(t.payerEmail)),
    uniqueIndex('autopay_consents_one')
      .on(t.bookingId)
      .where(sql`${t.startedAt} is not null and ${t.endedAt} is null and ${t.forTravelerId} is null`),
    uniqueIndex('autopay_consents_one_for_a_share')
      .on(t.forTravelerId)
      .where(sql`${t.startedAt} is not null and ${t.endedAt} is null and ${t.forTravelerId} is not null`),
    index('autopay_consents_by_end').on(t.endedAt).where(sql`${t.endedAt} is not null`),
    index('autopay_consents_to_detach')
      .on(t.endedAt)
      .where(sql`${t.stripeMethodId} is not null and ${t.detachedAt} is null and ${t.endedAt} is not null`),
  ],
)

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
    /** Whose share it pays; null where it counts for all, and of what went back. */
    forTravelerId: integer('for_traveler_id'),
    /**
     * Stripe's refund, or the dispute that took the money; with ':failed' or ':won' what balanced it later.
     */
    stripeRefundId: text('stripe_refund_id').unique(),
    note: text('note'),
    /** Paid back by hand, and to be paid again (rules 4.5). */
    isOwedAgain: flag('is_owed_again').notNull().default(false),
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
