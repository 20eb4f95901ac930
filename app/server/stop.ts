import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { type Letter, letter } from '#app/mail/letter'
import { postToStaff } from '#app/mail/outbox.server'
import { HOUR_MS, now } from '#app/platform/clock.server'
import { showInstantAndUtc } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { flushLog, log } from '#app/platform/log.server'
import { immediately } from '#db/connection.server'
import { notReady, readiness } from './guards/answer'
import { requestsUnderWay } from './watch/requests.server'

type Running = {
  server: Server
  schedule: { stop: () => Promise<void> }
  sqlite: Database.Database
}

/** How long requests and mails may take to end; with what follows, a stop takes ten seconds. */
const PATIENCE = 8_000
/** The database is closed also where another process holds it. */
const LOCK_PATIENCE = 500
/** Ctrl-C reaches a process twice where a parent passes it on; a person's second one comes later. */
const SAME_SIGNAL = 500

/**
 * Stops the process on SIGTERM and SIGINT without losing a request, within ten seconds; at once on a second
 * signal. Answers a function that stops it as a failure.
 */
export function stopOnSignals(running: Running): () => void {
  let stoppingSince = 0
  const end = (code: number) => {
    stoppingSince = Date.now()
    stop(running).then(
      () => exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'The site did not stop cleanly')
        exit(1)
      },
    )
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (stoppingSince > 0 && Date.now() - stoppingSince < SAME_SIGNAL) return
    if (stoppingSince > 0) return void exit(1)
    log.info({ signal }, 'The site is stopping')
    end(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return () => {
    if (stoppingSince === 0) end(1)
  }
}

/** Finishes what is under way, ends the schedule, closes the database, and the listening socket last. */
async function stop({ server, schedule, sqlite }: Running): Promise<void> {
  const allEnded = Promise.all([drained(server), schedule.stop()]).then(() => true)
  const isWhole = await Promise.race([allEnded, wait(PATIENCE, false)])
  if (!isWhole) {
    log.warn('What took too long was cut off')
    server.closeAllConnections()
  }
  if (sqlite.open) {
    sqlite.pragma(`busy_timeout = ${LOCK_PATIENCE}`)
    if (!env.LITESTREAM_REPLICA_URL && !env.LITEFS_DIR) sqlite.pragma('wal_checkpoint(TRUNCATE)')
    sqlite.close()
  }
  await Promise.race([closed(server), wait(2 * CLOSE_PATIENCE)])
}

/** Long enough for what was sent before anyone could know. */
const GOODBYE_MS = 400
const LOOK_MS = 20
/** How many looks in a row find no new connection: on a busy machine one look proves little. */
const QUIET_LOOKS = 6
const CLOSE_PATIENCE = 800

/**
 * Serves on for a moment, if anyone is connected, with `Connection: close`, so that load balancers go
 * elsewhere. Then answers 503 on the same socket.
 */
async function drained(server: Server): Promise<void> {
  readiness.isStopping = true
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Connection', 'close')
  })
  const goodbye = Date.now() + GOODBYE_MS
  while (Date.now() < goodbye && (await connections(server)) > 0) await wait(LOOK_MS)
  server.removeAllListeners('request').on('request', notReady)
  while (requestsUnderWay() > 0) await wait(LOOK_MS)
}

/**
 * Closes the listening socket. The kernel resets every connection that we have not accepted, so the last
 * requests get their 503 only after that: in the meantime, those who would retry at once do not connect.
 */
async function closed(server: Server): Promise<void> {
  const last: Parameters<RequestListener>[] = []
  server.removeAllListeners('request').on('request', (...request) => last.push(request))
  await noNewConnections(server)
  const allGone = new Promise<void>((done) => server.close(() => done()))
  server.removeAllListeners('request').on('request', notReady)
  for (const request of last) notReady(...request)
  const sweep = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  await allGone
  clearInterval(sweep)
}

/** Waits until no one new has come for some looks, and goes on right after the kernel was asked for more. */
async function noNewConnections(server: Server): Promise<void> {
  // Closing the database held the thread: who came in that time is taken now, and a close would end them as
  // idle.
  await oneTurn()
  if ((await connections(server)) === 0) return
  let quiet = 0
  server.on('connection', () => {
    quiet = 0
  })
  const end = Date.now() + CLOSE_PATIENCE
  while (quiet < QUIET_LOOKS && Date.now() < end) {
    quiet += 1
    await wait(LOOK_MS)
  }
  await oneTurn()
}

const oneTurn = () => new Promise((done) => setImmediate(done))

const connections = (server: Server) =>
  new Promise<number>((done) => server.getConnections((_error, count) => done(count ?? 0)))

async function exit(code: number): Promise<void> {
  await flushLog()
  process.exit(code)
}

/** Notifies staff of an unexpected error, at most once an hour. */
function notifyStaffOfCrash(now: Date): void {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  const written = unexpectedErrorLetter(now)
  immediately(() => postToStaff(now, { kind: 'unexpected-error', once: hour, letter: written }))
}

const unexpectedErrorLetter = (now: Date): Letter => letter`
  # The website hit an unexpected error

  The website hit an unexpected error. It is still running, and what guests had sent before is safe.

  There is nothing you need to do right away. Please forward this email to the person who looks after the website:
  the server’s log has details.

  | When | ${showInstantAndUtc(now, env.BUSINESS_TIMEZONE)} |
`

/**
 * An unhandled rejection is one failure: it is logged, staff get a mail, and the site goes on. After an
 * uncaught exception nothing is known to be whole: the site stops as on a signal, and is restarted by what
 * runs it.
 */
export function installCrashHandlers(stop: () => void): void {
  process.on('unhandledRejection', (error) =>
    reportCrash(error, 'A promise was rejected, and nobody handled it'),
  )
  process.on('uncaughtException', (error) => {
    reportCrash(error, 'An exception was not caught: the site is stopping')
    stop()
  })
}

function reportCrash(error: unknown, event: string): void {
  log.fatal({ err: error }, event)
  try {
    notifyStaffOfCrash(now())
  } catch (trouble) {
    log.error({ err: trouble }, 'Staff could not be notified')
  }
}
