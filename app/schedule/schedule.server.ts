import { now } from '#app/clock.server'
import { log } from '#app/log.server'
import { closeMailer } from '#app/mail/mailer.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { endHolds, reconcile } from '#app/payments/reconcile.server'
import { postCampaignMails } from '#app/people/campaigns/post-campaign.server'
import { tellWatchers } from '#app/people/watchers/tell-watchers.server'
import { reasonOf } from '#app/reason'
import { stripeConfigured } from '#app/stripe/client.server'
import { tellLeftBehind } from '#app/travelers/rooms/left-behind.server'
import { untilWritable } from '#db/write-lock.server'
import { asOfNow } from './as-of-now.server'
import { runOwedJobs } from './daily-jobs.server'
import { RECONCILE_EVERY_MINUTES } from './job-hours'
import { runJob } from './job-runs.server'
import { runOwedBackup } from './nightly-backup.server'
import { createWatch } from './watch-over.server'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** While another process holds the database, a run would only hold the thread: the next one is soon enough. */
async function whenWritable(deed: () => Promise<unknown>): Promise<void> {
  if (await untilWritable()) await deed()
  else log.warn('A scheduled run was left out: another process holds the database')
}

/**
 * By a clock that nobody can set: what waits for an hour of the machine's clock waits for a year where that was a year
 * ahead. While a run takes longer, as a backup does, no other one begins.
 */
function every(ms: number, run: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false
  return setInterval(async () => {
    if (isRunning) return
    isRunning = true
    await run()
    isRunning = false
  }, ms)
}

/**
 * Which function runs when: mail every second, holds every minute, rooms whose guests have left every 5, reconcile at
 * start and every 10 minutes, a look at how the site is doing every 2 of business time. What the day owes is looked for
 * every 10 seconds, not at an hour: business time may be moved, clocks change, and a start may be late.
 */
export function startSchedule(): { stop(): Promise<void> } {
  const running = new Set<Promise<unknown>>()
  const once = (deed: () => Promise<unknown>) => {
    const run = whenWritable(deed).catch((error: unknown) =>
      log.error({ reason: reasonOf(error) }, 'A scheduled run failed'),
    )
    running.add(run)
    return run.finally(() => running.delete(run))
  }

  const stopping = new AbortController()
  let sending = false
  const post = setInterval(async () => {
    await once(async () => postCampaignMails(now()))
    await once(async () => tellWatchers(now()))
    // A run looks for new mail by itself as long as it lasts.
    if (sending) return
    sending = true
    await once(() => sendDueMail(now, { beforeSending: asOfNow, signal: stopping.signal }))
    sending = false
  }, SECOND)

  const reconcileOnce = () => once(() => runJob('reconcile', now, () => reconcile(now)))
  const owedJobs = () => once(() => runOwedJobs(now))
  const owedBackup = () => once(() => runOwedBackup(now))
  const watch = createWatch()
  void owedJobs()
  void owedBackup()
  const timers = [
    post,
    every(10 * SECOND, owedJobs),
    every(10 * SECOND, owedBackup),
    every(10 * SECOND, () => once(watch)),
    every(5 * MINUTE, () => once(async () => tellLeftBehind(now()))),
    ...(stripeConfigured()
      ? [
          every(MINUTE, () => once(() => endHolds(now))),
          every(RECONCILE_EVERY_MINUTES * MINUTE, reconcileOnce),
        ]
      : []),
  ]
  if (stripeConfigured()) void reconcileOnce()

  return {
    async stop() {
      timers.forEach(clearInterval)
      stopping.abort()
      await Promise.all(running)
      await closeMailer()
    },
  }
}
