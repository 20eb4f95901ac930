/** In either direction. Stripe's signatures are refused from five on. */
const CLOCK_MINUTES_AT_MOST = 2
const MINUTE_MS = 60_000

/** Node's codes for a certificate that is out of date by the machine's clock, and in which direction. */
export const CERTIFICATES = { CERT_NOT_YET_VALID: 'not yet valid', CERT_HAS_EXPIRED: 'expired' } as const

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
