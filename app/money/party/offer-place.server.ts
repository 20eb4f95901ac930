import { type Booking, bookingWithId, findBooking } from '#app/bookings/find-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { keepPlace } from '#app/bookings/waitlist/keep-place.server'
import { offerFreedSeats } from '#app/bookings/waitlist/offer-seats.server'
import {
  type OfferedPlace,
  openPlaces,
  placeOfTraveler,
  placesOf,
} from '#app/bookings/waitlist/offered-places.server'
import { mailPlaceEnded, mailPlaceOffered } from '#app/bookings/waitlist/waitlist-letters.server'
import { overdueCents, takesNoMoney } from '#app/money/asked-now.server'
import { openDisputes } from '#app/money/disputes/dispute-log.server'
import { keptCents } from '#app/money/ledger.server'
import { cancelQuote } from '#app/money/refunds/end-canceled.server'
import type { CancelQuote } from '#app/money/refunds/policy-quote.server'
import { businessDay } from '#app/platform/clock.server'
import type { Cents } from '#app/platform/money'
import { recordAct } from '#app/staff/audit-log.server'
import { departureOf, salesState } from '#app/tours/departures.server'
import { feeOf, resaleFee, resaleTerms } from '#app/tours/resale-fee'
import { immediately } from '#db/connection.server'
import { offeredPlaces } from '#db/schema'
import { resaleRefund } from './sell-places.server'
import { sharesOf, type TravelerShare } from './shares.server'
import { quoteFor } from './take-off.server'

const DAY_MS = 24 * 3_600_000

/** Why no place of a booking can be offered, or not this one. */
type NotOffered =
  | 'none-resold'
  | 'closed'
  | 'not-standing'
  | 'overdue'
  | 'disputed'
  | 'all-comes-back'
  | 'no-better'
  | 'nobody-follows'

/** What somebody agrees to who offers the place of a traveler, in cents. */
type PlaceQuote = {
  feeCents: Cents
  /** If it were taken now; and if it were canceled now. */
  refundCents: Cents
  canceledCents: Cents
  terms: string
}

/** One of a party, with what they could agree to or why not, and the place that they offer. */
export type PlaceToOffer = {
  traveler: PartyTraveler
  paidCents: Cents
  offered: OfferedPlace | null
  quote: PlaceQuote | null
  why: NotOffered | null
}

/**
 * Each traveler of a booking, and what offering their place would mean (rules 1.28). Not while everything
 * comes back anyway, nor where it would give back no more than canceling.
 */
export function placesToOffer(booking: Booking, now: Date): PlaceToOffer[] {
  const why = whyNoneOf(booking, now)
  return sharesOf(booking).map((share) => {
    const { traveler, paidCents } = share
    const offered = placeOfTraveler(traveler.id) ?? null
    const quoted = why ?? quoteOf(booking, share, now)
    return typeof quoted === 'string'
      ? { traveler, paidCents, offered, quote: null, why: quoted }
      : { traveler, paidCents, offered, quote: quoted, why: null }
  })
}

function whyNoneOf(booking: Booking, now: Date): NotOffered | null {
  const departure = departureOf(booking)
  if (!resaleFee(departure)) return 'none-resold'
  const sales = salesState(departure, businessDay(now))
  if (sales === 'closed' || sales === 'not-yet') return 'closed'
  return whyUnfit(booking, now)
}

/** Why the money of a booking does not let a place of it be resold. */
function whyUnfit(booking: Booking, now: Date): 'not-standing' | 'overdue' | 'disputed' | null {
  if (!isPaid(booking.status) || takesNoMoney(booking)) return 'not-standing'
  if (openDisputes(`booking:${booking.reference}`).length > 0) return 'disputed'
  return overdueCents(booking, now) > 0 ? 'overdue' : null
}

function quoteOf(booking: Booking, share: TravelerShare, now: Date): PlaceQuote | NotOffered {
  const fee = resaleFee(departureOf(booking))
  if (!fee) return 'none-resold'
  const party = sharesOf(booking)
  const policy: CancelQuote =
    party.length === 1 ? cancelQuote(booking, now) : quoteFor(booking, share, party.length - 1, now)
  if (policy.why === 'within-30-days') return 'all-comes-back'
  if (share.traveler.position === 1 && party.length > 1 && !party[1]?.traveler.name) return 'nobody-follows'
  const feeCents = feeOf(fee, share.shareCents)
  const kept = party.length === 1 ? undefined : keptCents(booking.id)
  const refundCents = resaleRefund(policy, share, feeCents, kept)
  if (refundCents <= policy.refundCents) return 'no-better'
  return { feeCents, refundCents, canceledCents: policy.refundCents, terms: resaleTerms(feeCents) }
}

/** Whose place, and the fee and the refund that were shown. */
export type PlaceWish = { travelerId: number; quotedFeeCents: Cents; quotedRefundCents: Cents }

export type PlaceOffered =
  | { done: true }
  | { refused: NotOffered | 'quote-changed' | 'gone' | 'being-paid' | 'too-often' }

/**
 * Puts the place of a traveler on the list: who waits may be offered it, and they travel until somebody has
 * paid for it. What was shown is agreed. Offered already, it stays as agreed.
 */
export function offerPlace(reference: string, wish: PlaceWish, now: Date): PlaceOffered {
  return immediately((tx) => {
    const booking = findBooking(reference)
    const place =
      booking && placesToOffer(booking, now).find(({ traveler }) => traveler.id === wish.travelerId)
    if (!booking || !place) return { refused: 'gone' }
    if (place.offered) return { done: true }
    if (isTooOften(booking, now)) return { refused: 'too-often' }
    if (!place.quote) return { refused: place.why ?? 'gone' }
    const { feeCents, refundCents, terms } = place.quote
    if (feeCents !== wish.quotedFeeCents || refundCents !== wish.quotedRefundCents) {
      return { refused: 'quote-changed' }
    }
    const { departureId } = booking
    const offered = tx
      .insert(offeredPlaces)
      .values({
        bookingId: booking.id,
        departureId,
        travelerId: wish.travelerId,
        feeCents,
        terms,
        createdAt: now,
      })
      .returning()
      .get()
    mailPlaceOffered(offered, now)
    const subject = `booking:${reference}`
    recordAct(
      { actor: 'traveler', action: 'place-offered', subject, detail: { place: offered.id, feeCents } },
      now,
    )
    offerFreedSeats(departureId, now)
    return { done: true }
  })
}

/** Each of a party once a day: who waits has a letter each time. Whose place was sold is of it no more. */
const isTooOften = (booking: Booking, now: Date): boolean =>
  placesOf(booking).filter(
    ({ state, createdAt }) => state !== 'sold' && now.getTime() - createdAt.getTime() < DAY_MS,
  ).length >=
  booking.travelers + 1

/** Takes a place back, unless somebody is paying for it; one that is not offered stays theirs. */
export function takePlaceBack(reference: string, travelerId: number, now: Date): PlaceOffered {
  return immediately((tx) => {
    const place = placeOfTraveler(travelerId)
    if (!place || place.bookingId !== findBooking(reference)?.id) return { refused: 'gone' }
    return keepPlace(place, 'taken-back', { actor: 'traveler' }, now, tx)
      ? { done: true }
      : { refused: 'being-paid' }
  })
}

/**
 * Places of bookings that are overdue or disputed, or whose money is on its way back, are offered no more;
 * while somebody is paying for one it is looked at again later.
 */
export function endUnfitPlaces(now: Date): void {
  immediately((tx) => {
    for (const place of openPlaces()) {
      const booking = bookingWithId(place.bookingId)
      if (!booking || !whyUnfit(booking, now)) continue
      if (keepPlace(place, 'ended', { actor: 'schedule' }, now, tx)) mailPlaceEnded(place, 'unfit', now)
    }
  })
}
