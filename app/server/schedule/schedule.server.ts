import { setTimeout as wait } from 'node:timers/promises'
import cron from 'node-cron'
import { notifyUnfinished } from '#app/bookings/notify-unfinished.server'
import { closeMailer } from '#app/mail/mailer.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { notifyOfLostPayments } from '#app/money/changes/paying/found-payments.server'
import { carryOutChoices } from '#app/money/changes/schedule/choose.server'
import { endHolds, reconcile } from '#app/money/reconcile.server'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { now } from '#app/platform/clock.server'
import { log, reasonOf } from '#app/platform/log.server'
import { notifyWatchers } from '#app/tours/watchers.server'
import { notifyLeftBehind } from '#app/travelers/pair-travelers.server'
import { primaryNow } from '#db/connection.server'
import { untilWritable } from '#db/write-lock.server'
import { postDueBroadcasts, runJob, runOwedBackup, runOwedJobs } from './daily-jobs.server'
import { RECONCILE_EVERY_MINUTES } from './job-hours'
import { asOfNow } from './move-clock.server'
import { createWatch } from './watch-over.server'

const SECOND = 1_000
/** Jobs are checked every ten seconds: after a longer silence cron waits for an hour now past. */
const SILENT_AFTER = 15 * SECOND

// The library's own lines are colored text: the log is one JSON line an event.
cron.setLogger({
  info: (message) => log.info(message),
  // A run that takes longer than its ten seconds, as a backup does, is what noOverlap is for.
  warn: (message) => (/overlap prevention/.test(message) ? undefined : log.warn(message)),
  error: (message, error) => log.error({ reason: reasonOf(error ?? message) }, 'A scheduled run failed'),
  debug: () => undefined,
})

/** While another process holds the database, a run would only block the thread: the next will do. */
async function whenWritable(command: () => Promise<unknown>): Promise<void> {
  if (await untilWritable()) await command()
  else log.warn('A scheduled run was left out: another process holds the database')
}

type Plan = { when: string; run: () => unknown }[]

/**
 * Runs a plan by node-cron, which waits for an hour of the machine's clock: a year, where that was a year
 * ahead and is corrected. So a timer, independent of clocks, restarts the plan when cron falls silent.
 */
function runByCron(plan: Plan): { stop(): Promise<void> } {
  let lastRun = performance.now()
  const noteRun = () => {
    lastRun = performance.now()
  }
  const begin = () =>
    [{ when: '*/10 * * * * *', run: noteRun }, ...plan].map(({ when, run }) =>
      cron.schedule(when, async () => void (await run()), { noOverlap: true }),
    )
  let tasks = begin()
  const end = () => Promise.all(tasks.map((task) => task.stop()))
  const look = setInterval(() => {
    if (performance.now() - lastRun < SILENT_AFTER) return
    log.warn('The schedule stood still, and begins again: the clock of the machine may have been set back')
    void end()
    tasks = begin()
    noteRun()
  }, 5 * SECOND)
  return {
    async stop() {
      clearInterval(look)
      await end()
    },
  }
}

/**
 * Mail and broadcasts every second; holds and choices every minute; abandoned rooms and unfinished bookings
 * every 5; reconcile at start and every 10; health every 2 of business time. What the day owes is checked
 * every 10 seconds: time may be moved, and a start may be late.
 */
export function startSchedule(): { stop(): Promise<void> } {
  const running = new Set<Promise<unknown>>()
  const once = (command: () => Promise<unknown>) => {
    const run = whenWritable(command).catch((error: unknown) =>
      log.error({ reason: reasonOf(error) }, 'A scheduled run failed'),
    )
    running.add(run)
    return run.finally(() => running.delete(run))
  }

  const stopping = new AbortController()
  let sending = false
  const post = setInterval(async () => {
    await once(() => postDueBroadcasts(now))
    await once(async () => notifyWatchers(now()))
    // A run looks for new mail by itself as long as it lasts.
    if (sending) return
    sending = true
    await once(() => sendDueMail(now, { beforeSending: asOfNow, signal: stopping.signal }))
    sending = false
  }, SECOND)

  const reconcileOnce = () => once(() => runJob('reconcile', now, () => reconcile(now)))
  const owedJobs = () => once(() => runOwedJobs(now))
  const chosen = () => once(() => carryOutChoices(now))
  const owedBackup = () => once(() => runOwedBackup(now))
  const watch = createWatch()
  void owedJobs()
  void owedBackup()
  void chosen()
  const schedule = runByCron([
    { when: '*/10 * * * * *', run: owedJobs },
    { when: '*/10 * * * * *', run: owedBackup },
    { when: '*/10 * * * * *', run: () => once(watch) },
    { when: '*/5 * * * *', run: () => once(async () => notifyLeftBehind(now())) },
    { when: '*/5 * * * *', run: () => once(async () => notifyUnfinished(now())) },
    // Staff hold seats without Stripe, too.
    { when: '* * * * *', run: () => once(() => endHolds(now)) },
    { when: '* * * * *', run: chosen },
    ...(stripeConfigured() ? [{ when: `*/${RECONCILE_EVERY_MINUTES} * * * *`, run: reconcileOnce }] : []),
  ])
  if (stripeConfigured()) void reconcileOnce()

  return {
    async stop() {
      clearInterval(post)
      stopping.abort()
      await schedule.stop()
      await Promise.all(running)
      await closeMailer()
    },
  }
}

type Schedule = ReturnType<typeof startSchedule>

const LOOK_MS = 1_000

/**
 * The schedule where LiteFS copies the database to other machines: it runs on the primary alone, which LiteFS
 * may change at any moment, so this looks every second.
 */
export function scheduleOnPrimary(): Schedule {
  const stopping = new AbortController()
  const lasting = keepOn(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await lasting
    },
  }
}

async function keepOn(signal: AbortSignal): Promise<void> {
  let running: Schedule | null = null
  let lookingForLost = Promise.resolve()
  while (!signal.aborted) {
    const isPrimary = primaryNow() === null
    if (isPrimary && !running) {
      log.info('The schedule runs here')
      running = startSchedule()
      lookingForLost = lookForLost(signal)
    }
    if (!isPrimary && running) {
      log.info('The schedule runs elsewhere')
      await running.stop()
      running = null
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
  await running?.stop()
  await lookingForLost
}

const NEXT_TRY_MS = 60_000

/** The database is a copy that became the original: what it missed, Stripe knows. */
async function lookForLost(signal: AbortSignal): Promise<void> {
  if (!stripeConfigured()) return
  while (!signal.aborted && primaryNow() === null) {
    try {
      await notifyOfLostPayments(now)
      return
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'Stripe was not asked for lost payments: tried again')
      await wait(NEXT_TRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
