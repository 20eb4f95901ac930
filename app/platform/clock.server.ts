import { type Day, dayAt, showInstant, zoneInWords } from './days'
import { env } from './env.server'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

let offset = env.CLOCK_START ? env.CLOCK_START.getTime() - Date.now() : 0

/**
 * Business time, for bookings, holds, due dates, reminders, jobs and pages. It starts at CLOCK_START if set
 * (rules 3.4). Signatures, sessions, throttles and log stamps use the machine's.
 */
export const now = (): Date => new Date(Date.now() + offset)

/** The machine's time: what sessions, guesses and links to a new password go by. */
export const machineNow = (): Date => new Date()

/** One instant on both clocks: `now` is business time, `at` the machine's. */
export type Moment = { now: Date; at: Date }

export const thisMoment = (): Moment => ({ now: now(), at: machineNow() })

const QUARTER_HOUR_MS = 15 * MINUTE_MS
let cached = { quarter: Number.NaN, day: '' }

/** The business's calendar day at that instant, in BUSINESS_TIMEZONE. */
export function businessDay(instant: Date): Day {
  // Days begin on a quarter of an hour in every zone, and one booking asks a dozen times.
  const quarter = Math.floor(instant.getTime() / QUARTER_HOUR_MS)
  if (quarter !== cached.quarter) cached = { quarter, day: dayAt(instant, env.BUSINESS_TIMEZONE) }
  return cached.day
}

export const today = (): Day => businessDay(now())

/** 'Mar 5, 2025 2:30 PM' on the business's clocks. */
export const businessTime = (instant: Date): string => showInstant(instant, env.BUSINESS_TIMEZONE)

let zone: string | undefined
/** The zone in which the business's days end, as guests read it. Looked up late: that takes a start 18 ms. */
export const businessZone = (): string => (zone ??= zoneInWords(env.BUSINESS_TIMEZONE))

/** 'Jun 5, 2025 12:00 PM, Central Time': a time as guests read it, who may live elsewhere. */
export const timeForGuests = (instant: Date): string => `${businessTime(instant)}, ${businessZone()}`

/** Sets business time; it runs on from there. For demos and tests: refused where a live Stripe key is set. */
export function moveClockTo(instant: Date): void {
  if (env.stripe?.live) throw new Error('The clock is not moved where real money moves')
  offset = instant.getTime() - Date.now()
}
