import { sendDueMail } from '#app/mail/send-mail.server'
import { reconcile } from '#app/money/reconcile.server'
import {
  ageOfReading,
  clockAgainstStripe,
  isOff,
  lastFailure,
  stripeAnswers,
  stripeConfigured,
} from '#app/money/stripe/client.server'
import { MINUTE_MS, machineNow, now } from '#app/platform/clock.server'
import { alertStaff, notice } from '#app/server/watch/alerts.server'
import { runJob, runOwedBackup, takeLease } from './daily-jobs.server'
import { limitFutureDates } from './limit-future-dates.server'
import { asOfNow, type ClockMoved, moveClockThrough } from './move-clock.server'
import { factsNow } from './system-status.server'

/** In business time, from the start and from one check to the next: what a stop left undone is done first. */
const LOOK_EVERY_MINUTES = 2
/** Where nothing else asks Stripe, its word on the machine's clock is so old at most. */
const READING_MINUTES = 10

let clockMoves = false

/** Checks every few minutes whether something is wrong, and alerts staff, in one process at a time. */
export function createWatch(): () => Promise<void> {
  let last = now()
  return async () => {
    const since = now().getTime() - last.getTime()
    if (clockMoves || (since >= 0 && since < LOOK_EVERY_MINUTES * MINUTE_MS)) return
    last = now()
    await checkNow()
  }
}

async function checkNow(): Promise<void> {
  // One call that failed is no alarm, and a clock may have been put right: Stripe is asked once more.
  const clock = clockAgainstStripe()
  const isOld = ageOfReading() > READING_MINUTES * MINUTE_MS
  if (stripeConfigured() && (lastFailure() !== null || isOld || (clock && isOff(clock))))
    await stripeAnswers()
  const facts = await factsNow(now())
  notice(facts)
  const lease = takeLease('watch')
  if (!lease) return
  try {
    alertStaff(facts)
    if (!facts.clock || !isOff(facts.clock)) limitFutureDates(now(), machineNow())
  } finally {
    lease.end()
  }
}

/** Moves business time on as moveClockThrough does, then does all that is due, and checks. */
export async function moveClockAndCheck(to: Date): Promise<ClockMoved> {
  clockMoves = true
  try {
    const moved = await moveClockThrough(to)
    if ('refused' in moved) return moved
    if (stripeConfigured()) await runJob('reconcile', now, () => reconcile(now))
    await runOwedBackup(now)
    await checkNow()
    await sendDueMail(now, { beforeSending: asOfNow })
    return moved
  } finally {
    clockMoves = false
  }
}
