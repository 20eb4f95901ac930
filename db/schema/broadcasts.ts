import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  ADDRESSEES,
  type Audience,
  BROADCAST_STATES,
  BROADCAST_TIMINGS,
  LETTER_KINDS,
  SKIP_REASONS,
} from '../values'
import { flag, id, instant, oneOf } from './columns'
import { adminUsers } from './staff'
import { departures } from './tours'

/**
 * One letter to many: to the subscribers (a campaign), or to the travelers of a departure: the journey's own
 * ones, which are copied with it, and what staff write. Whom it goes to is looked at again when it leaves.
 */
export const broadcasts = sqliteTable(
  'broadcasts',
  {
    id: id(),
    /** Null where it is for the subscribers. */
    departureId: integer('departure_id').references(() => departures.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: LETTER_KINDS }).notNull().default('written'),
    subject: text('subject').notNull(),
    /** Markdown, as staff wrote it. */
    body: text('body').notNull(),
    audience: text('audience', { mode: 'json' }).$type<Audience>().notNull(),
    addressees: text('addressees', { enum: ADDRESSEES }).notNull(),
    /** Asks to press "I have read this". */
    isUrgent: flag('is_urgent').notNull().default(false),
    timing: text('timing', { enum: BROADCAST_TIMINGS }).notNull(),
    sendOn: text('send_on'),
    /** Before the first day, or after the last. */
    days: integer('days'),
    /** The minute of that day, on the business's clocks. */
    sendMinute: integer('send_minute').notNull(),
    state: text('state', { enum: BROADCAST_STATES }).notNull().default('draft'),
    skippedBecause: text('skipped_because', { enum: SKIP_REASONS }),
    version: integer('version').notNull().default(1),
    /** One opened form: a second press of its button writes no second letter. */
    formKey: text('form_key').unique(),
    /** Of a campaign: the subscribers when sending began, what progress is measured against. */
    recipients: integer('recipients').notNull().default(0),
    /** The last subscriber whose mail is in the outbox, and the last one to be written to. */
    postedThroughId: integer('posted_through_id').notNull().default(0),
    lastSubscriberId: integer('last_subscriber_id').notNull().default(0),
    /** What the addresses of a letter's page called it while campaigns had numbers of their own. */
    formerLetterId: integer('former_letter_id'),
    createdBy: integer('created_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    sendingAt: instant('sending_at'),
    sentAt: instant('sent_at'),
  },
  (t) => [
    check('broadcasts_kind', oneOf(t.kind, LETTER_KINDS)),
    check('broadcasts_addressees', oneOf(t.addressees, ADDRESSEES)),
    check('broadcasts_state', oneOf(t.state, BROADCAST_STATES)),
    check('broadcasts_timing', oneOf(t.timing, BROADCAST_TIMINGS)),
    check('broadcasts_day', sql`(${t.timing} = 'on-day') = (${t.sendOn} is not null)`),
    check('broadcasts_days', sql`(${t.timing} in ('before', 'after')) = (${t.days} is not null)`),
    check('broadcasts_minute', sql`${t.sendMinute} between 0 and 1439`),
    check('broadcasts_scheduled', sql`${t.state} <> 'scheduled' or ${t.timing} <> 'by-hand'`),
    check('broadcasts_skipped', sql`(${t.state} = 'skipped') = (${t.skippedBecause} is not null)`),
    check(
      'broadcasts_audience',
      sql`(${t.departureId} is null) = (${t.audience} ->> 'who' = 'subscribers')
        and (${t.departureId} is not null or (${t.days} is null and ${t.isUrgent} = 0 and ${t.kind} = 'written'))`,
    ),
    index('broadcasts_by_departure').on(t.departureId).where(sql`${t.departureId} is not null`),
    index('broadcasts_campaigns_by_age').on(t.createdAt, t.id).where(sql`${t.departureId} is null`),
    uniqueIndex('broadcasts_own_once').on(t.departureId, t.kind).where(sql`${t.kind} <> 'written'`),
    index('broadcasts_to_leave').on(t.id).where(sql`${t.state} in ('scheduled', 'sending')`),
  ],
)
