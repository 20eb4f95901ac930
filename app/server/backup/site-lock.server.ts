import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { storageTrouble } from '#db/trouble.server'

const PATIENCE_MS = 1_000

/**
 * Takes a database for us alone, so that no site can start on it. In WAL mode a site that is idle holds no
 * lock that `begin exclusive` would meet; but nobody leaves that mode while somebody else has the file open.
 * `running`: somebody has. `unreadable`: SQLite does not know it for a database anymore, and nothing can be
 * said.
 */
export function lockDatabase(path: string): { release: () => void } | { refused: 'running' | 'unreadable' } {
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
