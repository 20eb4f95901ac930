import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { newestMigration } from '#db/migrate.server'

/** Syncs a folder: until then a new name in it may be lost in a crash, even where the file was synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/**
 * Runs in a process of its own, as text: SQLite syncs and reads a whole copy in one go, guests would wait,
 * and its driver can outlive a thread. One step of the online backup copies one moment; the copy leaves WAL
 * mode, so that it is one file.
 */
const PROGRAM = `
  const [driver, to, from] = process.argv.slice(1)
  const Database = require(driver)
  const ALL_PAGES = 2 ** 31 - 1

  async function copy() {
    const source = new Database(from, { readonly: true, fileMustExist: true })
    await source.backup(to, { progress: () => ALL_PAGES }).finally(() => source.close())
  }

  function look() {
    const file = new Database(to, { fileMustExist: true })
    try {
      file.pragma('journal_mode = delete')
      const known = file.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
      return {
        broken: file.pragma('integrity_check(10)', { simple: true }) !== 'ok',
        orphans: file.pragma('foreign_key_check').length,
        newestMigration: known ? file.prepare('select max(created_at) from __drizzle_migrations').pluck().get() : null,
      }
    } catch (error) {
      if (/^SQLITE_(NOTADB|CORRUPT)/.test(error.code ?? '')) return { broken: true, orphans: 0, newestMigration: null }
      throw error
    } finally {
      file.close()
    }
  }

  process.once('disconnect', () => process.exit(1))
  const copied = from ? copy() : Promise.resolve()
  copied
    .then(look)
    .catch((error) => ({ failed: String(error?.message || error?.code || error), code: error?.code }))
    .then((found) => process.send(found, () => process.exit()))
`

type Found = { broken: boolean; orphans: number; newestMigration: number | null }
/** What was thrown there, in words: an error itself would lose its message on the way. */
type Failed = { failed: string; code?: string }

const driver = createRequire(import.meta.url).resolve('better-sqlite3')

/** What is wrong with a copy of the database; `newer` where a later release has migrated it. */
export type CopyFault = 'damaged' | 'not-a-backup' | 'newer'

/**
 * Copies a database in use to a new file and checks the copy: structure, references, and whose it is. Null
 * where all is well. Throws where it cannot be written, or `signal` is aborted.
 */
export const copyDatabase = (from: string, to: string, signal: AbortSignal): Promise<CopyFault | null> =>
  runInProcess({ from, to }, signal).then(faultIn)

/** The same for a copy that is there; no one else may have it open. */
export const faultOfCopy = (path: string): Promise<CopyFault | null> =>
  runInProcess({ to: path }).then(faultIn)

function faultIn(found: Found): CopyFault | null {
  if (found.broken || found.orphans > 0) return 'damaged'
  if (found.newestMigration === null) return 'not-a-backup'
  return found.newestMigration > newestMigration() ? 'newer' : null
}

async function runInProcess(paths: { from?: string; to: string }, signal?: AbortSignal): Promise<Found> {
  signal?.throwIfAborted()
  const words = ['-e', PROGRAM, driver, resolve(paths.to), ...(paths.from ? [resolve(paths.from)] : [])]
  // Neither the flags nor the settings of this process are that one's.
  const child = spawn(process.execPath, words, {
    env: {} as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const end = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', end, { once: true })
  process.once('exit', end)
  try {
    const answer = await answerOf(child)
    signal?.throwIfAborted()
    if ('failed' in answer) throw Object.assign(new Error(answer.failed), { code: answer.code })
    return answer
  } finally {
    signal?.removeEventListener('abort', end)
    process.off('exit', end)
  }
}

/** Once the process has ended: no one has the files open then. */
const answerOf = (child: ChildProcess): Promise<Found | Failed> =>
  new Promise((resolve, reject) => {
    let answer: Found | Failed = { failed: 'The copy of the database ended without a word.' }
    child.once('message', (found) => {
      answer = found as Found | Failed
    })
    child.once('error', reject)
    child.once('close', () => resolve(answer))
  })
