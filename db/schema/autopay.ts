import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { AUTOPAY_CHARGE_STATES } from '../values'
import { bookings } from './bookings'
import { cents, id, instant, oneOf } from './columns'
import { outbox } from './mail'
import { autopayConsents, paymentIntents } from './money'

/**
 * One installment on one due day, as it was announced to be charged by a consent, and what became of it. It
 * is claimed with its intent; on one due day an installment, or a share of it, is charged once, by whatever
 * consent.
 */
export const autopayCharges = sqliteTable(
  'autopay_charges',
  {
    id: id(),
    consentId: integer('consent_id')
      .notNull()
      .references(() => autopayConsents.id, { onDelete: 'cascade' }),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** As its consent's: whose part of the installment. */
    forTravelerId: integer('for_traveler_id'),
    number: integer('number').notNull(),
    dueOn: text('due_on').notNull(),
    /** As announced: it is never charged more. */
    amountCents: cents('amount_cents').notNull(),
    /** The day of the charge as the payer was told it. */
    chargeOn: text('charge_on').notNull(),
    announcedAt: instant('announced_at').notNull(),
    /** The letter to the payer: it says whether and when that left. */
    announcementId: integer('announcement_id').references(() => outbox.id, { onDelete: 'set null' }),
    announcedAgainAt: instant('announced_again_at'),
    state: text('state', { enum: AUTOPAY_CHARGE_STATES }).notNull().default('announced'),
    /** How often it was declined, and on which days first and last. */
    tries: integer('tries').notNull().default(0),
    firstTriedOn: text('first_tried_on'),
    triedOn: text('tried_on'),
    /** Stripe's words for the last decline. */
    declineCode: text('decline_code'),
    adviceCode: text('advice_code'),
    nextTryOn: text('next_try_on'),
    /** Of the last try. Begun: since when Stripe may have been told to charge. */
    intentId: integer('intent_id').references(() => paymentIntents.id),
    begunAt: instant('begun_at'),
  },
  (t) => [
    check('autopay_charges_state', oneOf(t.state, AUTOPAY_CHARGE_STATES)),
    check('autopay_charges_amount', sql`${t.amountCents} > 0`),
    check('autopay_charges_not_early', sql`${t.chargeOn} >= ${t.dueOn}`),
    check(
      'autopay_charges_claimed',
      sql`${t.state} not in ('charging', 'paid') or ${t.intentId} is not null`,
    ),
    check('autopay_charges_waiting', sql`(${t.state} = 'waiting') = (${t.nextTryOn} is not null)`),
    check('autopay_charges_tried', sql`(${t.tries} > 0) = (${t.triedOn} is not null)`),
    uniqueIndex('autopay_charges_once').on(t.consentId, t.number, t.dueOn),
    uniqueIndex('autopay_charges_charged_once')
      .on(t.bookingId, t.number, t.dueOn)
      .where(sql`${t.state} in ('charging', 'paid') and ${t.forTravelerId} is null`),
    uniqueIndex('autopay_charges_charged_once_for_a_share')
      .on(t.forTravelerId, t.number, t.dueOn)
      .where(sql`${t.state} in ('charging', 'paid') and ${t.forTravelerId} is not null`),
    index('autopay_charges_by_booking').on(t.bookingId, t.number),
    index('autopay_charges_by_intent').on(t.intentId).where(sql`${t.intentId} is not null`),
    index('autopay_charges_by_mail').on(t.announcementId).where(sql`${t.announcementId} is not null`),
    index('autopay_charges_open').on(t.state).where(sql`${t.state} in ('announced', 'charging', 'waiting')`),
  ],
)
