import { type Day, daysFrom } from '#app/days'
import { type Cents, cents, showCents } from '#app/money'
import { hasBegun } from './departure'

/** All that was paid comes back until so many days after booking. */
export const FULL_REFUND_DAYS = 30
/** What was paid beyond the deposit comes back until so many days before the departure. */
export const INSTALLMENT_REFUND_DAYS = 30

/**
 * The one refund sentence, shown and mailed everywhere (rules 4.1). It is stored with each booking as the terms that
 * the traveler accepted, with the deposit that they agreed to.
 */
export const refundTerms = ({ depositCents }: { depositCents: Cents }): string =>
  `Fully refundable for ${FULL_REFUND_DAYS} days after booking; after that the ${showCents(depositCents)} deposit is non-refundable.`

export type RefundQuote = {
  refundCents: Cents
  /** What stays with the company. */
  keptCents: Cents
  why: 'within-30-days' | 'deposit-stays' | 'too-late' | 'has-begun' | 'nothing-paid'
}

/**
 * What the policy gives back if a booking is cancelled on `today`: everything for a while after booking; after that
 * what was paid beyond the deposit, until shortly before departure; then nothing. From the first day of the journey on
 * it is nothing for everybody, however lately they booked (rules 4.2). Days are the business's. The traveler
 * accepted `refundTerms`, which this obeys.
 */
export function refundQuote(
  booking: { paidCents: Cents; depositCents: Cents; bookedOn: Day; startsOn: Day },
  today: Day,
): RefundQuote {
  const { paidCents, depositCents } = booking
  const quote = (refund: number, why: RefundQuote['why']): RefundQuote => ({
    refundCents: cents(refund),
    keptCents: cents(paidCents - refund),
    why,
  })
  if (paidCents <= 0) return { refundCents: cents(0), keptCents: cents(0), why: 'nothing-paid' }
  if (hasBegun(booking, today)) return quote(0, 'has-begun')
  if (daysFrom(booking.bookedOn, today) <= FULL_REFUND_DAYS) return quote(paidCents, 'within-30-days')
  if (daysFrom(today, booking.startsOn) < INSTALLMENT_REFUND_DAYS) return quote(0, 'too-late')
  return quote(Math.max(0, paidCents - depositCents), 'deposit-stays')
}
