import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { OUTBOX_STATES, REMINDER_KINDS } from '../values'
import { bookings } from './bookings'
import { broadcasts } from './broadcasts'
import { id, instant, oneOf } from './columns'
import { installments } from './money'
import { contactInquiries, newsletterSubscriptions } from './people'

/** Each kind goes out once for an installment (rules 3.5), and for each declined share of it (rules 3.17). */
export const reminders = sqliteTable(
  'reminders',
  {
    id: id(),
    installmentId: integer('installment_id')
      .notNull()
      .references(() => installments.id, { onDelete: 'cascade' }),
    /** Whose share alone it asks for, since its charge was declined. No key, as in `outbox`. */
    forTravelerId: integer('for_traveler_id'),
    kind: text('kind', { enum: REMINDER_KINDS }).notNull(),
    outboxId: integer('outbox_id').references(() => outbox.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('reminders_kind', oneOf(t.kind, REMINDER_KINDS)),
    uniqueIndex('reminders_once').on(t.installmentId, t.kind).where(sql`${t.forTravelerId} is null`),
    // Of all rows: an installment that goes finds its own by it.
    uniqueIndex('reminders_once_for_a_share').on(t.installmentId, t.forTravelerId, t.kind),
    index('reminders_by_mail').on(t.outboxId),
  ],
)

/** Mail, written in the transaction that causes it and sent afterward. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    kind: text('kind').notNull(),
    /** One mail to an address for one occasion: the second attempt to write it changes nothing. */
    occasion: text('occasion').notNull(),
    bookingId: integer('booking_id').references(() => bookings.id, { onDelete: 'set null' }),
    /** Of a broadcast to subscribers: which one. */
    campaignId: integer('campaign_id').references(() => broadcasts.id, { onDelete: 'set null' }),
    /** Of a campaign's mail: who reads it. */
    subscriberId: integer('subscriber_id').references(() => newsletterSubscriptions.id, {
      onDelete: 'set null',
    }),
    /** Of a reminder: what it asks for. */
    installmentId: integer('installment_id').references(() => installments.id, { onDelete: 'set null' }),
    /**
     * Whose share alone it asks for: a companion's reminder, what the lead traveler reads of a declined one,
     * or a failed bank payment's letter. No key: a canceled traveler has had it all the same.
     */
    travelerId: integer('traveler_id'),
    /** Of a reminder that staff sent: the opened form. The schedule has none. */
    formKey: text('form_key'),
    toName: text('to_name').notNull(),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body').notNull(),
    headers: text('headers', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
    messageId: text('message_id').notNull().unique(),
    state: text('state', { enum: OUTBOX_STATES }).notNull().default('waiting'),
    /** A lower one goes out first, whatever waits (app/mail/open-actions.ts). */
    rank: integer('rank').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** Of one that is being sent: until when, by the machine's clock, no one else takes it. */
    claimEndsAt: instant('claim_ends_at'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    check('outbox_state', oneOf(t.state, OUTBOX_STATES)),
    uniqueIndex('outbox_once').on(t.occasion, t.toAddress),
    index('outbox_due').on(t.rank, t.nextAttemptAt).where(sql`${t.state} in ('waiting', 'sending')`),
    index('outbox_by_booking').on(t.bookingId),
    // What strangers had us write in a day (app/mail/site-limits.server.ts).
    index('outbox_by_kind').on(t.kind, t.createdAt),
    index('outbox_by_campaign').on(t.campaignId, t.state).where(sql`${t.campaignId} is not null`),
    index('outbox_by_subscriber').on(t.subscriberId).where(sql`${t.subscriberId} is not null`),
    index('outbox_by_installment')
      .on(t.installmentId, t.createdAt)
      .where(sql`${t.installmentId} is not null`),
    // What the daily job asks for (app/retention).
    index('outbox_sent_words').on(t.sentAt).where(sql`${t.state} = 'sent' and ${t.textBody} <> ''`),
    index('outbox_about_no_booking')
      .on(t.createdAt)
      .where(sql`${t.bookingId} is null and ${t.campaignId} is null`),
    index('outbox_failed').on(t.createdAt).where(sql`${t.state} = 'failed'`),
  ],
)

/** What staff answered to an inquiry by a letter from the site; it goes with the inquiry. */
export const inquiryAnswers = sqliteTable(
  'inquiry_answers',
  {
    id: id(),
    contactId: integer('contact_id')
      .notNull()
      .references(() => contactInquiries.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** The letter, which says whether it left: it is retained as long as the answer. */
    mailId: integer('mail_id')
      .notNull()
      .unique()
      .references(() => outbox.id),
    /** One opened form: a second press of its button sends nothing. */
    formKey: text('form_key').notNull().unique(),
    /** A username, as in the audit log: it stays when the account goes. */
    writtenBy: text('written_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('inquiry_answers_by_contact').on(t.contactId)],
)

/**
 * Who got a letter to a departure, each once. No key to `travelers`: a canceled traveler has had it all the
 * same.
 */
export const broadcastRecipients = sqliteTable(
  'broadcast_recipients',
  {
    id: id(),
    broadcastId: integer('broadcast_id')
      .notNull()
      .references(() => broadcasts.id, { onDelete: 'cascade' }),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    travelerId: integer('traveler_id').notNull(),
    /** Null where it was taken back before it left: the traveler canceled in the meantime. */
    outboxId: integer('outbox_id').references(() => outbox.id, { onDelete: 'set null' }),
    /** The unguessable part of the link by which someone says that they have read it; null unless urgent. */
    readToken: text('read_token').unique(),
    readAt: instant('read_at'),
  },
  (t) => [
    uniqueIndex('broadcast_recipients_once').on(t.broadcastId, t.travelerId),
    index('broadcast_recipients_by_booking').on(t.bookingId),
    index('broadcast_recipients_by_mail').on(t.outboxId),
  ],
)
