import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SIGNED_AS, SIGNED_BY_LINK, SIGNERS } from '../values'
import { bookings } from './bookings'
import { flag, id, instant, oneOf } from './columns'
import { departures } from './tours'

/** What travelers of a departure sign, such as a waiver. */
export const documents = sqliteTable(
  'documents',
  {
    id: id(),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id, { onDelete: 'cascade' }),
    signers: text('signers', { enum: SIGNERS }).notNull(),
    /** It is to be signed this many days before the first day. */
    daysBefore: integer('days_before').notNull(),
    /** Since when it is asked of no one anymore; its signatures stay. */
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('documents_signers', oneOf(t.signers, SIGNERS)),
    check('documents_days', sql`${t.daysBefore} between 1 and 365`),
    index('documents_by_departure').on(t.departureId),
  ],
)

/** What a document said from a moment on: travelers signed one of these. Never changed. */
export const documentVersions = sqliteTable(
  'document_versions',
  {
    id: id(),
    documentId: integer('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** SHA-256 of title and text, in hex. */
    digest: text('digest').notNull(),
    /** Who signed an earlier version signs again; always so of the first. */
    asksAgain: flag('asks_again').notNull(),
    since: instant('since').notNull(),
  },
  (t) => [index('document_versions_by_document').on(t.documentId, t.id)],
)

/** That somebody signed a version for a traveler. Only the names are erased, with the person. */
export const signatures = sqliteTable(
  'signatures',
  {
    id: id(),
    versionId: integer('version_id')
      .notNull()
      .references(() => documentVersions.id),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    /** No key to `travelers`: who has left signed all the same. */
    travelerId: integer('traveler_id').notNull(),
    /** Whose signature it is, as the booking called them then. */
    travelerName: text('traveler_name').notNull(),
    /** As it was typed. */
    signedName: text('signed_name').notNull(),
    signedAs: text('signed_as', { enum: SIGNED_AS }).notNull(),
    byLink: text('by_link', { enum: SIGNED_BY_LINK }).notNull(),
    /** Of the version, as it was shown. */
    digest: text('digest').notNull(),
    signedAt: instant('signed_at').notNull(),
    /** Since when it counts no more: another person has the seat. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    check('signatures_as', oneOf(t.signedAs, SIGNED_AS)),
    check('signatures_link', oneOf(t.byLink, SIGNED_BY_LINK)),
    uniqueIndex('signatures_once').on(t.versionId, t.travelerId).where(sql`${t.endedAt} is null`),
    index('signatures_by_traveler').on(t.travelerId),
    index('signatures_by_booking').on(t.bookingId),
  ],
)
