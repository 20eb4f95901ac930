import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { STAFF_ROLES } from '../values'
import { id, instant, oneOf } from './columns'

export const adminUsers = sqliteTable(
  'admin_users',
  {
    id: id(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: STAFF_ROLES }).notNull().default('admin'),
    createdAt: instant('created_at').notNull(),
    lastLoginAt: instant('last_login_at'),
    /** Confirmed by its owner, with a link that went there: where the link to a new password goes. */
    email: text('email'),
    /** Of a guide: by which name and telephone the trip book introduces them; empty: not at all. */
    guideName: text('guide_name').notNull().default(''),
    guidePhone: text('guide_phone').notNull().default(''),
  },
  (t) => [
    uniqueIndex('admin_users_username').on(sql`lower(${t.username})`),
    uniqueIndex('admin_users_email').on(sql`lower(${t.email})`),
    check('admin_users_role', oneOf(t.role, STAFF_ROLES)),
  ],
)

/** Staff sessions; the cookie holds the token, the table only its digest. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenDigest: text('token_digest').primaryKey(),
    adminUserId: integer('admin_user_id').notNull(),
    /** The kind of browser, in plain words. */
    browser: text('browser').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull().default(sql`0`),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.adminUserId], foreignColumns: [adminUsers.id] }).onDelete('cascade'),
    index('sessions_by_user').on(t.adminUserId),
    index('sessions_by_end').on(t.expiresAt),
  ],
)

/**
 * A way to a new password, at most one for an account; the link holds the token, the table only its digest.
 */
export const passwordResets = sqliteTable('password_resets', {
  adminUserId: integer('admin_user_id')
    .primaryKey()
    .references(() => adminUsers.id, { onDelete: 'cascade' }),
  /** Of the letter that brings the link: the token is made as that leaves. */
  occasion: text('occasion').unique(),
  tokenDigest: text('token_digest').unique(),
  endsAt: instant('ends_at').notNull(),
})

/**
 * An address that the owner of an account has still to confirm, at most one for an account: `email` of the
 * account itself is a confirmed one. Stays when its link has ended, for another letter.
 */
export const emailProofs = sqliteTable('email_proofs', {
  adminUserId: integer('admin_user_id')
    .primaryKey()
    .references(() => adminUsers.id, { onDelete: 'cascade' }),
  email: text('email').notNull(),
  /** Of the letter that brings the link, as for a new password. */
  occasion: text('occasion').notNull().unique(),
  tokenDigest: text('token_digest').unique(),
  endsAt: instant('ends_at').notNull(),
})

/**
 * What an account's app makes its codes of, one for an account. Before a first code was right it is only
 * being set up.
 */
export const secondFactors = sqliteTable(
  'second_factors',
  {
    id: id(),
    adminUserId: integer('admin_user_id')
      .notNull()
      .unique()
      .references(() => adminUsers.id, { onDelete: 'cascade' }),
    /** Encrypted: who reads the database can make no code. */
    sealedSecret: text('sealed_secret').notNull(),
    /** The step of time whose code was good last: neither it nor an earlier one is good again. */
    lastStep: integer('last_step').notNull().default(0),
    /** Of the hashes of its recovery codes. */
    recoverySalt: text('recovery_salt'),
    begunAt: instant('begun_at').notNull(),
    turnedOnAt: instant('turned_on_at'),
  },
  (t) => [
    check('second_factors_last_step', sql`${t.lastStep} >= 0`),
    check('second_factors_on', sql`(${t.turnedOnAt} is null) = (${t.recoverySalt} is null)`),
  ],
)

/** For who has no app at hand; a code that was used is deleted. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    secondFactorId: integer('second_factor_id')
      .notNull()
      .references(() => secondFactors.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.secondFactorId, t.codeHash] })],
)

/** What staff decide about signing in: one row, absent while no one has decided anything. */
export const adminSettings = sqliteTable(
  'desk_settings',
  { id: integer('id').primaryKey(), idleHours: integer('idle_hours').notNull() },
  (t) => [
    check('desk_settings_one_row', sql`${t.id} = 1`),
    check('desk_settings_idle_hours', sql`${t.idleHours} between 1 and 24`),
  ],
)

/**
 * How often someone tried to be let in, by name and origin as digests: windows that have ended are
 * forgotten.
 */
export const guessCounts = sqliteTable(
  'guess_counts',
  {
    counter: text('counter').primaryKey(),
    guesses: integer('guesses').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [check('guess_counts_positive', sql`${t.guesses} > 0`), index('guess_counts_by_end').on(t.endsAt)],
)

/** What staff did and every event of money. `subject` is what it was done to, as 'booking:TS-ABC123'. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: id(),
    actorId: integer('actor_id').references(() => adminUsers.id, { onDelete: 'set null' }),
    /** The username, or who acted when no one was signed in: 'traveler', 'stripe', 'schedule'. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: text('detail', { mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('audit_log_by_subject').on(t.subject, t.createdAt),
    index('audit_log_by_age').on(t.createdAt),
    index('audit_log_of_strangers').on(t.createdAt).where(sql`${t.actor} = 'somebody'`),
    index('audit_log_by_actor').on(t.actorId, t.createdAt),
  ],
)
