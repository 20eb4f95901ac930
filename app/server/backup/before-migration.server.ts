import { existsSync } from 'node:fs'
import { now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { log, reasonOf } from '#app/platform/log.server'
import { primaryElsewhere } from '#db/litefs.server'
import { migrationAhead } from '#db/migrate.server'
import { removeOldBackups } from './backup-folder.server'
import { makeBackup } from './make-backup.server'

/**
 * The way back from a migration: a backup of what an earlier release left, named after the migration, kept
 * until the next one. Nothing where there is nothing to migrate. Where it cannot be made, the site starts all
 * the same, and the log says so: a full disk would otherwise keep every release from starting. The database
 * must not be open.
 */
export async function backUpBeforeMigration(): Promise<void> {
  const path = env.DATABASE_PATH
  if (path === ':memory:' || !existsSync(path) || primaryElsewhere() !== null) return
  try {
    const migration = migrationAhead(path)
    if (migration === null) return
    const madeAt = now()
    const { file } = await makeBackup(madeAt, `before-${migration}`)
    await removeOldBackups(file, madeAt)
    log.info({ migration, file }, 'A backup was made before the migration')
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'There is no backup of before the migration')
  }
}
