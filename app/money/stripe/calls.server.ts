// Outcomes of calls to Stripe, and its clock: in memory, since the process began.

/** Refused: Stripe understood and said no. Not-asked: the guests' share of calls was used up. */
export type CallOutcome = 'answered' | 'refused' | 'failed' | 'not-asked'

const counted: Record<CallOutcome, number> = { answered: 0, refused: 0, failed: 0, 'not-asked': 0 }

export function countCall(outcome: CallOutcome): void {
  counted[outcome] += 1
}

/** Calls by outcome, since the process began. */
export const callsToStripe = (): Readonly<Record<CallOutcome, number>> => counted

/** Why Stripe cannot be used: it cannot be reached, or refuses our key. */
export type StripeFailure = 'no-answer' | 'key-refused'

let failure: StripeFailure | null = null

/** Records the last call's failure: null where it was answered, with a yes or a no. */
export function noteAnswer(what: StripeFailure | null): void {
  failure = what
}

/** Why the last call failed; null where it was answered, or none was made. */
export const lastFailure = (): StripeFailure | null => failure

/** In either direction. Stripe's signatures are refused from five on. */
const CLOCK_MINUTES_AT_MOST = 2
const MINUTE_MS = 60_000

/** Node's codes for a certificate that is out of date by the machine's clock, and in which direction. */
const CERTIFICATES = { CERT_NOT_YET_VALID: 'not yet valid', CERT_HAS_EXPIRED: 'expired' } as const

/**
 * How far the machine's clock is ahead of Stripe's, in milliseconds (behind: below zero); or what it makes of
 * Stripe's certificate, which is how a clock shows that is years off. And when that was heard.
 */
export type ClockReading = (
  | { aheadMs: number }
  | { certificate: (typeof CERTIFICATES)[keyof typeof CERTIFICATES] }
) & { at: Date }

/** Whether the machine's clock is wrong. */
export const isOff = (clock: ClockReading): boolean =>
  'certificate' in clock || Math.abs(clock.aheadMs) > CLOCK_MINUTES_AT_MOST * MINUTE_MS

/** What is wrong with it, in one sentence. */
export function clockTrouble(clock: ClockReading): string {
  if ('certificate' in clock)
    return `By the machine’s clock Stripe’s certificate is ${clock.certificate}: the clock seems to be far ${clock.certificate === 'expired' ? 'ahead' : 'behind'}.`
  const minutes = (Math.abs(clock.aheadMs) / MINUTE_MS).toFixed(1)
  return `The machine’s clock is ${minutes} minutes ${clock.aheadMs > 0 ? 'ahead of' : 'behind'} Stripe’s.`
}

let reading: ClockReading | null = null
let readAt = 0

function read(found: ClockReading): void {
  reading = found
  readAt = performance.now()
}

/** The last reading; null while Stripe has not answered yet. */
export const clockAgainstStripe = (): ClockReading | null => reading

/** If the machine's clock drifts this far from the monotonic one, someone has set it. */
const DRIFT_MS = 5_000

/** How old the last reading is, in milliseconds; infinite where the machine's clock has been set since. */
export function ageOfReading(): number {
  if (!reading) return Number.POSITIVE_INFINITY
  const age = performance.now() - readAt
  const wasSet = Math.abs(Date.now() - reading.at.getTime() - age) > DRIFT_MS
  return wasSet ? Number.POSITIVE_INFINITY : age
}

/** The header has whole seconds, cut off: on average it is half a second behind. */
const CUT_OFF_MS = 500

/**
 * Reads Stripe's `Date` header, against the middle of question and answer (machine's clock, milliseconds).
 */
export function hearClock(date: string | undefined, askedAt: number, answeredAt: number): void {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return
  read({ aheadMs: (askedAt + answeredAt) / 2 - theirs - CUT_OFF_MS, at: new Date(answeredAt) })
}

/** Reads why a call failed: any other reason says nothing about clocks. */
export function hearCertificate(code: string | undefined, failedAt: number): void {
  if (code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED')
    read({ certificate: CERTIFICATES[code], at: new Date(failedAt) })
}
