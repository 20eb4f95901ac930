import { getTableColumns, getTableName, isTable } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { labelOf } from '#app/server/personal/held-words'
import { PERSONAL_TABLES } from '#app/server/personal/personal-tables.server'

// Whatever is held of people stands in one list: a table or a column that is new is not forgotten there.

const SCHEMAS = import.meta.glob<Record<string, unknown>>('../../../db/schema/*.ts', { eager: true })
const schema = Object.values(SCHEMAS).flatMap((module) =>
  Object.values(module).filter((value): value is SQLiteTable => isTable(value)),
)

/** Tables of the schema that say nothing of a guest, and why. */
const OF_NO_GUEST: Record<string, string[]> = {
  'What the company sells and shows.': [
    ...['tours', 'tour_items', 'departures', 'departure_days', 'trip_notes', 'trip_files', 'discount_codes'],
    ...['site_settings', 'opening_steps', 'page_words', 'legal_versions', 'experiences', 'testimonials'],
    ...[
      'lodges',
      'gallery_images',
      'films',
      'broadcasts',
      'schedule_changes',
      'aboard_ticks',
      'documents',
      'document_versions',
      'guide_departures',
    ],
  ],
  'Of staff, who are no guests.': [
    ...['admin_users', 'sessions', 'password_resets', 'email_proofs', 'second_factors', 'recovery_codes'],
    ...['desk_settings', 'guess_counts', 'audit_log'],
  ],
  'What runs, and figures that name no one.': [
    ...['job_runs', 'job_leases', 'alerts', 'page_views', 'daily_views', 'slot_tallies', 'totals'],
    ...['marketing_spend', 'content_version', 'stripe_events', 'stripe_movements', 'payouts'],
    ...['departure_costs', 'book_closings'],
  ],
  'Codes of addresses, by which no one reads them: they keep who was erased off imported lists.': [
    'erased_addresses',
  ],
  'What was done to a booking, by numbers and days alone.': [
    ...['rooms', 'departure_moves', 'room_changes', 'schedule_choices', 'offered_places', 'form_keys'],
    ...['reminders', 'broadcast_recipients', 'waitlist_offers', 'leader_terms'],
  ],
  'Follows bookings and travelers by triggers.': ['booking_words'],
}

const listed = PERSONAL_TABLES.map(({ table }) => getTableName(table))

test('each table of the schema is in the list, or says nothing of a guest', () => {
  const known = [...listed, ...Object.values(OF_NO_GUEST).flat()]
  expect(known.toSorted()).toEqual(schema.map((table) => getTableName(table)).toSorted())
})

test.each(PERSONAL_TABLES.map((held) => [getTableName(held.table), held] as const))(
  'each column of %s is said to be someone’s, or not',
  (_, { table, columns, erased }) => {
    expect(Object.keys(columns).toSorted()).toEqual(Object.keys(getTableColumns(table)).toSorted())
    const theirs = Object.entries(columns).filter(([, use]) => use === 'theirs')
    if (erased === 'stays') expect(theirs).toEqual([])
    if (typeof erased !== 'function') return
    const replaced = Object.keys(erased('2025-06-01'))
    for (const [column] of theirs) expect(replaced).toContain(column)
  },
)

test.each(PERSONAL_TABLES.map((held) => [getTableName(held.table), held] as const))(
  'what is held in %s has a label for its reader, for staff without a word to the person',
  (table, { what, columns }) => {
    const shown = Object.entries(columns)
      .filter(([, use]) => use !== 'ours')
      .map(([column]) => column.replace(/^sealed(.)/, (_, first: string) => first.toLowerCase()))
    const labels = shown.map((column) => labelOf(table, column) ?? `no label: ${column}`)
    expect(labels.filter((label) => !/^[A-Z]/.test(label))).toEqual([])
    expect(new Set(labels).size).toBe(labels.length)
    expect([what.staff, ...labels].join(' ')).not.toMatch(/\byours?\b|\byou\b/i)
  },
)
