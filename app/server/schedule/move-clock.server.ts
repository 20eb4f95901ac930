import { notifyUnfinished } from '#app/bookings/notify-unfinished.server'
import { type BeforeSending, sendDueMail } from '#app/mail/send-mail.server'
import { announcementAsOfNow } from '#app/money/changes/autopay/announce-charges.server'
import { endHolds } from '#app/money/reconcile.server'
import { reminderAsOfNow } from '#app/money/reminders/write-reminder.server'
import { businessDay, machineNow, moveClockTo, now } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { proofAsOfNow } from '#app/staff/email-proofs.server'
import { resetAsOfNow } from '#app/staff/password-resets.server'
import { broadcastsToLeave } from '#app/tours/broadcasts.server'
import { notifyWatchers } from '#app/tours/watchers.server'
import { letterAsOfNow } from '#app/travelers/letters-as-of-now.server'
import { postBroadcasts } from '#app/travelers/post-broadcasts.server'
import { runOwedJobs } from './daily-jobs.server'
import { JOB_HOURS } from './job-hours'

/** Each mail as it should be by the moment in which it goes out. */
export const asOfNow: BeforeSending = (mail, now) => {
  const withToken = resetAsOfNow(mail, machineNow())
  const withLink = withToken && proofAsOfNow(withToken, machineNow())
  const reminder = withLink && reminderAsOfNow(withLink, now)
  const announcement = reminder && announcementAsOfNow(reminder, now)
  return announcement && letterAsOfNow(announcement, now)
}

/** Days. */
export const CLOCK_MOVES_AT_MOST = 400

/** Only where no real money moves: with Stripe's test keys. */
export const clockMayMove = (): boolean => env.stripe !== null && !env.stripe.live

export type ClockMoved = { now: Date } | { refused: 'not-in-test-mode' | 'backwards' | 'too-far' }

/**
 * Moves business time on to an instant, running each daily job at its hour and sending its mail, so that a
 * season can be watched in a minute. In test mode alone, and only forwards.
 */
export async function moveClockThrough(to: Date): Promise<ClockMoved> {
  if (!clockMayMove()) return { refused: 'not-in-test-mode' }
  const from = now()
  if (to < from) return { refused: 'backwards' }
  if (daysFrom(businessDay(from), businessDay(to)) > CLOCK_MOVES_AT_MOST) return { refused: 'too-far' }

  for (let day = businessDay(from); day <= businessDay(to); day = addDays(day, 1)) {
    for (const instant of momentsOf(day)) if (instant > now() && instant < to) await runMoment(instant)
  }
  await runMoment(to)
  return { now: to }
}

/** When something happens by itself on a day: its jobs, and broadcasts that have an hour. */
function momentsOf(day: Day): Date[] {
  const jobs = Object.values(JOB_HOURS).map((hour) => instantAt(day, hour, env.BUSINESS_TIMEZONE))
  const broadcasts = broadcastsToLeave().flatMap(({ at }) => (at && businessDay(at) === day ? [at] : []))
  return [...jobs, ...broadcasts].toSorted((one, other) => Number(one) - Number(other))
}

async function runMoment(instant: Date): Promise<void> {
  moveClockTo(instant)
  await endHolds(now)
  await runOwedJobs(now)
  while (postBroadcasts(now()) > 0);
  while (notifyWatchers(now()) > 0);
  notifyUnfinished(now())
  await sendDueMail(now, { beforeSending: asOfNow })
}
