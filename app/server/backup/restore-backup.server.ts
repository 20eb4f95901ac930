import {
  chownSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
} from 'node:fs'
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import Database from 'better-sqlite3'
import { env } from '#app/platform/env.server'
import { PHOTO_FOLDER } from '#app/site/photo-files.server'
import { storageTrouble } from '#db/trouble.server'
import { stampOf } from './backup-folder.server'
import { DATABASE_NAME, type Index, PICTURES_NAME, unbundle } from './bundle.server'
import { faultOfCopy, syncFolder } from './copy-database.server'
import { type Fault, isSealed, Unusable, unsealedBy } from './seal.server'

export type Restored =
  | { takenAt: Date; pictures: number; keptAs: string[] }
  | { refused: Fault | 'running' | 'in-litefs' }

/**
 * Puts a backup in place of database and pictures, once all of it was read and checked; until then nothing is
 * touched. What was there is renamed. Refused while the site runs; `isServing` is asked where the database is
 * too damaged to lock. The database must not be open.
 */
export async function restoreBackup(
  file: string,
  machineNow: Date,
  isServing: () => Promise<boolean>,
  { unsealed = false } = {},
): Promise<Restored> {
  const path = env.DATABASE_PATH
  if (env.LITEFS_DIR) return { refused: 'in-litefs' }
  mkdirSync(dirname(path), { recursive: true })
  const lock = lockDatabase(path)
  if ('refused' in lock && (lock.refused === 'running' || (await isServing()))) return { refused: 'running' }

  const folder = await mkdtemp(join(dirname(path), '.being-restored-'))
  try {
    const opened = await openBackup(file, folder, env.BACKUP_KEY ?? [], unsealed || !env.BACKUP_KEY)
    if ('refused' in opened) return opened
    chownToSite(folder, dirname(path))
    const keptAs = replaceFiles(folder, path, stampOf(machineNow))
    await syncFolder(dirname(path))
    return { takenAt: new Date(opened.takenAt), pictures: opened.files.length - 1, keptAs }
  } finally {
    if ('release' in lock) lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where root restores, the site that runs as someone else could not write. */
function chownToSite(folder: string, home: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(home)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, name), uid, gid)
  }
}

/**
 * The database last, and in one step: whenever this is cut off, there is a whole one. The old one's log must
 * not lie beside it, which SQLite would write into the new one, nor Litestream's notes about it.
 */
function replaceFiles(folder: string, path: string, stamp: string): string[] {
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

const PATIENCE_MS = 1_000

/**
 * Locks a database, so that no site can start on it. An idle site in WAL mode holds no lock that `begin
 * exclusive` would meet, but no one can leave that mode while another has the file open: `running`.
 * `unreadable`: SQLite does not know it for a database.
 */
function lockDatabase(path: string): { release: () => void } | { refused: 'running' | 'unreadable' } {
  if (!existsSync(path)) return { release: () => undefined }
  const file = new Database(path, { timeout: PATIENCE_MS })
  try {
    if (file.pragma('journal_mode = delete', { simple: true }) !== 'delete') {
      file.close()
      return { refused: 'running' }
    }
    file.exec('begin exclusive')
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (storageTrouble(error) === 'locked') return { refused: 'running' }
    const { code } = error as NodeJS.ErrnoException
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(String(code))) return { refused: 'unreadable' }
    throw error
  }
}

const MARK_BYTES = 8
const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * Reads a backup into an empty folder: decrypts, unpacks, checks each file's digest, and has SQLite check the
 * database. Refused: no backup of this site, damaged, made by a later release, opened by none of the keys, or
 * larger than the disk has room for; and, unless `isUnsealedTaken`, one without encryption, which anyone
 * could have made.
 */
export async function openBackup(
  file: string,
  into: string,
  keys: string[],
  isUnsealedTaken = keys.length === 0,
): Promise<Index | { refused: Fault }> {
  await mkdir(join(into, PICTURES_NAME))
  try {
    const isSealed = await beginsSealed(file)
    if (!isSealed && !isUnsealedTaken) return { refused: 'unsealed' }
    const opened = unsealedBy(isSealed ? keys : null)
    const room = await roomIn(into)
    const index = await pipeline(createReadStream(file), opened, createGunzip(), (source) =>
      unbundle(source, into, room),
    )
    const fault = await faultOfCopy(join(into, DATABASE_NAME))
    return fault ? { refused: fault } : index
  } catch (error) {
    const fault = faultIn(error)
    if (!fault) throw error
    return { refused: fault }
  }
}

/** What a small file unpacks to may fill the disk, and guests could not book: some of it stays free. */
const LEFT_FREE = 0.1

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(folder)
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize - LEFT_FREE * blocks * bsize
}

/** Throws Unusable where the file is neither encrypted by us nor packed. */
async function beginsSealed(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const first = Buffer.alloc(MARK_BYTES)
    await handle.read(first, 0, MARK_BYTES, 0)
    if (isSealed(first)) return true
    if (!first.subarray(0, GZIP.length).equals(GZIP)) throw new Unusable('not-a-backup')
    return false
  } finally {
    await handle.close()
  }
}

/** What a stream's error says of the file; null where it is the disk's, or ours. */
function faultIn(error: unknown): Fault | null {
  if (error instanceof Unusable) return error.fault
  const code = String((error as NodeJS.ErrnoException).code)
  return code.startsWith('Z_') ? 'damaged' : null
}
