// What became of the calls to Stripe, and what its clock said: in memory, since the process began.
import { CERTIFICATES, type ClockReading } from './clock-reading'

/** Refused: Stripe understood and said no. Not-asked: guests had asked more than their share. */
export type CallOutcome = 'answered' | 'refused' | 'failed' | 'not-asked'

const counted: Record<CallOutcome, number> = { answered: 0, refused: 0, failed: 0, 'not-asked': 0 }

export function countCall(outcome: CallOutcome): void {
  counted[outcome] += 1
}

/** How many calls came to what, since the process began. */
export const callsToStripe = (): Readonly<Record<CallOutcome, number>> => counted

/** What keeps Stripe from being used: it cannot be reached, or does not take our key. */
export type StripeFailure = 'no-answer' | 'key-refused'

let failure: StripeFailure | null = null

/** Notes what became of the last call: null where it was answered, with a yes or a no. */
export function noteAnswer(what: StripeFailure | null): void {
  failure = what
}

/** Why the last call failed; null where it was answered, or none was made. */
export const lastFailure = (): StripeFailure | null => failure

let reading: ClockReading | null = null
let readAt = 0

function read(found: ClockReading): void {
  reading = found
  readAt = performance.now()
}

/** The last reading; null while Stripe has not answered yet. */
export const clockAgainstStripe = (): ClockReading | null => reading

/** So far the machine's clock may go apart from one that nobody can set before it has been set. */
const DRIFT_MS = 5_000

/**
 * How old the last reading is, in milliseconds; no number is high enough where the machine's clock has been
 * set since.
 */
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

/** Reads why a call failed: any other reason says nothing of clocks. */
export function hearCertificate(code: string | undefined, failedAt: number): void {
  if (code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED')
    read({ certificate: CERTIFICATES[code], at: new Date(failedAt) })
}
