import type { Booking } from '#app/bookings/find-booking.server'
import { everythingBack } from '#app/bookings/schedule-choices.server'
import { termsOfTraveler } from '#app/bookings/traveler-letters.server'
import type { TravelerShare } from '#app/money/party/shares.server'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import {
  type AgreedTerms,
  type RefundQuote,
  type RefundWhy,
  refundQuote,
  type ScheduleReason,
} from '#app/tours/refund-policy'
import { refundableCents } from './owe-to-cards.server'

export type CancelQuote = Omit<RefundQuote, 'why'> & {
  why: RefundWhy
  /** The day on which the guest asked, where that gives back more than the present one. */
  askedOn: Day | null
  /** What goes back to cards through Stripe, and what was paid otherwise and goes back by hand. */
  toCardsCents: Cents
  byHandCents: Cents
}

export type QuoteAsOf = RefundQuote & Pick<CancelQuote, 'askedOn'>

type Agreed = AgreedTerms & { paidCents: Cents; depositCents: Cents }

/**
 * What the policy gives back of money that was paid on these terms, for the departure's dates as they are
 * (rules 4.2): by the day on which the guest asked for it, where that is better, until the journey begins.
 * Everything where we canceled the departure or put it off (rules 4.20). In cents.
 */
export function policyQuote(
  booking: Booking,
  agreed: Agreed,
  asked: Day | null,
  now: Date,
  whole = everythingBack(booking, asked, now),
): QuoteAsOf {
  if (whole && agreed.paidCents > 0) {
    return { refundCents: agreed.paidCents, keptCents: cents(0), why: whole, askedOn: null }
  }
  const { startsOn } = departureOf(booking)
  const today = { ...refundQuote(agreed, businessDay(now), startsOn), askedOn: null }
  // Who joined after somebody had asked was not asked about.
  if (asked === null || asked < agreed.bookedOn || today.why === 'has-begun') return today
  const then = refundQuote(agreed, asked, startsOn)
  return then.refundCents > today.refundCents ? { ...then, askedOn: asked } : today
}

/**
 * The same of one traveler's share of a booking: the day from which their own terms count is the one on which
 * they joined.
 */
export const quoteOfShare = (
  booking: Booking,
  { traveler, shareCents, paidCents }: TravelerShare,
  asked: Day | null,
  now: Date,
  whole?: ScheduleReason,
): QuoteAsOf =>
  policyQuote(
    booking,
    {
      paidCents,
      depositCents: cents(Math.min(traveler.depositCents, shareCents)),
      ...termsOfTraveler(booking, traveler),
    },
    asked,
    now,
    whole,
  )

/** Divides a refund into what cards can take, and the rest, which was paid otherwise. */
export function byWhatWay<Quote extends { refundCents: Cents }>(booking: Booking, quote: Quote) {
  const toCardsCents = cents(Math.min(quote.refundCents, refundableCents(booking.id)))
  return { ...quote, toCardsCents, byHandCents: cents(quote.refundCents - toCardsCents) }
}
