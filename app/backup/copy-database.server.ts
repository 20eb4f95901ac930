import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { newestMigration } from '#db/migrate.server'

/**
 * Runs in a thread of its own, because guests would wait: SQLite syncs a copy, and reads all of it, in one go each. As
 * text, because a file beside this one would need a build of its own. The copy is made in one step of the online
 * backup: it is the database of one moment, and nothing that is written meanwhile, here or by another process, makes it
 * begin anew. It leaves WAL mode, so that it is one file.
 */
const IN_A_THREAD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { driver, from, to } = workerData
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

  const copied = from ? copy() : Promise.resolve()
  copied.then(() => parentPort.postMessage(look()))
`

type Found = { broken: boolean; orphans: number; newestMigration: number | null }

const driver = createRequire(import.meta.url).resolve('better-sqlite3')

/** What is wrong with a copy of the site's database; `newer` where a later release than this one has migrated it. */
export type CopyFault = 'damaged' | 'not-a-backup' | 'newer'

/**
 * Copies a database in use to a new file, by SQLite's online backup, and reads the copy wholly: its structure, its
 * references, and whose it is. Null where all is well. Throws where it cannot be written, or `signal` is aborted.
 */
export const copyDatabase = (from: string, to: string, signal: AbortSignal): Promise<CopyFault | null> =>
  inAThread({ from, to }, signal).then(faultIn)

/** The same for a copy that is there; nobody else may have it open. */
export const faultOfCopy = (path: string): Promise<CopyFault | null> => inAThread({ to: path }).then(faultIn)

function faultIn(found: Found): CopyFault | null {
  if (found.broken || found.orphans > 0) return 'damaged'
  if (found.newestMigration === null) return 'not-a-backup'
  return found.newestMigration > newestMigration() ? 'newer' : null
}

function inAThread(paths: { from?: string; to: string }, signal?: AbortSignal): Promise<Found> {
  signal?.throwIfAborted()
  // Neither the flags nor the settings of this process are the thread's.
  const thread = new Worker(IN_A_THREAD, {
    eval: true,
    workerData: { driver, ...paths },
    execArgv: [],
    env: {},
  })
  return new Promise<Found>((resolve, reject) => {
    const stop = () => {
      void thread.terminate().then(() => reject(signal?.reason))
    }
    signal?.addEventListener('abort', stop, { once: true })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(signal?.aborted ? signal.reason : new Error('The copy of the database ended without a word'))
    })
  })
}
