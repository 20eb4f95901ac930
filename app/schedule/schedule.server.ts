import cron from 'node-cron'
import { now } from '#app/clock.server'
import { log } from '#app/log.server'
import { closeMailer } from '#app/mail/mailer.server'
import { sendDueMail } from '#app/mail/send-mail.server'
import { endHolds, reconcile } from '#app/payments/reconcile.server'
import { runJob } from '#app/schedule/job-runs.server'
import { stripeConfigured } from '#app/stripe/client.server'

const SECOND = 1_000

/** Which function runs when: mail every second, holds every minute, reconcile at start and every 10 minutes. */
export function startSchedule(): { stop(): Promise<void> } {
  const running = new Set<Promise<unknown>>()
  const once = (deed: () => Promise<unknown>) => {
    const run = deed().catch((error: Error) => log.error({ reason: error.message }, 'A scheduled run failed'))
    running.add(run)
    return run.finally(() => running.delete(run))
  }

  let posting = false
  const post = setInterval(async () => {
    if (posting) return
    posting = true
    await once(() => sendDueMail(now))
    posting = false
  }, SECOND)

  const reconcileOnce = () => once(() => runJob('reconcile', now, () => reconcile(now)))
  const tasks = stripeConfigured()
    ? [
        cron.schedule('* * * * *', () => once(() => endHolds(now)), { noOverlap: true }),
        cron.schedule('*/10 * * * *', reconcileOnce, { noOverlap: true }),
      ]
    : []
  if (stripeConfigured()) void reconcileOnce()

  return {
    async stop() {
      clearInterval(post)
      await Promise.all(tasks.map((task) => task.stop()))
      await Promise.all(running)
      await closeMailer()
    },
  }
}
