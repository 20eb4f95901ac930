import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LEADER_STATES } from '../values'
import { cents, id, instant, oneOf } from './columns'
import { departures } from './tours'

/** People who bring others: whoever books with a leader's code is theirs. They apply, or staff add them. */
export const leaders = sqliteTable(
  'leaders',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    /** What they wrote of whom they would bring. */
    message: text('message').notNull().default(''),
    state: text('state', { enum: LEADER_STATES }).notNull().default('applied'),
    /** What is typed at checkout and stands in links: in capitals, without spaces. Null until approved. */
    code: text('code').unique(),
    /** The unguessable part of the link of their own page. */
    pageKey: text('page_key').notNull().unique(),
    /** What staff remember of them; no one else reads it. */
    notes: text('notes').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('leaders_state', oneOf(t.state, LEADER_STATES)),
    check('leaders_code', sql`${t.state} = 'applied' or ${t.code} is not null`),
    index('leaders_by_state').on(t.state, t.createdAt),
    index('leaders_by_email').on(sql`lower(${t.email})`),
  ],
)

/**
 * What was agreed with a leader for a departure: seats that are kept for their code until a day is over, and
 * the reward. `earned…` is what they have earned by sums, written once on the first day.
 */
export const leaderTerms = sqliteTable(
  'leader_terms',
  {
    id: id(),
    leaderId: integer('leader_id')
      .notNull()
      .references(() => leaders.id, { onDelete: 'cascade' }),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    seats: integer('seats').notNull().default(0),
    /** The last day on which they are kept. */
    releaseOn: text('release_on'),
    /** Since then they are anyone's. */
    releasedAt: instant('released_at'),
    /** One place is free for so many travelers who are paid in full. */
    freeEvery: integer('free_every'),
    /** Or beside it, a sum for each of them. */
    eachCents: cents('each_cents'),
    earnedTravelers: integer('earned_travelers'),
    earnedCents: cents('earned_cents'),
    earnedAt: instant('earned_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('leader_terms_once').on(t.leaderId, t.departureId),
    check('leader_terms_seats', sql`${t.seats} >= 0 and (${t.seats} = 0 or ${t.releaseOn} is not null)`),
    check('leader_terms_free', sql`${t.freeEvery} is null or ${t.freeEvery} >= 1`),
    check('leader_terms_each', sql`${t.eachCents} is null or ${t.eachCents} > 0`),
    index('leader_terms_kept').on(t.departureId).where(sql`${t.seats} > 0 and ${t.releasedAt} is null`),
    index('leader_terms_not_earned').on(t.departureId).where(sql`${t.earnedAt} is null`),
  ],
)
