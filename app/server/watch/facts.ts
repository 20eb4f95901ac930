import type { ClockReading, StripeFailure } from '#app/money/stripe/client.server'
import type { Cents } from '#app/platform/money'

/** Of a hundred requests, how many count: the slowest few are someone's bad line. */
export const MOST_PERCENT = 95

/** How one job stands, by business time. */
export type JobState = {
  job: string
  /** As staff call it. */
  name: string
  lastSuccess: Date | null
  /** Of the last run that ended: why it failed; null where it went well, or there was none. */
  error: string | null
  isLate: boolean
  /** Parts of the last run that failed, though it went on to its end. */
  failedParts: number
}

/** How the site is doing at an instant of business time: for alerts, staff and metrics. */
export type Facts = {
  at: Date
  jobs: JobState[]
  /** The oldest of those that wait; `failed` were given up. */
  mail: { waiting: number; oldest: Date | null; failed: number; isConfigured: boolean }
  /** Payments without a booking that were not returned; when staff last got a letter about one. */
  unknownMoney: { payments: number; toldAt: Date | null }
  /** `troubled`: refused by Stripe at least once, and not paid yet. `toldAt`: the last letter about one. */
  refunds: { owed: number; owedCents: Cents; troubled: number; toldAt: Date | null }
  /** Of the disk that the database is on; null where it cannot be asked. */
  disk: { freeBytes: number; totalBytes: number } | null
  /** `since`: the newest backup, or else when the site began to run. */
  backup: { isNightly: boolean; newest: Date | null; bytes: number; since: Date | null }
  /** Null without payments. `unheard`: card payments since Stripe's last webhook, and the first one. */
  stripe: { failure: StripeFailure | null; unheard: { payments: number; since: Date } | null } | null
  /** What Stripe last said of the machine's clock; null where it has not since the process began. */
  clock: ClockReading | null
  database: { bytes: number; logBytes: number }
  holds: number
  /** Of each departure that is on sale, by its first day. */
  seats: { startsOn: string; seats: number; left: number }[]
}
