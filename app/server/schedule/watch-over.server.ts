import { sendDueMail } from '#app/mail/send-mail.server'
import { reconcile } from '#app/money/reconcile.server'
import { ageOfReading, clockAgainstStripe, lastFailure } from '#app/money/stripe/calls.server'
import { stripeAnswers, stripeConfigured } from '#app/money/stripe/client.server'
import { isOff } from '#app/money/stripe/clock-reading'
import { machineNow, now } from '#app/platform/clock.server'
import { notice, tellStaff } from '#app/server/watch/alerts.server'
import type { Facts } from '#app/server/watch/facts'
import { factsOf } from '#app/server/watch/facts.server'
import { takeLease } from './daily-jobs.server'
import { putRightWhatIsAhead } from './dated-ahead.server'
import { runJob } from './job-runs.server'
import { jobStates } from './job-states.server'
import { asOfNow, type ClockMoved, moveClockThrough } from './move-clock.server'
import { runOwedBackup } from './nightly-backup.server'

/**
 * Of business time, from one look to the next, and from the start to the first: what a stop left undone is
 * done first.
 */
const LOOK_EVERY_MINUTES = 2
const MINUTE_MS = 60_000
/** Where nothing else asks Stripe, its word on the machine's clock is so old at most. */
const READING_MINUTES = 10

/** How the site is doing at an instant of business time. */
export const factsNow = (at: Date): Promise<Facts> => factsOf(at, jobStates(at))

let clockMoves = false

/**
 * Looks, every few minutes, whether something is wrong, and has staff told. One process at a time; another
 * one's look is as good as ours.
 */
export function createWatch(): () => Promise<void> {
  let last = now()
  return async () => {
    const since = now().getTime() - last.getTime()
    if (clockMoves || (since >= 0 && since < LOOK_EVERY_MINUTES * MINUTE_MS)) return
    last = now()
    await lookNow()
  }
}

async function lookNow(): Promise<void> {
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
    tellStaff(facts)
    if (!facts.clock || !isOff(facts.clock)) putRightWhatIsAhead(now(), machineNow())
  } finally {
    lease.end()
  }
}

/**
 * Moves business time on as moveClockThrough does, for anyone who tries the site; then all is done that is
 * due, and looked at.
 */
export async function moveClockAndLook(to: Date): Promise<ClockMoved> {
  clockMoves = true
  try {
    const moved = await moveClockThrough(to)
    if ('refused' in moved) return moved
    if (stripeConfigured()) await runJob('reconcile', now, () => reconcile(now))
    await runOwedBackup(now)
    await lookNow()
    await sendDueMail(now, { beforeSending: asOfNow })
    return moved
  } finally {
    clockMoves = false
  }
}
