import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { env } from '#app/platform/env.server'
import { cachingStatements } from './cached-statements'
import { primaryElsewhere } from './litefs.server'
import { isMigrated, migrate, teachFolding } from './migrate.server'
import { seed } from './seed/seed.server'
import type { Connection, Tx } from './transaction'

export type { Tx } from './transaction'

/** Another process may be migrating when this one starts. */
const PATIENCE_AT_START_MS = 5_000
/** Of a program at the machine; the process that serves waits in turns (write-lock.server.ts). */
const PATIENCE_MS = 1_000
/** What Litestream asks for, which takes the write lock while it checkpoints. */
const PATIENCE_WITH_LITESTREAM_MS = 5_000

/**
 * Opens an SQLite file, creating its folder, and applies the migrations. Throws where the file cannot be
 * used. Every commit reaches the disk: better-sqlite3 would quietly lower `synchronous` in WAL mode (rules
 * 9.3).
 */
function openDatabase(path: string): Database.Database {
  restrictToOwner(path)
  const file = new Database(path, { timeout: PATIENCE_AT_START_MS })
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  // What a statement may have to undo would else go through a file of its own, several times for one booking.
  file.pragma('temp_store = MEMORY')
  // What travelers had erased is not left in free pages of the file.
  file.pragma('secure_delete = ON')
  // Litestream alone decides when the log goes into the file: what it has not copied by then would be lost to
  // it.
  if (env.LITESTREAM_REPLICA_URL) file.pragma('wal_autocheckpoint = 0')
  migrate(file)
  if (file.pragma('synchronous', { simple: true }) !== 2) throw new Error('SQLite does not sync its commits')
  return file
}

const FOR_OWNER = 0o600

/**
 * Names, addresses and sessions are in it: no one else at the machine reads them. SQLite gives its log the
 * same mode.
 */
function restrictToOwner(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  closeSync(openSync(path, 'a', FOR_OWNER))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, FOR_OWNER)
    } catch {
      // There is no log yet, or the file is another account's: SQLite says what it cannot do with it.
    }
  }
}

/** A copy comes in seconds; the primary may be migrating first. */
const PATIENCE_WITH_PRIMARY_MS = 30_000

/**
 * Opens this machine's copy of a database that another one writes. It is not migrated here: throws where the
 * primary has not done it in time, for this release reads nothing else.
 */
function openCopy(path: string): Database.Database {
  const end = Date.now() + PATIENCE_WITH_PRIMARY_MS
  while (!existsSync(path) || !isMigrated(path)) {
    if (Date.now() > end) throw new Error('the primary has no database of this release yet')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
  }
  const file = new Database(path, { timeout: PATIENCE_AT_START_MS, fileMustExist: true })
  file.pragma('synchronous = FULL')
  file.pragma('secure_delete = ON')
  file.pragma('query_only = ON')
  teachFolding(file)
  return file
}

let isCopy = primaryElsewhere() !== null
export const sqlite = (isCopy ? openCopy : openDatabase)(env.DATABASE_PATH)

export const db: Connection = drizzle(cachingStatements(sqlite))

let running: Tx | null = null

/**
 * Runs a command in one BEGIN IMMEDIATE transaction, so that no one writes between its questions and its
 * answer. Inside another it joins that one, so that commands compose. The command is synchronous: nothing is
 * awaited inside.
 */
export function immediately<T>(command: (tx: Tx) => T): T {
  if (running) return command(running)
  try {
    return db.transaction(
      (tx) => {
        running = tx
        return command(tx)
      },
      { behavior: 'immediate' },
    )
  } finally {
    running = null
  }
}

/**
 * Answers several questions from one moment of the database, which costs less than asking each alone: SQLite
 * takes and leaves its read lock once. Nothing is written in it.
 */
export const inOneRead = <T>(read: () => T): T => (sqlite.inTransaction ? read() : sqlite.transaction(read)())

/**
 * Writes the file anew, without what deleted rows left in it, and empties its log. The copy lies on the disk,
 * not in memory. False where another connection reads an older state, which keeps the log.
 */
export function rewriteFile(): boolean {
  sqlite.pragma('temp_store = FILE')
  try {
    sqlite.exec('vacuum')
  } finally {
    sqlite.pragma('temp_store = MEMORY')
  }
  // Litestream and LiteFS alone empty the log, once they have copied it.
  if (env.LITESTREAM_REPLICA_URL || env.LITEFS_DIR) return true
  const [{ busy = 1 } = {}] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy?: number }[]
  return busy === 0
}

/**
 * The name of the machine that writes, null where that is this one. LiteFS may change it at any moment; from
 * then on the connection takes no writes, or takes them again.
 */
export function primaryNow(): string | null {
  const primary = primaryElsewhere()
  if ((primary !== null) !== isCopy) {
    isCopy = !isCopy
    sqlite.pragma(`query_only = ${isCopy ? 'ON' : 'OFF'}`)
  }
  return primary
}

if (!isCopy) immediately(seed)
const patience = env.LITESTREAM_REPLICA_URL ? PATIENCE_WITH_LITESTREAM_MS : PATIENCE_MS
sqlite.pragma(`busy_timeout = ${patience}`)
