import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { env } from '#app/env.server'
import { flushLog, log } from '#app/log.server'
import { notReady, readiness } from './not-ready'

type Running = {
  server: Server
  schedule: { stop: () => Promise<void> }
  sqlite: Database.Database
}

/** How long requests and mails may take to end, all of them together: with what follows, a stop takes ten seconds. */
const PATIENCE = 8_000
/** The database is closed also where another process holds it. */
const LOCK_PATIENCE = 500
/** Ctrl-C reaches a process twice where a parent passes it on; a person's second one comes later. */
const SAME_SIGNAL = 500

/**
 * Ends the process without losing a request on SIGTERM and SIGINT, within ten seconds; at once when asked again. Answers
 * a function that ends it in the same way, once, and as a failure.
 */
export function stopOnSignals(running: Running): () => void {
  let askedAt = 0
  const end = (code: number) => {
    askedAt = Date.now()
    stop(running).then(
      () => leave(code),
      (error: unknown) => {
        log.error({ err: error }, 'The site did not stop in good order')
        leave(1)
      },
    )
  }
  const asked = (signal: NodeJS.Signals) => {
    if (askedAt > 0 && Date.now() - askedAt < SAME_SIGNAL) return
    if (askedAt > 0) return void leave(1)
    log.info({ signal }, 'The site is stopping')
    end(0)
  }
  process.on('SIGTERM', asked)
  process.on('SIGINT', asked)
  return () => {
    if (askedAt === 0) end(1)
  }
}

/** Answers new requests with 503, finishes what is under way, ends the schedule, and closes the database last. */
async function stop({ server, schedule, sqlite }: Running): Promise<void> {
  const allEnded = Promise.all([closed(server), schedule.stop()]).then(() => true)
  const isWhole = await Promise.race([allEnded, wait(PATIENCE, false)])
  if (!isWhole) {
    log.warn('What took too long was cut off')
    server.closeAllConnections()
  }
  if (!sqlite.open) return
  sqlite.pragma(`busy_timeout = ${LOCK_PATIENCE}`)
  if (!env.LITESTREAM_REPLICA_URL && !env.LITEFS_DIR) sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.close()
}

async function closed(server: Server): Promise<void> {
  readiness.isStopping = true
  const { address, port } = server.address() as AddressInfo
  // A connection that was busy when we began is idle after its answer, and would be kept open.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const allGone = new Promise<void>((done) => server.close(() => done()))
  // Whoever comes meanwhile is told so. Where the port cannot be had again, they find nobody, as after the end.
  createServer(notReady)
    .on('error', () => undefined)
    .listen(port, address)
    .unref()
  await allGone
  clearInterval(sweep)
}

async function leave(code: number): Promise<void> {
  await flushLog()
  process.exit(code)
}
