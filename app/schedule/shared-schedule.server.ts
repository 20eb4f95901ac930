import { setTimeout as wait } from 'node:timers/promises'
import { now } from '#app/clock.server'
import { env } from '#app/env.server'
import { log } from '#app/log.server'
import { tellOfLostPayments } from '#app/payments/lost-payments.server'
import { stripeConfigured } from '#app/stripe/client.server'
import { primaryNow } from '#db/connection.server'
import { takeLease } from './lease.server'
import { startSchedule } from './schedule.server'

type Schedule = ReturnType<typeof startSchedule>

const LOOK_MS = 1_000
/** A lease ends soon, and each renewal is a write. */
const RENEW_MS = 2_000

/**
 * The schedule where there are several processes or machines: it runs in one of them, on the primary, in the one process
 * there that holds the lease. Looked for every second, so that it goes on elsewhere as soon as it ends here.
 */
export function shareSchedule(): Schedule {
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
  const lease = env.WEB_PROCESSES > 1 ? leaseOfSchedule() : { isOurs: () => true, end: () => undefined }
  let running: Schedule | null = null
  let lookingForLost = Promise.resolve()
  while (!signal.aborted) {
    const isOurs = primaryNow() === null && lease.isOurs()
    if (isOurs && !running) {
      log.info('The schedule runs here')
      running = startSchedule()
      lookingForLost = lookForLost(signal)
    }
    if (!isOurs && running) {
      log.info('The schedule runs elsewhere')
      await running.stop()
      running = null
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
  await running?.stop()
  await lookingForLost
  if (running) lease.end()
}

function leaseOfSchedule() {
  let lease: ReturnType<typeof takeLease> = null
  let renewedAt = 0
  const take = () => {
    if (Date.now() - renewedAt < RENEW_MS) return
    if (lease && !lease.renew()) lease = null
    lease ??= takeLease('schedule')
    if (lease) renewedAt = Date.now()
  }
  return {
    isOurs() {
      try {
        take()
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'The lease of the schedule could not be taken')
        lease = null
        renewedAt = 0
      }
      return lease !== null
    },
    end: () => lease?.end(),
  }
}

const NEXT_TRY_MS = 60_000

/** Where the database is a copy that became the original: what it missed, Stripe knows. */
async function lookForLost(signal: AbortSignal): Promise<void> {
  if (!env.LITEFS_DIR || !stripeConfigured()) return
  while (!signal.aborted && primaryNow() === null) {
    try {
      await tellOfLostPayments(now)
      return
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'Stripe was not asked for lost payments: tried again')
      await wait(NEXT_TRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
