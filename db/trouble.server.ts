import Database from 'better-sqlite3'
import { primaryElsewhere } from './litefs.server'

/** What keeps SQLite, or the disk, from writing, though nothing is wrong with what was asked of it. */
export type StorageTrouble = 'locked' | 'no-room' | 'copy'

const DISK_CODES = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']

/**
 * Which trouble an error tells of: someone else holds the lock for longer than we wait, or the disk takes
 * nothing (full, broken, read-only), or another machine is the one that writes. Null for every other error.
 * What was begun is rolled back in either case.
 */
export function storageTrouble(error: unknown): StorageTrouble | null {
  if (!(error instanceof Error && 'code' in error)) return null
  const code = String(error.code)
  if (!(error instanceof Database.SqliteError)) return DISK_CODES.includes(code) ? 'no-room' : null
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'locked'
  if (code === 'SQLITE_READONLY' && primaryElsewhere() !== null) return 'copy'
  return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code) ? 'no-room' : null
}
