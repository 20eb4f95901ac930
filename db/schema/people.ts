import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CAUGHT_FORMS, SUBSCRIBER_STATES } from '../values'
import { bookings } from './bookings'
import { broadcasts } from './broadcasts'
import { id, instant, mailboxKey, oneOf } from './columns'

export const contactInquiries = sqliteTable(
  'contact_inquiries',
  {
    id: id(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    interest: text('interest').notNull(),
    message: text('message').notNull(),
    /** Of the sender's network: one of 65,536 counters, which says nothing about who it was. */
    network: integer('network'),
    answeredAt: instant('answered_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('contact_inquiries_by_age').on(t.createdAt, t.id),
    index('contact_inquiries_unanswered').on(t.createdAt, t.id).where(sql`${t.answeredAt} is null`),
    index('contact_inquiries_by_interest').on(t.interest, t.createdAt, t.id),
    index('contact_inquiries_by_mailbox').on(mailboxKey(t.email)),
  ],
)

/** What came by a public form with its hidden field filled: spam, or a guest whose browser filled it. */
export const caughtMessages = sqliteTable(
  'caught_messages',
  {
    id: id(),
    form: text('form', { enum: CAUGHT_FORMS }).notNull(),
    /** What was typed, by field, as it came. */
    words: text('words', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('caught_messages_form', oneOf(t.form, CAUGHT_FORMS)),
    index('caught_messages_by_age').on(t.createdAt),
  ],
)

/**
 * What staff write down about a booking, or about someone who wrote. One with a day is a task until it is
 * done.
 */
export const notes = sqliteTable(
  'notes',
  {
    id: id(),
    bookingId: integer('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    contactId: integer('contact_id').references(() => contactInquiries.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    dueOn: text('due_on'),
    /** One opened form: a second press of its button writes nothing. */
    formKey: text('form_key').notNull().unique(),
    /** Usernames, as in the audit log: they stay when an account goes. */
    writtenBy: text('written_by').notNull(),
    createdAt: instant('created_at').notNull(),
    doneBy: text('done_by'),
    doneAt: instant('done_at'),
  },
  (t) => [
    check('notes_about_one', sql`(${t.bookingId} is null) <> (${t.contactId} is null)`),
    check('notes_done', sql`(${t.doneAt} is null) = (${t.doneBy} is null)`),
    check('notes_only_tasks_done', sql`${t.doneAt} is null or ${t.dueOn} is not null`),
    index('notes_by_booking').on(t.bookingId).where(sql`${t.bookingId} is not null`),
    index('notes_by_contact').on(t.contactId).where(sql`${t.contactId} is not null`),
    index('notes_to_do').on(t.dueOn, t.id).where(sql`${t.dueOn} is not null and ${t.doneAt} is null`),
  ],
)

export const newsletterSubscriptions = sqliteTable(
  'newsletter_subscriptions',
  {
    id: id(),
    email: text('email').notNull(),
    consentAt: instant('consent_at').notNull(),
    unsubscribeToken: text('unsubscribe_token').notNull().unique(),
    unsubscribedAt: instant('unsubscribed_at'),
    /** The campaign whose link was used. */
    unsubscribedCampaignId: integer('unsubscribed_campaign_id').references(() => broadcasts.id, {
      onDelete: 'set null',
    }),
    /**
     * 'form' for those who subscribed themselves, else the username of the person who asserted their consent.
     */
    consentSource: text('consent_source').notNull().default('form'),
    /** The unguessable part of the link in the confirmation letter; null where staff asserted the consent. */
    confirmToken: text('confirm_token'),
    /** Since when a request by the form waits for its confirmation; null once confirmed, or left. */
    waitingSince: instant('waiting_since'),
    confirmedAt: instant('confirmed_at'),
    /** Someone who had left stays so while they wait: `unsubscribed_at` goes with the confirmation. */
    state: text('state', { enum: SUBSCRIBER_STATES })
      .notNull()
      .generatedAlwaysAs(
        sql`case
          when waiting_since is not null then 'waiting'
          when unsubscribed_at is not null then 'left'
          else 'confirmed' end`,
        { mode: 'virtual' },
      ),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('newsletter_subscriptions_email').on(sql`lower(${t.email})`),
    index('newsletter_subscriptions_by_mailbox').on(mailboxKey(t.email)),
    uniqueIndex('newsletter_subscriptions_confirm_token').on(t.confirmToken),
    index('newsletter_subscriptions_by_state').on(t.state, t.createdAt, t.id),
    index('newsletter_subscriptions_by_form').on(t.createdAt).where(sql`${t.consentSource} = 'form'`),
    index('newsletter_subscriptions_waiting').on(t.waitingSince).where(sql`${t.waitingSince} is not null`),
    index('newsletter_subscriptions_by_age').on(t.createdAt, t.id),
    index('newsletter_unsubscribed_by_campaign')
      .on(t.unsubscribedCampaignId)
      .where(sql`${t.unsubscribedCampaignId} is not null`),
  ],
)

/**
 * Whom staff may not put on the newsletter again: a digest of each address that was erased, by which no one
 * can read it.
 */
export const erasedAddresses = sqliteTable(
  'erased_addresses',
  {
    id: id(),
    digest: text('digest').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('erased_addresses_by_age').on(t.createdAt)],
)

/** Who asked, by the link to their mailbox, to be erased. What is erased takes the request along. */
export const erasureRequests = sqliteTable(
  'erasure_requests',
  {
    id: id(),
    email: text('email').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('erasure_requests_by_age').on(t.createdAt)],
)
