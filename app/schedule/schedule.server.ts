import cron from 'node-cron'
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
import { forgetLooks, noteLook, PULSE_MS, watchPulse } from './pulse.server'
import { createWatch } from './watch-over.server'

const SECOND = 1_000

// The library's own lines are colored text: the log is one JSON line an event.
cron.setLogger({
  info: (message) => log.info(message),
  // A run that takes longer than its ten seconds, as a backup does, is what noOverlap is for.
  warn: (message) => (/overlap prevention/.test(message) ? undefined : log.warn(message)),
  error: (message, error) => log.error({ reason: reasonOf(error ?? message) }, 'A scheduled run failed'),
  debug: () => undefined,
})

/** While another process holds the database, a run would only hold the thread: the next one is soon enough. */
async function whenWritable(deed: () => Promise<unknown>): Promise<void> {
  if (await untilWritable()) await deed()
  else log.warn('A scheduled run was left out: another process holds the database')
}

/**
 * Which function runs when: mail every second, holds every minute, rooms whose guests have left every 5, reconcile at
 * start and every 10 minutes, a look at how the site is doing every 2 of business time. What the day owes is looked for
 * every 10 seconds, not at an hour of cron's own: business time may be moved, clocks change, and a start may be late.
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
  noteLook()
  const pulse = setInterval(watchPulse, PULSE_MS)
  const tasks = [
    cron.schedule('*/10 * * * * *', noteLook),
    cron.schedule('*/10 * * * * *', owedJobs, { noOverlap: true }),
    cron.schedule('*/5 * * * *', () => once(async () => tellLeftBehind(now())), { noOverlap: true }),
    cron.schedule('*/10 * * * * *', owedBackup, { noOverlap: true }),
    cron.schedule('*/10 * * * * *', () => once(watch), { noOverlap: true }),
    ...(stripeConfigured()
      ? [
          cron.schedule('* * * * *', () => once(() => endHolds(now)), { noOverlap: true }),
          cron.schedule(`*/${RECONCILE_EVERY_MINUTES} * * * *`, reconcileOnce, { noOverlap: true }),
        ]
      : []),
  ]
  if (stripeConfigured()) void reconcileOnce()

  return {
    async stop() {
      clearInterval(post)
      clearInterval(pulse)
      forgetLooks()
      stopping.abort()
      await Promise.all(tasks.map((task) => task.stop()))
      await Promise.all(running)
      await closeMailer()
    },
  }
}
