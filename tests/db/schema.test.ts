import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sqlite } from '#db/connection.server'
import { patiently } from '#scripts/test/patience.mjs'

// The database that the migrations make is the one that the code believes in: its checks follow our
// constants, and a table that a migration rewrote has its triggers again.

const folder = mkdtempSync(join(tmpdir(), 'savanna-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('migrations have nothing left to write', { timeout: patiently(30_000) }, () => {
  cpSync('db/migrations', folder, { recursive: true })
  const out = relative('.', folder)
  const said = execFileSync(
    process.execPath,
    [
      'node_modules/drizzle-kit/bin.cjs',
      'generate',
      '--dialect=sqlite',
      '--schema=./db/schema/*.ts',
      `--out=${out}`,
    ],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  )
  expect(said).toContain('No schema changes')
})

test('every table has the triggers that migrations gave it', () => {
  const triggers = sqlite
    .prepare<[], { name: string; on: string }>(
      "select name, tbl_name as 'on' from sqlite_master where type = 'trigger' order by tbl_name, name",
    )
    .all()
  const counts: Record<string, number> = {}
  for (const { on } of triggers) counts[on] = (counts[on] ?? 0) + 1
  expect(counts).toMatchInlineSnapshot(`
    {
      "book_closings": 2,
      "booking_words": 3,
      "bookings": 14,
      "charges": 3,
      "contact_inquiries": 8,
      "departure_days": 3,
      "departures": 4,
      "document_versions": 2,
      "experiences": 3,
      "former_words": 1,
      "gallery_images": 3,
      "installments": 7,
      "leader_terms": 3,
      "legal_versions": 2,
      "lodges": 3,
      "newsletter_subscriptions": 4,
      "offered_places": 1,
      "opening_steps": 1,
      "page_views": 1,
      "page_words": 3,
      "payment_intents": 3,
      "payments": 5,
      "refunds": 3,
      "schedule_choices": 2,
      "signatures": 3,
      "site_settings": 2,
      "testimonials": 3,
      "tour_items": 3,
      "tours": 3,
      "traveler_details": 3,
      "travelers": 7,
      "trip_notes": 3,
      "waitlist_entries": 3,
      "waitlist_offers": 3,
    }
  `)
})
