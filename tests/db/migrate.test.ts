import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { db, sqlite } from '#db/connection.server'
import { migrate } from '#db/migrate.server'
import { tours } from '#db/schema'
import { seed } from '#db/seed/seed.server'
import { SITE_SETTINGS } from '#db/seed/site-settings'

const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The real migrations and one more, as a release would bring it. */
function migrationsAnd(statement: string, name: string): string {
  const migrations = join(folder, name)
  cpSync('db/migrations', migrations, { recursive: true })
  writeFileSync(join(migrations, '9999_next.sql'), statement)
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
  journal.entries.push({ ...journal.entries.at(-1), idx: 9999, when: Date.now(), tag: '9999_next' })
  writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify(journal))
  return migrations
}

const schemaOf = (file: Database.Database) =>
  file.prepare('select sql from sqlite_master order by name').pluck().all()

function migrated(): Database.Database {
  const file = new Database(':memory:')
  migrate(file)
  return file
}

test('a migration that fails leaves the file as it was', () => {
  const file = migrated()
  const before = schemaOf(file)
  const broken = migrationsAnd(
    'create table extra (id integer);--> statement-breakpoint\ninsert into nowhere values (1);',
    'broken',
  )

  expect(() => migrate(file, broken)).toThrow('no such table: nowhere')
  expect(schemaOf(file)).toEqual(before)
})

test('a migration that leaves rows pointing nowhere is refused', () => {
  const file = migrated()
  const orphaning = migrationsAnd("insert into sessions values ('digest', 99, 0, 0);", 'orphaning')

  expect(() => migrate(file, orphaning)).toThrow('point at rows that do not exist')
  expect(file.prepare('select count(*) from sessions').pluck().get()).toBe(0)
})

test('migrations are applied once', () => {
  const file = migrated()
  migrate(file)
  expect(file.pragma('foreign_keys', { simple: true })).toBe(1)
})

/** The migrations of a release that came before. */
function migrationsUpTo(last: number): string {
  const migrations = join(folder, `up-to-${last}`)
  cpSync('db/migrations', migrations, { recursive: true })
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
  journal.entries = journal.entries.filter(({ idx }: { idx: number }) => idx <= last)
  writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify(journal))
  return migrations
}

test('a site from before address, hours and profile moved to Settings says the same words afterwards', () => {
  const file = new Database(':memory:')
  migrate(file, migrationsUpTo(4))
  file.exec(
    `insert into site_settings (id, hero_title, hero_subtitle, about_text, footer_text, contact_email, contact_phone, updated_at)
     values (1, 'Ours', 'Ours', 'Ours', 'Ours', 'a@b.example', '+1 512', 0)`,
  )
  migrate(file)
  const { postalAddress, openingHours, leaderName, leaderRole, leaderText, leaderPicture } = SITE_SETTINGS
  expect(file.prepare('select * from site_settings').get()).toMatchObject({
    hero_title: 'Ours',
    postal_address: postalAddress,
    opening_hours: openingHours,
    leader_name: leaderName,
    leader_role: leaderRole,
    leader_text: leaderText,
    leader_picture: leaderPicture,
  })
})

test('the connection syncs every commit, waits for others and keeps foreign keys', () => {
  expect(sqlite.pragma('synchronous', { simple: true })).toBe(2)
  expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1)
  expect(sqlite.pragma('busy_timeout', { simple: true })).toBe(5000)
})

test('the seed brings the tour of the spec once, and leaves what staff changed', () => {
  expect(db.select().from(tours).all()).toMatchObject([
    {
      startsOn: '2025-10-16',
      endsOn: '2025-10-27',
      seats: 20,
      depositCents: 50_000,
      doublePriceCents: 450_000,
      singlePriceCents: 650_000,
    },
  ])
  db.update(tours).set({ seats: 18 }).run()
  seed(db)
  expect(db.select().from(tours).get()?.seats).toBe(18)
})

test.each([
  ['a deposit below nothing', 'update tours set deposit_cents = -1'],
  [
    'a second settings row',
    'insert into site_settings (id, hero_title, hero_subtitle, about_text, footer_text, contact_email, contact_phone, updated_at) select 2, hero_title, hero_subtitle, about_text, footer_text, contact_email, contact_phone, updated_at from site_settings',
  ],
  [
    'a refund that brings money in',
    "insert into payments (kind, method, amount_cents, created_at) values ('refund', 'card', 500, 0)",
  ],
  [
    'a rating of six',
    "insert into testimonials (slug, name, location, rating, review) values ('x', 'x', 'x', 6, 'x')",
  ],
])('the database itself refuses %s', (_, statement) => {
  expect(() => sqlite.exec(statement)).toThrow('CHECK constraint failed')
})
