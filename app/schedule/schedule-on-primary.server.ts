import { setTimeout as wait } from 'node:timers/promises'
import { now } from '#app/clock.server'
import { log } from '#app/log.server'
import { tellOfLostPayments } from '#app/payments/lost-payments.server'
import { stripeConfigured } from '#app/stripe/client.server'
import { primaryNow } from '#db/connection.server'
import { startSchedule } from './schedule.server'

type Schedule = ReturnType<typeof startSchedule>

const LOOK_MS = 1_000

/**
 * The schedule where LiteFS copies the database to other machines: it runs on the primary alone. LiteFS may change which
 * machine that is at any moment, so this looks every second.
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
      await tellOfLostPayments(now)
      return
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'Stripe was not asked for lost payments: tried again')
      await wait(NEXT_TRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
