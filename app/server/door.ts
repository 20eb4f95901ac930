import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { backUpBeforeMigration } from '#app/backup/before-migration.server'
import { env } from '#app/env.server'
import { SERVER_OPTIONS } from '#app/server/guards/limits'
import { primaryElsewhere } from '#db/litefs.server'
import { isMigrated } from '#db/migrate.server'
import { listen } from './listen'
import { notReady } from './not-ready'
import { refuseAsWeDo } from './refusals'

/**
 * Listens before anything is ready: 503 until serve.ts takes the server over. Throws a plain sentence where it
 * cannot listen.
 */
export async function openDoor(): Promise<Server> {
  const server = refuseAsWeDo(createServer(SERVER_OPTIONS, notReady))
  await listen(server, env.PORT, env.HOST)
  return server
}

/**
 * Waits until the database has every migration of this release: applies them, or, where another machine writes, waits for
 * its copy. In a thread of its own, so that the port answers meanwhile: SQLite would hold the only one. `program` is the
 * built migrate.ts. Answers whether a file that was there has been migrated. Where it fails nothing is changed, and opening
 * the database, which tries again, says why.
 */
export async function readyDatabase(program: URL): Promise<boolean> {
  const path = resolve(env.DATABASE_PATH)
  const isFresh = !existsSync(path)
  if (isFresh ? primaryElsewhere() !== null : isOfThisRelease(path)) return false
  await backUpBeforeMigration()
  // What is preloaded into the process is for it alone: the demo's would end it from a thread.
  const thread = new Worker(program, { execArgv: [] })
  await once(thread, 'exit').catch(() => undefined)
  return !isFresh && isOfThisRelease(path)
}

/** One that cannot be read is for the code that opens it. */
function isOfThisRelease(path: string): boolean {
  try {
    return isMigrated(path)
  } catch {
    return true
  }
}
