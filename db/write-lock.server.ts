import { setTimeout as wait } from 'node:timers/promises'
import { env } from '#app/platform/env.server'
import { sqlite } from './connection.server'
import { storageTrouble } from './trouble.server'

/** The only thread stands still while a statement waits for a lock. */
const SHORT_MS = 100
const NEXT_TRY_MS = 20
/** After this a visitor is asked to try again. */
const PATIENCE_MS = 1_000
/** What Litestream asks for, which takes the write lock while it checkpoints. */
const PATIENCE_WITH_LITESTREAM_MS = 5_000

/**
 * For the process that serves: from now on no statement holds its thread for long, and readers do not wait
 * for writers.
 */
export function waitBriefly(): void {
  sqlite.pragma(`busy_timeout = ${SHORT_MS}`)
}

/**
 * Waits, with turns for everyone else between the tries, until no other process holds the write lock: to be
 * asked before something that writes is begun. False where it is still held after a second.
 */
export async function untilWritable(): Promise<boolean> {
  const end = performance.now() + (env.LITESTREAM_REPLICA_URL ? PATIENCE_WITH_LITESTREAM_MS : PATIENCE_MS)
  while (!isFree()) {
    if (performance.now() > end) return false
    await wait(NEXT_TRY_MS)
  }
  return true
}

/** Any other trouble is for the statement that writes. */
function isFree(): boolean {
  const patience = sqlite.pragma('busy_timeout', { simple: true })
  sqlite.pragma('busy_timeout = 0')
  try {
    sqlite.exec('begin immediate; rollback')
    return true
  } catch (error) {
    return storageTrouble(error) !== 'locked'
  } finally {
    sqlite.pragma(`busy_timeout = ${patience}`)
  }
}
