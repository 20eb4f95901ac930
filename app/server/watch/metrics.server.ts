import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { callsToStripe } from '#app/money/stripe/client.server'
import { now } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { showsToken } from '#app/platform/keys.server'
import { log, reasonOf } from '#app/platform/log.server'
import { answerPlainly, everyHeader, pathOf } from '#app/server/guards/answer'
import { ALERT_KINDS, isWell } from './alert-kinds'
import { alertsNow } from './alerts.server'
import type { Facts } from './facts.server'
import { LATENCY_SECONDS, onRequest, REQUEST_KINDS, STATUS_CLASSES } from './requests.server'

/** What is fetched: the text, and what kind of text it is. */
type Metrics = { type: string; print: (facts: Facts) => Promise<string> }

/** An instant of business time as Prometheus wants it: seconds since 1970. */
const seconds = (instant: Date): number => instant.getTime() / 1_000

/**
 * Starts the metrics for Prometheus: from now on each request is observed. Loaded here because the library
 * takes memory. Labels are our own names and first days of departures: a stranger can add no line.
 */
async function startMetrics(): Promise<Metrics> {
  const prometheus = await import('prom-client').then((module) => module.default)
  const registry: Registry = new prometheus.Registry()
  // Memory, processor time, event-loop delay, garbage collection.
  prometheus.collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new prometheus.Gauge({ name, help, labelNames, registers })

  observeRequests(
    new prometheus.Histogram({
      name: 'safari_http_request_duration_seconds',
      help: 'Answered requests by who served them: front is a page from memory, left is a visitor who did not wait',
      labelNames: ['kind', 'status'],
      buckets: LATENCY_SECONDS,
      registers,
    }),
  )
  const stripeCalls = new prometheus.Counter({
    name: 'safari_stripe_calls_total',
    help: 'Calls to Stripe by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const of = gaugesOf(gauge)
  return {
    type: registry.contentType,
    print(facts) {
      setCalls(stripeCalls)
      // A departure that is no longer on sale has no line.
      for (const one of Object.values(of)) one.reset()
      set(of, facts)
      return registry.metrics()
    },
  }
}

/** Each pair of labels is made once, not at each request. */
function observeRequests(histogram: Histogram): void {
  const children = new Map(
    REQUEST_KINDS.map((kind) => [
      kind,
      new Map(STATUS_CLASSES.map((status) => [status, histogram.labels({ kind, status })])),
    ]),
  )
  onRequest((kind, status, took) => children.get(kind)?.get(status)?.observe(took))
}

function setCalls(counter: Counter): void {
  counter.reset()
  for (const [outcome, calls] of Object.entries(callsToStripe())) counter.inc({ outcome }, calls)
}

const gaugesOf = (gauge: (name: string, help: string, labelNames?: string[]) => Gauge) => ({
  lastSuccess: gauge(
    'safari_job_last_success_timestamp_seconds',
    'When a job last succeeded, in business time',
    ['job'],
  ),
  jobFailing: gauge(
    'safari_job_failing',
    '1 while the last run of a job failed, or a part of it, or it is late',
    ['job'],
  ),
  now: gauge('safari_business_time_seconds', 'Business time: measure ages against it'),
  mails: gauge('safari_outbox_mails', 'Mail that waits, and mail that failed for good', ['state']),
  oldestMail: gauge('safari_outbox_oldest_seconds', 'Age of the oldest mail that waits'),
  holds: gauge('safari_holds', 'Bookings that hold seats and are not paid'),
  seatsLeft: gauge('safari_seats_left', 'Seats left on a departure that is on sale', ['departure']),
  seatsTaken: gauge('safari_seats_taken', 'Seats held or sold on a departure that is on sale', ['departure']),
  refunds: gauge('safari_refunds_owed', 'Refunds that are owed and not paid'),
  refundCents: gauge('safari_refunds_owed_cents', 'The sum of them in US cents'),
  refundsTroubled: gauge('safari_refunds_refused', 'Those that Stripe has refused at least once'),
  unknownMoney: gauge('safari_unknown_payments', 'Payments of the last days that belong to no booking'),
  database: gauge('safari_database_bytes', 'Size of the database file'),
  log: gauge('safari_database_wal_bytes', 'Size of its write-ahead log'),
  diskFree: gauge('safari_disk_free_bytes', 'Free bytes of the disk that the database is on'),
  diskSize: gauge('safari_disk_size_bytes', 'All bytes of it'),
  backupAge: gauge('safari_backup_age_seconds', 'Age of the newest backup'),
  backupSize: gauge('safari_backup_bytes', 'Size of the newest backup'),
  clock: gauge('safari_clock_ahead_seconds', 'How far the machine’s clock is ahead of Stripe’s'),
  alert: gauge('safari_alert', '1 while staff have to act', ['kind']),
})

/** As Prometheus has it: no comparison with it is true. */
const UNKNOWN = Number.NaN

type Gauges = ReturnType<typeof gaugesOf>

function set(of: Gauges, facts: Facts): void {
  const { at, mail, refunds, backup, disk, clock } = facts
  of.now.set(seconds(at))
  for (const { job, lastSuccess, ...state } of facts.jobs) {
    if (lastSuccess) of.lastSuccess.set({ job }, seconds(lastSuccess))
    of.jobFailing.set({ job }, isWell(state) ? 0 : 1)
  }
  of.mails.set({ state: 'waiting' }, mail.waiting)
  of.mails.set({ state: 'failed' }, mail.failed)
  of.oldestMail.set(mail.oldest ? seconds(at) - seconds(mail.oldest) : 0)
  of.holds.set(facts.holds)
  for (const { startsOn, seats, left } of facts.seats) {
    of.seatsLeft.set({ departure: startsOn }, left)
    of.seatsTaken.set({ departure: startsOn }, seats - left)
  }
  of.refunds.set(refunds.owed)
  of.refundCents.set(refunds.owedCents)
  of.refundsTroubled.set(refunds.troubled)
  of.unknownMoney.set(facts.unknownMoney.payments)
  of.database.set(facts.database.bytes)
  of.log.set(facts.database.logBytes)
  of.diskFree.set(disk?.freeBytes ?? UNKNOWN)
  of.diskSize.set(disk?.totalBytes ?? UNKNOWN)
  of.backupAge.set(backup.newest ? seconds(at) - seconds(backup.newest) : UNKNOWN)
  of.backupSize.set(backup.newest ? backup.bytes : UNKNOWN)
  of.clock.set(clock && 'aheadMs' in clock ? clock.aheadMs / 1_000 : UNKNOWN)
  const wrong = alertsNow()
  for (const kind of ALERT_KINDS) of.alert.set({ kind }, wrong.has(kind) ? 1 : 0)
}

/** GET /metrics for Prometheus, by bearer token; null without METRICS_TOKEN. True when it has answered. */
export async function createMetrics(factsNow: (at: Date) => Promise<Facts>) {
  const { METRICS_TOKEN } = env
  if (!METRICS_TOKEN) return null
  const metrics = await startMetrics()
  const print = async () => metrics.print(await factsNow(now()))
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (pathOf(request) !== '/metrics') return false
    if (!showsToken(request.headers.authorization, METRICS_TOKEN)) {
      answerPlainly(request, response, 401, 'This address asks for a token.', {
        'WWW-Authenticate': 'Bearer',
      })
    } else void sendMetrics(print, metrics.type, request, response)
    return true
  }
}

async function sendMetrics(
  print: () => Promise<string>,
  type: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const text = await print()
    response.writeHead(200, {
      ...everyHeader(response),
      'Content-Type': type,
      'Cache-Control': 'no-store',
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'The metrics could not be made')
    answerPlainly(request, response, 503, 'The metrics cannot be made at this moment.')
  }
}
