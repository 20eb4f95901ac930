import { differenceInHours } from 'date-fns/differenceInHours'
import { differenceInMinutes } from 'date-fns/differenceInMinutes'
import { businessTime, machineNow } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { siteNow } from '#app/server/schedule/system-status.server'
import { ALERTS, DISK_FREE_AT_LEAST, isAlertKind, isWell } from '#app/server/watch/alert-kinds'
import { lastAlerts } from '#app/server/watch/alerts.server'
import type { Facts, JobState } from '#app/server/watch/facts.server'
import { MOST_PERCENT, type RequestHour, requestHours } from '#app/server/watch/requests.server'

export type HealthScreen = Awaited<ReturnType<typeof healthScreen>>

/**
 * All that the page shows, at an instant of business time. Stripe and the mail server are asked first, so
 * that the verdict and the tiles rest on the same answers.
 */
export async function healthScreen(at: Date) {
  const { status, facts, wrong } = await siteNow(at, { askAgain: true })
  const hours = requestHours(machineNow())
  return {
    now: businessTime(at),
    wrong,
    status,
    figures: figures(facts, hours),
    mostPercent: MOST_PERCENT,
    hours: hours.map(({ from, requests, failed, mostMs }) => ({
      label: businessTime(from),
      tick: businessTime(from).replace(/^.* (\d+):\d\d ([AP]M)$/, '$1 $2'),
      requests,
      failed,
      mostMs,
    })),
    jobs: facts.jobs.map(({ job, name, lastSuccess, ...state }) => ({
      job,
      name,
      lastSuccess: lastSuccess ? businessTime(lastSuccess) : 'Not yet',
      state: stateOf(state),
    })),
    seats: facts.seats.map(({ startsOn, seats, left }) => ({ day: showDay(startsOn), seats, left })),
    alerts: lastAlerts().map(({ id, kind, found, openedAt, overAt }) => ({
      id,
      subject: isAlertKind(kind) ? ALERTS[kind].short : kind,
      found,
      from: businessTime(openedAt),
      until: overAt ? businessTime(overAt) : null,
    })),
  }
}

function stateOf(state: Pick<JobState, 'error' | 'isLate' | 'failedParts'>) {
  if (isWell(state)) return 'well' as const
  if (state.error !== null) return 'failed' as const
  return state.isLate ? ('late' as const) : ('in-part' as const)
}

type Figure = { label: string; value: string | number; note: string }

function figures(facts: Facts, hours: RequestHour[]): Figure[] {
  const { at, mail, refunds, disk, backup, database, clock } = facts
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  return [
    {
      label: 'Requests this hour',
      value: hours.at(-1)?.requests ?? 0,
      note:
        failed === 0
          ? 'None failed since yesterday'
          : `${failed.toLocaleString('en-US')} failed since yesterday`,
    },
    {
      label: 'Emails waiting',
      value: mail.waiting,
      note: [
        mail.oldest ? `The oldest for ${ageInWords(mail.oldest, at)}` : 'None waiting',
        mail.failed > 0 && `${mail.failed.toLocaleString('en-US')} given up`,
      ]
        .filter(Boolean)
        .join(', '),
    },
    { label: 'Bookings that hold seats', value: facts.holds, note: 'Begun, not paid yet' },
    {
      label: 'Refunds owed',
      value: showCents(refunds.owedCents),
      note: refundNote(refunds),
    },
    {
      label: 'Newest backup',
      value: backup.newest ? `${ageInWords(backup.newest, at)} ago` : 'None',
      note: backup.isNightly
        ? backup.newest
          ? megabytes(backup.bytes)
          : 'Made every night'
        : 'Nightly backup is off',
    },
    {
      label: 'Free disk space',
      value: disk ? `${Math.floor((disk.freeBytes / disk.totalBytes) * 100)}%` : 'Not known',
      note: disk
        ? `${megabytes(disk.freeBytes)}; it should be ${DISK_FREE_AT_LEAST}% at least`
        : 'It could not be checked',
    },
    {
      label: 'Database',
      value: megabytes(database.bytes),
      note: `And a log of ${megabytes(database.logBytes)}`,
    },
    {
      label: 'The machine’s clock',
      value: clock && 'aheadMs' in clock ? `${Math.abs(clock.aheadMs / 1_000).toFixed(0)} s` : 'Not known',
      note: clockNote(clock),
    },
  ]
}

function refundNote({ owed, troubled }: Facts['refunds']): string {
  if (owed === 0) return 'None is owed'
  return troubled > 0 ? `${troubled} of ${owed} refused` : `${owed} in all`
}

function clockNote(clock: Facts['clock']): string {
  if (!clock) return 'Stripe has not been asked yet'
  if ('certificate' in clock) return `By this clock, Stripe’s certificate is ${clock.certificate}`
  if (Math.abs(clock.aheadMs) < 1_000) return 'Same as Stripe’s'
  return clock.aheadMs > 0 ? 'Ahead of Stripe’s' : 'Behind Stripe’s'
}

/** '1 minute', '26 hours', '3 days': rounded down, in the largest unit of which there are two. */
function ageInWords(from: Date, to: Date): string {
  const hours = differenceInHours(to, from)
  if (hours < 2) return counted(Math.max(0, differenceInMinutes(to, from)), 'minute')
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')
}

/** '1,250 MB', '0.4 MB'. */
const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 })} MB`
