import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { flushLog, log } from '#app/log.server'

type Running = {
  server: Server
  schedule: { stop: () => Promise<void> }
  sqlite: Database.Database
}

const PATIENCE = 10_000
/** Ctrl-C reaches a process twice where a parent passes it on; a person's second one comes later. */
const SAME_SIGNAL = 500

/** Ends the process without losing a request on SIGTERM and SIGINT; at once when it is asked again. */
export function stopOnSignals(running: Running): void {
  let askedAt = 0
  const asked = (signal: NodeJS.Signals) => {
    if (askedAt > 0 && Date.now() - askedAt < SAME_SIGNAL) return
    if (askedAt > 0) process.exit(1)
    askedAt = Date.now()
    log.info({ signal }, 'The site is stopping')
    stop(running).then(
      () => leave(0),
      (error: unknown) => {
        log.error({ err: error }, 'The site did not stop in good order')
        leave(1)
      },
    )
  }
  process.on('SIGTERM', asked)
  process.on('SIGINT', asked)
}

/** Takes no new requests, finishes those under way, ends the schedule, and closes the database last. */
async function stop({ server, schedule, sqlite }: Running, patience = PATIENCE): Promise<void> {
  const scheduleStopped = schedule.stop()
  await closed(server, patience)
  await Promise.race([scheduleStopped, wait(patience)])
  if (!sqlite.open) return
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.close()
}

async function closed(server: Server, patience: number): Promise<void> {
  const closing = new Promise<void>((done) => server.close(() => done()))
  // A connection that was busy when we began is idle after its answer, and would be kept open.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const giveUp = setTimeout(() => server.closeAllConnections(), patience)
  await Promise.race([closing, wait(patience + 1_000, null, { ref: false })])
  clearInterval(sweep)
  clearTimeout(giveUp)
}

function leave(code: number): void {
  flushLog()
  process.exit(code)
}
