import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { MINUTE_MS, machineNow, now } from '#app/platform/clock.server'
import { env, environmentForCommands } from '#app/platform/env.server'
import { log, reasonOf } from '#app/platform/log.server'
import { PHOTO_FOLDER } from '#app/site/photo-files.server'
import { primaryElsewhere } from '#db/litefs.server'
import { migrationAhead } from '#db/migrate.server'
import { BACKUP_FOLDER, nameOfBackup, type Occasion, removeOldBackups } from './backup-folder.server'
import {
  type Bundled,
  bundled,
  DATABASE_NAME,
  isFileName,
  PICTURES_NAME,
  sealedBy,
  unbundle,
  unsealedBy,
} from './bundle.server'
import { copyDatabase, syncFolder } from './copy-database.server'

export type MadeBackup = { file: string; bytes: number; pictures: number }

const UNFINISHED = '.in-the-making-'
const LEFTOVER_MS = 24 * 3_600_000
const NEVER = new AbortController().signal

/**
 * Copies database and pictures into one compressed file, encrypted where BACKUP_KEY is set, while the site is
 * in use; it gets its name once SQLite has checked it and it was read back. Its owner's alone. Throws, and
 * leaves nothing, where a step fails or `signal` is aborted.
 */
export async function makeBackup(
  now: Date,
  occasion: Occasion,
  signal: AbortSignal = NEVER,
): Promise<MadeBackup> {
  await mkdir(BACKUP_FOLDER, { recursive: true, mode: 0o700 })
  await removeLeftovers()
  const folder = await mkdtemp(join(BACKUP_FOLDER, UNFINISHED))
  try {
    const files = await gather(folder, signal)
    const whole = join(folder, 'whole')
    await write(files, now, whole, signal)
    await readBack(whole, signal)
    const file = join(BACKUP_FOLDER, nameOfBackup(now, occasion, Boolean(env.BACKUP_KEY)))
    await rename(whole, file)
    await syncFolder(BACKUP_FOLDER)
    return { file, bytes: (await stat(file)).size, pictures: files.length - 1 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a process left that was killed. */
async function removeLeftovers(): Promise<void> {
  const before = machineNow().getTime() - LEFTOVER_MS
  for (const name of await readdir(BACKUP_FOLDER)) {
    if (!name.startsWith(UNFINISHED)) continue
    const path = join(BACKUP_FOLDER, name)
    if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}

/** Pictures before and after the database: whatever changed in between, their files are there. */
async function gather(folder: string, signal: AbortSignal): Promise<Bundled[]> {
  const pictures = join(folder, PICTURES_NAME)
  await mkdir(pictures)
  const bytes = await linkPictures(pictures)
  await checkRoom(2 * (await databaseBytes()) + bytes)
  const database = join(folder, DATABASE_NAME)
  const fault = await copyDatabase(env.DATABASE_PATH, database, signal)
  if (fault) throw new Error(`The copy of the database cannot be used: ${fault}`)
  signal.throwIfAborted()
  await linkPictures(pictures)
  const names = (await readdir(pictures)).sort()
  return [
    { name: DATABASE_NAME, path: database },
    ...names.map((name) => ({ name: `${PICTURES_NAME}/${name}`, path: join(pictures, name) })),
  ]
}

/** Links each picture into the folder, where it stays if the original is removed. Answers their bytes. */
async function linkPictures(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(PHOTO_FOLDER).catch(() => [])) {
    if (name.endsWith('.part') || !isFileName(`${PICTURES_NAME}/${name}`)) continue
    const [from, to] = [join(PHOTO_FOLDER, name), join(folder, name)]
    try {
      await link(from, to).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST' && error.code !== 'ENOENT') return copyFile(from, to)
      })
      bytes += (await stat(to)).size
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return bytes
}

/** With what is in its log: one file for the copy, and one for the packed one, which may be no smaller. */
async function databaseBytes(): Promise<number> {
  const log = await stat(`${env.DATABASE_PATH}-wal`).catch(() => ({ size: 0 }))
  return (await stat(env.DATABASE_PATH)).size + log.size
}

/** A backup that fills the disk would keep guests from booking. */
async function checkRoom(bytes: number): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(BACKUP_FOLDER)
  if (blocks === 0 || bavail * bsize > bytes) return
  const megabytes = (size: number) => Math.ceil(size / 1_000_000).toLocaleString('en-US')
  throw new Error(
    `There is too little room in ${BACKUP_FOLDER}: a backup may need ${megabytes(bytes)} MB, and ${megabytes(bavail * bsize)} MB are free.`,
  )
}

async function write(files: Bundled[], now: Date, to: string, signal: AbortSignal): Promise<void> {
  const [key] = env.BACKUP_KEY ?? []
  await pipeline(
    bundled(files, now),
    createGzip(),
    sealedBy(key),
    createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true }),
    { signal },
  )
}

async function readBack(file: string, signal: AbortSignal): Promise<void> {
  const opened = unsealedBy(env.BACKUP_KEY ?? null)
  await pipeline(createReadStream(file), opened, createGunzip(), (source) => unbundle(source, null), {
    signal,
  })
}

const LOOK_MS = 1_000

/**
 * Makes a backup, removes those no longer retained, and hands the new one to BACKUP_COMMAND. Throws where a
 * step fails, or where `goOn`, asked every second, says that another process has taken the run over.
 */
export async function backUp(
  now: Date,
  goOn = () => true,
  occasion: Occasion = 'nightly',
): Promise<Record<string, number>> {
  const watch = watched(goOn)
  try {
    const { file, bytes, pictures } = await makeBackup(now, occasion, watch.signal)
    const removed = await removeOldBackups(file, now)
    if (env.BACKUP_COMMAND) await runBackupCommand(env.BACKUP_COMMAND, file, { signal: watch.signal })
    return { bytes, pictures, removed }
  } catch (error) {
    // What was under way only says that it was aborted.
    throw watch.signal.aborted ? watch.signal.reason : error
  } finally {
    watch.end()
  }
}

function watched(goOn: () => boolean): { signal: AbortSignal; end: () => void } {
  const lost = new AbortController()
  const look = setInterval(() => {
    try {
      if (!goOn()) lost.abort(new Error('Another process has taken this run over'))
    } catch (error) {
      // The database was locked at this moment: the next look tells.
      log.warn({ reason: reasonOf(error) }, 'A backup could not renew its lease')
    }
  }, LOOK_MS)
  return { signal: lost.signal, end: () => clearInterval(look) }
}

/**
 * Backs up what an earlier release left before its migration, if there is one. A failure is only logged: a
 * full disk would otherwise keep every release from starting. The database must not be open.
 */
export async function backUpBeforeMigration(): Promise<void> {
  const path = env.DATABASE_PATH
  if (!existsSync(path) || primaryElsewhere() !== null) return
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

const COMMAND_MINUTES = 30
const SAID_AT_MOST = 2_000
const SHELL = '/bin/sh'
/**
 * The command, and beside it a watcher that waits for a word from us: if we are killed, no word comes, and it
 * kills the whole group. The word is sent when the command has ended.
 */
const WATCHED = `exec 3<&0 </dev/null
(read -r word <&3 || kill -KILL 0) >/dev/null 2>&1 &
exec 3<&-
exec ${SHELL} -c "$@"`

/**
 * Runs BACKUP_COMMAND in the shell, with the file's path as $1 and BACKUP_FILE, and only the environment that
 * any program needs and BACKUP_COMMAND_ENV names. Throws an Error with a sentence where it fails or takes too
 * long; then its whole group is killed.
 */
export async function runBackupCommand(
  command: string,
  file: string,
  { signal, limitMs = COMMAND_MINUTES * MINUTE_MS }: { signal?: AbortSignal; limitMs?: number } = {},
): Promise<void> {
  const child = spawn(SHELL, ['-c', WATCHED, 'watched', command, 'backup', file], {
    env: { ...environmentForCommands(), BACKUP_FILE: file },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, which can be ended as a whole.
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (words: Buffer) => {
      said = (said + words).slice(-SAID_AT_MOST)
    })
  const end = () => endGroup(child.pid)
  // Where the watcher is gone already, no one hears the word.
  child.stdin.on('error', () => undefined)
  process.once('exit', end)
  const limit = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(limitMs)])
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      limit.addEventListener('abort', () =>
        reject(signal?.aborted ? signal.reason : new Error('BACKUP_COMMAND took too long, and was ended.')),
      )
      child.once('error', reject)
      child.once('close', (code, byWhat) => resolve(code ?? byWhat ?? 'nothing'))
      child.once('exit', () => child.stdin.end('ended\n'))
    })
    if (code !== 0) throw new Error(`BACKUP_COMMAND ended with ${code}${lastLine(said)}.`)
  } catch (error) {
    end()
    throw error
  } finally {
    process.off('exit', end)
  }
}

function lastLine(said: string): string {
  const line = said.trim().split('\n').at(-1)?.trim()
  return line ? `: ${line}` : ' and said nothing'
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
