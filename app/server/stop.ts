import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { Letter } from '#app/mail/letter'
import { postToStaff } from '#app/mail/outbox.server'
import { now } from '#app/platform/clock.server'
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

/**
 * How long requests and mails may take to end, all of them together: with what follows, a stop takes ten
 * seconds.
 */
const PATIENCE = 8_000
/** The database is closed also where another process holds it. */
const LOCK_PATIENCE = 500
/** Ctrl-C reaches a process twice where a parent passes it on; a person's second one comes later. */
const SAME_SIGNAL = 500

/**
 * Ends the process without losing a request on SIGTERM and SIGINT, within ten seconds; at once when asked
 * again. Answers a function that ends it in the same way, once, and as a failure.
 */
export function stopOnSignals(running: Running): () => void {
  let askedAt = 0
  const end = (code: number) => {
    askedAt = Date.now()
    stop(running).then(
      () => leave(code),
      (error: unknown) => {
        log.error({ err: error }, 'The site did not stop cleanly')
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

/**
 * Serves for a moment longer, finishes what is under way, ends the schedule, closes the database, and the
 * door last.
 */
async function stop({ server, schedule, sqlite }: Running): Promise<void> {
  const allEnded = Promise.all([answered(server), schedule.stop()]).then(() => true)
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
  await Promise.race([closed(server), wait(2 * DOOR_PATIENCE)])
}

/** Long enough for what was sent before anybody could know. */
const GOODBYE_MS = 400
const LOOK_MS = 20
/** How many looks in a row find no new connection: on a busy machine one look proves little. */
const QUIET_LOOKS = 6
const DOOR_PATIENCE = 800

/**
 * Serves on for a moment, if anybody is connected, and tells each connection that it ends, so that what is on
 * its way is answered and what hands out requests asks elsewhere. Then says 503 by the same door.
 */
async function answered(server: Server): Promise<void> {
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
 * Closes the door. The kernel resets every connection that it has taken and we have not, so the last requests
 * wait for their 503 until the door is closed: while they wait, those who would ask again at once do not
 * connect.
 */
async function closed(server: Server): Promise<void> {
  const last: Parameters<RequestListener>[] = []
  server.removeAllListeners('request').on('request', (...asked) => last.push(asked))
  await nobodyCame(server)
  const allGone = new Promise<void>((done) => server.close(() => done()))
  server.removeAllListeners('request').on('request', notReady)
  for (const asked of last) notReady(...asked)
  const sweep = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  await allGone
  clearInterval(sweep)
}

/** Waits until nobody new has come for some looks, and goes on right after the kernel was asked for more. */
async function nobodyCame(server: Server): Promise<void> {
  // Closing the database held the thread: who came in that time is taken now, and a close would end them as
  // idle.
  await oneTurn()
  if ((await connections(server)) === 0) return
  let quiet = 0
  server.on('connection', () => {
    quiet = 0
  })
  const end = Date.now() + DOOR_PATIENCE
  while (quiet < QUIET_LOOKS && Date.now() < end) {
    quiet += 1
    await wait(LOOK_MS)
  }
  await oneTurn()
}

const oneTurn = () => new Promise((done) => setImmediate(done))

const connections = (server: Server) =>
  new Promise<number>((done) => server.getConnections((_error, count) => done(count ?? 0)))

async function leave(code: number): Promise<void> {
  await flushLog()
  process.exit(code)
}

const HOUR_MS = 3_600_000

/**
 * Tells staff that the site met an error which nobody had foreseen: at most one letter an hour, however many
 * there are.
 */
function tellOfTheUnexpected(now: Date): void {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  const letter = unexpectedNotice(now)
  immediately(() => postToStaff(now, { kind: 'unexpected-error', once: hour, letter }))
}

const unexpectedNotice = (now: Date): Letter => ({
  subject: 'The website hit an unexpected error',
  blocks: [
    {
      paragraph:
        'The website hit an unexpected error. It is still running, and what guests had sent before is safe.',
    },
    {
      paragraph:
        'There is nothing you need to do right away. Please forward this letter to the person who looks after the website: the server’s log has details.',
    },
    { rows: [['When', showInstantAndUtc(now, env.BUSINESS_TIMEZONE)]] },
  ],
})

/**
 * Nothing that was thrown with nobody to catch it ends the process by itself. A promise has failed alone: it
 * is logged, staff get a mail, and the site goes on. After an exception nothing is known to be whole, so that
 * the site stops as it does when it is asked to, and whatever keeps it running starts it again.
 */
export function installCrashHandlers(stop: () => void): void {
  process.on('unhandledRejection', (error) => tell(error, 'A promise was rejected, and nobody handled it'))
  process.on('uncaughtException', (error) => {
    tell(error, 'An exception was not caught: the site is stopping')
    stop()
  })
}

function tell(error: unknown, event: string): void {
  log.fatal({ err: error }, event)
  try {
    tellOfTheUnexpected(now())
  } catch (trouble) {
    log.error({ err: trouble }, 'Staff could not be notified')
  }
}
