import { chownSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { env } from '#app/platform/env.server'
import { PHOTO_FOLDER } from '#app/site/photo-files.server'
import { stampOf } from './backup-folder.server'
import { DATABASE_NAME, PICTURES_NAME } from './bundle.server'
import { syncFolder } from './copy-database.server'
import { openBackup } from './open-backup.server'
import type { Fault } from './seal.server'
import { lockDatabase } from './site-lock.server'

export type Restored =
  | { takenAt: Date; pictures: number; keptAs: string[] }
  | { refused: Fault | 'running' | 'in-memory' | 'in-litefs' }

/**
 * Puts a backup in place of database and pictures, once all of it was read and found right; until then
 * nothing is touched. What lay there is renamed and kept. Refused while the site runs; where the database is
 * too damaged to ask for its lock, `isServing` is asked. It knows nothing of the connection to the database,
 * which must not be open.
 */
export async function restoreBackup(
  file: string,
  machineNow: Date,
  isServing: () => Promise<boolean>,
  { unsealed = false } = {},
): Promise<Restored> {
  const path = env.DATABASE_PATH
  if (path === ':memory:') return { refused: 'in-memory' }
  if (env.LITEFS_DIR) return { refused: 'in-litefs' }
  mkdirSync(dirname(path), { recursive: true })
  const lock = lockDatabase(path)
  if ('refused' in lock && (lock.refused === 'running' || (await isServing()))) return { refused: 'running' }

  const folder = await mkdtemp(join(dirname(path), '.being-restored-'))
  try {
    const opened = await openBackup(file, folder, env.BACKUP_KEY ?? [], unsealed || !env.BACKUP_KEY)
    if ('refused' in opened) return opened
    belongToWhoRunsTheSite(folder, dirname(path))
    const keptAs = putInPlace(folder, path, stampOf(machineNow))
    await syncFolder(dirname(path))
    return { takenAt: new Date(opened.takenAt), pictures: opened.files.length - 1, keptAs }
  } finally {
    if ('release' in lock) lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where root restores, the site that runs as somebody else could not write. */
function belongToWhoRunsTheSite(folder: string, home: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(home)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, name), uid, gid)
  }
}

/**
 * The database last, and in one step: whenever this is cut off, there is a whole one. No log of the old one
 * may lie beside it then, which SQLite would write into the new one, nor what Litestream noted about it.
 */
function putInPlace(folder: string, path: string, stamp: string): string[] {
  const keptAs: string[] = []
  const keep = (old: string, put: (from: string, to: string) => void) => {
    if (!existsSync(old)) return
    const name = `${old}.replaced-${stamp}`
    put(old, name)
    keptAs.push(name)
  }
  keep(PHOTO_FOLDER, renameSync)
  renameSync(join(folder, PICTURES_NAME), PHOTO_FOLDER)
  const besideIt = [`${path}-wal`, `${path}-shm`, join(dirname(path), `.${basename(path)}-litestream`)]
  for (const old of besideIt) keep(old, renameSync)
  keep(path, linkOrRename)
  renameSync(join(folder, DATABASE_NAME), path)
  return keptAs
}

/** A second name leaves the first one until the new file takes it; not every disk has second names. */
function linkOrRename(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    renameSync(from, to)
  }
}
