import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { env } from '#app/platform/env.server'
import { backUpBeforeMigration } from '#app/server/backup/make-backup.server'
import { SERVER_OPTIONS } from '#app/server/guards/limits'
import { primaryElsewhere } from '#db/litefs.server'
import { isMigrated } from '#db/migrate.server'
import { answerClientErrors, notReady } from './guards/answer'

/** Listens, if not listening yet, and gives the port; for 0 the system's choice. Throws a plain sentence. */
export async function listen(server: Server, port: number, host?: string): Promise<number> {
  if (!server.listening) {
    server.listen(port, host)
    try {
      await once(server, 'listening')
    } catch (error) {
      throw new Error(reason(error as NodeJS.ErrnoException, port, host))
    }
  }
  return (server.address() as AddressInfo).port
}

function reason({ code, message }: NodeJS.ErrnoException, port: number, host = 'this machine'): string {
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program. Set PORT to a free one.`
  if (code === 'EACCES') return `port ${port} may not be used by this account. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`
  return message
}

/** Listens before anything is ready: 503 until serve.ts takes over. Throws a plain sentence. */
export async function listenBeforeReady(): Promise<Server> {
  const server = answerClientErrors(createServer(SERVER_OPTIONS, notReady))
  await listen(server, env.PORT, env.HOST)
  return server
}

/**
 * Waits until the database has every migration of this release: applies them, or waits for another machine's
 * copy. In a thread (`program`), so that the port answers meanwhile. Answers whether an existing file was
 * migrated; where it fails, opening the database says why.
 */
export async function prepareDatabase(program: URL): Promise<boolean> {
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
