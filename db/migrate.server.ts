import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { folded } from '#app/platform/typed/folded'

const applied = `create table if not exists __drizzle_migrations (id integer primary key, hash text not null, created_at numeric)`

const MIGRATIONS = resolve('db/migrations')

/**
 * When the newest migration of this release was written, in milliseconds: a file that has a later one is of a
 * later release.
 */
export const newestMigration = (): number =>
  Math.max(...readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis))

/**
 * The name of the newest migration, where a file of an earlier release has to have it; null where there is
 * nothing to migrate, or nothing in it.
 */
export function migrationAhead(path: string): string | null {
  const file = new Database(path, { readonly: true })
  try {
    const has = file.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
    const newest = has ? file.prepare('select max(created_at) from __drizzle_migrations').pluck().get() : null
    return newest !== null && Number(newest) < newestMigration() ? nameOfNewest() : null
  } finally {
    file.close()
  }
}

function nameOfNewest(): string {
  const { entries } = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  return entries.reduce((one, other) => (other.when > one.when ? other : one)).tag
}

/** Whether a file has every migration of this release: only then can this release read it. */
export function isMigrated(path: string): boolean {
  const file = new Database(path, { readonly: true })
  try {
    const has = file.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
    const newest = has && file.prepare('select max(created_at) from __drizzle_migrations').pluck().get()
    return Number(newest) >= newestMigration()
  } finally {
    file.close()
  }
}

/** As a restore says it of a backup. */
const LATER_RELEASE = 'This database was written by a later release of the site. Start it with that one.'

/**
 * Lets a connection fold words as the site does: triggers write what is searched that way. One without it,
 * such as a program of SQLite's own, cannot write names.
 */
export const teachFolding = (sqlite: Database.Database) =>
  sqlite.function('folded', { deterministic: true }, (text) => (text === null ? null : folded(String(text))))

/**
 * Applies the migrations that this file has not seen, in one transaction: one that fails, leaves a row
 * pointing nowhere, or is of a later release, throws. Not by Drizzle's migrator, which cannot switch off
 * foreign keys: a rebuilt parent would take its children along (rules 9.3).
 */
export function migrate(sqlite: Database.Database, migrationsFolder = MIGRATIONS): void {
  const migrations = readMigrationFiles({ migrationsFolder })
  teachFolding(sqlite)
  sqlite.pragma('foreign_keys = OFF')
  try {
    sqlite
      .transaction(() => {
        sqlite.exec(applied)
        const newest = sqlite.prepare('select max(created_at) from __drizzle_migrations').pluck().get()
        if (Number(newest) > Math.max(...migrations.map(({ folderMillis }) => folderMillis)))
          throw new Error(LATER_RELEASE)
        const record = sqlite.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
        for (const migration of migrations.filter(({ folderMillis }) => folderMillis > Number(newest))) {
          for (const statement of migration.sql) sqlite.exec(statement)
          record.run(migration.hash, migration.folderMillis)
        }
        const orphans = sqlite.pragma('foreign_key_check') as unknown[]
        if (orphans.length > 0) throw new Error(`${orphans.length} rows point at rows that do not exist`)
      })
      .immediate()
  } finally {
    sqlite.pragma('foreign_keys = ON')
  }
}
