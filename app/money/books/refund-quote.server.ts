import type { Booking } from '#app/bookings/find-booking.server'
import { askedOn } from '#app/bookings/guest-requests.server'
import { heldOfFormerTravelers } from '#app/bookings/party.server'
import { everythingBack } from '#app/bookings/schedule-choices.server'
import { termsOf, termsOfTraveler } from '#app/bookings/traveler-letters.server'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents, divide } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import {
  type AgreedTerms,
  type RefundQuote,
  type RefundWhy,
  refundQuote,
  type ScheduleReason,
} from '#app/tours/refund-policy'
import { keptCents, refundableCents } from './ledger.server'
import { sharesOf, type TravelerShare } from './shares.server'

export type CancelQuote = Omit<RefundQuote, 'why'> & {
  why: RefundWhy
  /** The day on which the guest asked, where that gives back more than the present one. */
  askedOn: Day | null
  /** What goes back to cards through Stripe, and what was paid otherwise and goes back by hand. */
  toCardsCents: Cents
  byHandCents: Cents
}

type QuoteAsOf = RefundQuote & Pick<CancelQuote, 'askedOn'>

type Agreed = AgreedTerms & { paidCents: Cents; depositCents: Cents }

/**
 * What the policy gives back of money that was paid on these terms, for the departure's dates as they are
 * (rules 4.2): by the day on which the guest asked for it, where that is better, until the journey begins.
 * Everything where we canceled or postponed the departure (rules 4.20). In cents.
 */
function policyQuote(
  booking: Booking,
  agreed: Agreed,
  asked: Day | null,
  now: Date,
  whole = everythingBack(booking, asked, now),
): QuoteAsOf {
  if (whole && agreed.paidCents > 0) {
    return { refundCents: agreed.paidCents, retainedCents: cents(0), why: whole, askedOn: null }
  }
  const { startsOn } = departureOf(booking)
  const today = { ...refundQuote(agreed, businessDay(now), startsOn), askedOn: null }
  // Who joined after someone had asked was not asked about.
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

/**
 * Divides a refund into what cards can take, and the rest, which was paid otherwise. What is for one of a
 * party goes to no card that paid for another alone.
 */
export function splitByMethod<Quote extends { refundCents: Cents }>(
  booking: Booking,
  quote: Quote,
  forTravelerId?: number,
) {
  const toCardsCents = cents(Math.min(quote.refundCents, refundableCents(booking.id, forTravelerId)))
  return { ...quote, toCardsCents, byHandCents: cents(quote.refundCents - toCardsCents) }
}

/**
 * What the policy refunds if the booking is canceled now (rules 4.2), in cents: to each of a party by the day
 * on which they were booked. What is to be paid back by hand already is no part of it. `whole` says that
 * everything comes back, where that is about to be so.
 */
export function cancelQuote(booking: Booking, now: Date, whole?: ScheduleReason): CancelQuote {
  const kept = ofPrice(booking)
  const asked = askedOn(booking.id, 'cancel')
  const { staysCents, promisedCents } = heldOfFormerTravelers(booking.id, kept)
  if (booking.travelers === 1 && staysCents + promisedCents === 0) {
    return splitByMethod(booking, quoteOfWhole(booking, asked, now, whole))
  }
  const quotes = sharesOf(booking, kept).map((share) => quoteOfShare(booking, share, asked, now, whole))
  const sum = (amounts: Cents[]) => cents(amounts.reduce((total: number, amount) => total + amount, 0))
  return splitByMethod(booking, {
    refundCents: sum(quotes.map(({ refundCents }) => refundCents)),
    retainedCents: sum([staysCents, ...quotes.map(({ retainedCents }) => retainedCents)]),
    why: whyOf(quotes, staysCents),
    askedOn: quotes.find((quote) => quote.askedOn)?.askedOn ?? null,
  })
}

/**
 * What of a canceled booking's quote goes back to cards for each of a party: by their own terms, or all that
 * they paid where nothing is kept. In cents.
 */
export function refundOfEach(
  booking: Booking,
  { toCardsCents, retainedCents }: Pick<CancelQuote, 'toCardsCents' | 'retainedCents'>,
  now: Date,
): { travelerId: number; cents: Cents }[] {
  const asked = askedOn(booking.id, 'cancel')
  const shares = sharesOf(booking, ofPrice(booking))
  const refunds = shares.map((share) =>
    retainedCents === 0 ? share.paidCents : quoteOfShare(booking, share, asked, now).refundCents,
  )
  const parts = divide(toCardsCents, refunds)
  return shares.map(({ traveler }, index) => ({ travelerId: traveler.id, cents: cents(parts[index] ?? 0) }))
}

/** What a booking keeps of its price. */
const ofPrice = ({ id, totalCents }: Booking): Cents => cents(Math.min(totalCents, keptCents(id)))

const quoteOfWhole = (booking: Booking, asked: Day | null, now: Date, whole?: ScheduleReason) =>
  policyQuote(
    booking,
    {
      paidCents: ofPrice(booking),
      depositCents: booking.depositCents,
      ...termsOf(booking),
    },
    asked,
    now,
    whole,
  )

/** What the policy says of those who have paid: one thing, or different ones. */
function whyOf(quotes: RefundQuote[], staysCents: Cents): CancelQuote['why'] {
  const [why, ...others] = new Set(quotes.map((quote) => quote.why).filter((said) => said !== 'nothing-paid'))
  if (others.length > 0) return 'differs'
  return why ?? (staysCents > 0 ? 'deposit-stays' : 'nothing-paid')
}
