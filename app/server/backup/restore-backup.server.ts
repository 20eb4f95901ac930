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
import { DAY_MS, machineNow, now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { PHOTO_FOLDER } from '#app/site/photo-files.server'
import { storageTrouble } from '#db/trouble.server'
import type { Terminal } from './after-restore.server'
import { BACKUP_FOLDER, type Backup, backupsIn, stampOf } from './backup-folder.server'
import {
  DATABASE_NAME,
  type Fault,
  type Index,
  isSealed,
  PICTURES_NAME,
  Unusable,
  unbundle,
  unsealedBy,
} from './bundle.server'
import { faultOfCopy, syncFolder } from './copy-database.server'

const USAGE = `npm run restore -- FILE|latest puts a backup in place of the database and the pictures; with --unsealed at the end
also one that is not encrypted, though BACKUP_KEY is set.
npm run restore -- --payments lists the payments that Stripe knows and the database does not.
npm run restore -- --enter PAYMENT BOOKING enters one of them, as --enter pi_123 TS-ABC123; where it was made for a booking
that is lost, --instead-of LOST at the end says that this one was made in its place.`

const REFUSALS: Record<Extract<Restored, { refused: string }>['refused'], string> = {
  running: 'The site runs on this database, or something else has it open. Stop it first.',
  'in-litefs': 'The database lies in LiteFS, which lets no file be put in its place: see docs/scaling.md.',
  'not-a-backup': 'This is no backup of this site.',
  'no-key': 'This backup is encrypted: set BACKUP_KEY to the key that it was made with.',
  'wrong-key': 'BACKUP_KEY is not the key that this backup was made with.',
  unsealed:
    'BACKUP_KEY is set, and this backup is not encrypted: anyone could have made it. If you know where it comes from, say --unsealed at the end.',
  'too-large': 'This backup unpacks to more than the disk has room for.',
  damaged: 'This backup is damaged: it cannot be used.',
  newer: 'This backup was made by a later release of the site. Restore it with that one.',
}

/**
 * What `npm run restore` does and says. Modules that open the database are loaded only once it is in place.
 * Throws an Error with a sentence where it is refused; then nothing was replaced.
 */
export async function restoreCommand(
  words: string[],
  terminal: Terminal,
  isServing: () => Promise<boolean>,
): Promise<void> {
  const [first, intentId, reference] = words
  if (first === '--payments' && words.length === 1) {
    return (await payments()).listUnknownPayments(terminal)
  }
  const [, , , insteadOf, lost = null] = words
  const isEntering = words.length === 3 || (words.length === 5 && insteadOf === '--instead-of')
  if (first === '--enter' && intentId && reference && isEntering) {
    return (await payments()).enterPayment(intentId, reference, terminal, lost)
  }
  const unsealed = words.length === 2 && words[1] === '--unsealed'
  if (!first || first.startsWith('-') || (words.length > 1 && !unsealed)) throw new Error(USAGE)
  await restore(first, terminal, isServing, unsealed)
}

const payments = () => import('./after-restore.server')

async function restore(
  wanted: string,
  terminal: Terminal,
  isServing: () => Promise<boolean>,
  unsealed: boolean,
): Promise<void> {
  const file = wanted === 'latest' ? latestBackup(now(), terminal) : wanted
  if (!file) throw new Error(`There is no backup in ${BACKUP_FOLDER}.`)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)

  const restored = await restoreBackup(file, machineNow(), isServing, unsealed)
  if ('refused' in restored) throw new Error(`${REFUSALS[restored.refused]} Nothing was replaced.`)
  const { takenAt, pictures, keptAs } = restored
  terminal.say(`Restored ${file}, as it was at ${takenAt.toISOString()}. Files of pictures: ${pictures}.`)
  if (keptAs.length > 0) {
    terminal.say(
      `What lay there is kept; remove it when all is well:\n${keptAs.map((name) => `  ${name}`).join('\n')}`,
    )
  }
  const { noteRestored, endAfterRestore, purgeAfterRestore } = await import('./after-restore.server')
  noteRestored(takenAt, now())
  const { sessions, links, gone } = endAfterRestore(takenAt)
  terminal.say(
    `Ended again: ${sessions} sessions of staff, ${links} links to a new password. Erased, used up or removed again: ${gone}.`,
  )
  const erased = await purgeAfterRestore(now())
  terminal.say(
    erased === null
      ? 'Nothing was erased that is kept no longer: the machine’s clock is wrong. The site does it when it is right.'
      : `Kept no longer by now, and erased: ${erased}.`,
  )
  await (await payments()).listUnknownPayments(terminal)
}

/** The newest file; one dated days after now, by a clock that was ahead, only if there is no other. */
function latestBackup(now: Date, terminal: Terminal): string | undefined {
  const backups = backupsIn()
  const isAhead = ({ at }: Backup) => at.getTime() > now.getTime() + DAY_MS
  const latest = backups.find((backup) => !isAhead(backup))
  const ahead = backups.filter(isAhead)
  if (latest && ahead.length > 0)
    terminal.say(
      `Passed over, because dated after now:\n${ahead.map(({ file }) => `  ${file}`).join('\n')}\nTo restore such a file, name it.`,
    )
  return (latest ?? backups[0])?.file
}

type Restored =
  | { takenAt: Date; pictures: number; keptAs: string[] }
  | { refused: Fault | 'running' | 'in-litefs' }

/**
 * Puts a backup in place of database and pictures, once all of it was read and checked; until then nothing is
 * touched. What was there is renamed. Refused while the site runs; `isServing` is asked where the database is
 * too damaged to lock. The database must not be open.
 */
async function restoreBackup(
  file: string,
  machineNow: Date,
  isServing: () => Promise<boolean>,
  unsealed: boolean,
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
 * Reads a backup into an empty folder and checks each digest and the database. Refused: none of this site,
 * damaged, of a later release, opened by no key, too large for the disk; and, unless `isUnsealedTaken`, one
 * without encryption, which anyone could have made.
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
