import type { Booking } from '#app/bookings/find-booking.server'
import { termsOfTraveler } from '#app/bookings/refund-dates.server'
import { businessDay } from '#app/clock.server'
import { type Cents, cents } from '#app/money'
import type { TravelerShare } from '#app/payments/party/shares.server'
import { departureOf } from '#app/tour/departures.server'
import { type AgreedTerms, type RefundQuote, refundQuote } from '#app/tour/refund-policy'
import { type Db, db } from '#db/connection.server'
import { refundableCents } from './refund-orders.server'

export type CancelQuote = Omit<RefundQuote, 'why'> & {
  /** Of a party of which some joined later, the policy may say different things. */
  why: RefundQuote['why'] | 'differs'
  /** What goes back to cards through Stripe, and what was paid otherwise and goes back by hand. */
  toCardsCents: Cents
  byHandCents: Cents
}

type Agreed = AgreedTerms & { paidCents: Cents; depositCents: Cents }

/**
 * What the policy gives back of money that was paid on these terms, for the departure's dates as they are (rules 4.2). In
 * cents.
 */
export function policyQuote(booking: Booking, agreed: Agreed, now: Date, outer: Db = db): RefundQuote {
  return refundQuote(agreed, businessDay(now), departureOf(booking, outer).startsOn)
}

/** The same of one traveler's share of a booking: the day from which their own terms count is the one on which they joined. */
export const quoteOfShare = (
  booking: Booking,
  { traveler, shareCents, paidCents }: TravelerShare,
  now: Date,
  outer: Db = db,
): RefundQuote =>
  policyQuote(
    booking,
    {
      paidCents,
      depositCents: cents(Math.min(traveler.depositCents, shareCents)),
      ...termsOfTraveler(booking, traveler),
    },
    now,
    outer,
  )

/** Divides a refund into what cards can take, and the rest, which was paid otherwise. */
export function byWhatWay<Quote extends { refundCents: Cents }>(
  booking: Booking,
  quote: Quote,
  outer: Db = db,
) {
  const toCardsCents = cents(Math.min(quote.refundCents, refundableCents(booking.id, outer)))
  return { ...quote, toCardsCents, byHandCents: cents(quote.refundCents - toCardsCents) }
}
