import { travelerOf } from '#app/bookings/checkout-form'
import { type Booking, bookingWithId, findBooking } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { aboutBooking, letterTo, postToTraveler } from '#app/bookings/traveler-letters.server'
import { keepPlace } from '#app/bookings/waitlist/keep-place.server'
import { offerFreedSeats } from '#app/bookings/waitlist/offer-seats.server'
import {
  endPlace,
  type OfferedPlace,
  openPlaces,
  placeOfTraveler,
  placesOf,
  placesPaidFor,
} from '#app/bookings/waitlist/offered-places.server'
import { mailPlaceEnded, mailPlaceOffered } from '#app/bookings/waitlist/waitlist-letters.server'
import { acceptsNoPayments, overdueCents } from '#app/money/books/amounts-owed.server'
import { isDisputed } from '#app/money/books/disputes.server'
import { keptCents, refundsGoToPaidWith } from '#app/money/books/ledger.server'
import { isLinkOpen, payerLinksOf, withdrawPayerLink } from '#app/money/books/payer-links.server'
import { type CancelQuote, cancelQuote, splitByMethod } from '#app/money/books/refund-quote.server'
import { settleShares, sharesOf, type TravelerShare } from '#app/money/books/shares.server'
import { endCanceled } from '#app/money/changes/end-canceled.server'
import { PLACE_TAKEN, whatComesBack } from '#app/money/letters/cancellation-mail.server'
import { dueOf } from '#app/money/letters/party-mail.server'
import { leaveOpenTo } from '#app/money/payments/intent-records.server'
import { businessDay, DAY_MS } from '#app/platform/clock.server'
import { type Cents, cents } from '#app/platform/money'
import { recordBookingAct } from '#app/staff/audit-log.server'
import { departureOf, salesState } from '#app/tours/departures.server'
import { feeOf, resaleFee, resaleTerms } from '#app/tours/price'
import { detailsRow } from '#app/travelers/details.server'
import { saveLead } from '#app/travelers/save-lead.server'
import { immediately, type Tx } from '#db/connection.server'
import { offeredPlaces } from '#db/schema/bookings'
import { afterLeaving, quoteFor, takeOff, withoutOverpaid } from './take-off.server'

/** Why no place of a booking can be offered, or not this one. */
type NotOffered =
  | 'none-resold'
  | 'closed'
  | 'inactive'
  | 'overdue'
  | 'disputed'
  | 'all-comes-back'
  | 'no-better'
  | 'nobody-follows'

/** What the lead traveler agrees to when offering a place, in cents. */
type PlaceQuote = {
  feeCents: Cents
  /** Refund if the place were taken now, and if it were canceled now. */
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
function whyUnfit(booking: Booking, now: Date): 'inactive' | 'overdue' | 'disputed' | null {
  if (!isPaid(booking.status) || acceptsNoPayments(booking)) return 'inactive'
  if (isDisputed(booking)) return 'disputed'
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
 * Offers a traveler's place to the waitlist: they keep it until someone has paid for it. What was displayed
 * is agreed. If it is on offer already, it stays as agreed.
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
    const detail = { place: offered.id, feeCents }
    recordBookingAct(now, booking, { actor: 'traveler' }, 'place-offered', detail)
    offerFreedSeats(departureId, now)
    return { done: true }
  })
}

/**
 * Each of a party once a day: parties on the waitlist get a letter each time. Travelers whose place was sold
 * no longer count.
 */
const isTooOften = (booking: Booking, now: Date): boolean =>
  placesOf(booking).filter(
    ({ state, createdAt }) => state !== 'sold' && now.getTime() - createdAt.getTime() < DAY_MS,
  ).length >=
  booking.travelers + 1

/** Takes a place back, unless someone is paying for it; one that is not offered stays theirs. */
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
 * Places of bookings that are overdue or disputed, or whose money is on its way back, are no longer offered;
 * one that someone is paying for is checked again later.
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

/**
 * Someone from the waitlist has paid: in the same transaction the travelers whose places they got are taken
 * off, and what was paid for each goes back less the agreed fee (rules 1.28). The last of a booking ends it;
 * a lead traveler hands it to the next of the party first.
 */
export function sellPlaces(buyer: Booking, now: Date, tx: Tx): void {
  // The lead traveler last, so that no one takes over who leaves, too.
  const seat = ({ bookingId, travelerId }: OfferedPlace) =>
    partyOf(bookingId).find(({ id }) => id === travelerId)?.position ?? 0
  for (const place of placesPaidFor(buyer, tx).toSorted((one, other) => seat(other) - seat(one))) {
    endPlace(place, 'sold', { actor: 'site' }, now, tx)
    const booking = bookingWithId(place.bookingId)
    const leaver = booking && shareOf(booking, place)
    if (!leaver) continue
    if (booking.travelers > 1) leave(booking, leaver, place, now, tx)
    else {
      const quote = soldQuote(cancelQuote(booking, now), leaver, place)
      endCanceled(booking, { ...quote, ...splitByMethod(booking, quote) }, orderOf(place), now, tx)
    }
  }
}

const orderOf = ({ id }: OfferedPlace) => ({ note: '', formKey: `place-${id}`, by: { actor: 'site' } })

function leave(before: Booking, leaver: TravelerShare, place: OfferedPlace, now: Date, tx: Tx): void {
  const isLead = leaver.traveler.position === 1
  const booking = isLead ? handedOver(before, orderOf(place), now, tx) : before
  const shares = sharesOf(booking)
  const share = shareOf(booking, place) ?? leaver
  const travelers = shares.length - 1
  const policy = quoteFor(booking, share, travelers, now)
  const quote = afterLeaving(
    booking,
    share,
    travelers,
    soldQuote(policy, share, place, keptCents(booking.id)),
  )
  takeOff(booking, shares, share.traveler, quote, orderOf(place), now, tx)
  if (isLead) mailLeadPlaceTaken(before, quote, place, now)
}

/** To a lead traveler whose own place was taken: another of the party leads the booking from now on. */
function mailLeadPlaceTaken(
  before: Booking,
  quote: CancelQuote,
  { id: once }: OfferedPlace,
  now: Date,
): void {
  const letter = letterTo(aboutBooking(before, now))`
    # Your seat was taken: ${before.reference}

    ${PLACE_TAKEN}

    You are no longer traveling on the ${departureOf(before).name}. The others on your booking ${before.reference}
    still are, and one of them now leads it.

    ${whatComesBack(quote, refundsGoToPaidWith(before.id))}
  `
  postToTraveler(before, now, { kind: 'place-sold', once, letter })
}

const shareOf = (booking: Booking, { travelerId }: OfferedPlace): TravelerShare | undefined =>
  sharesOf(booking).find(({ traveler }) => traveler.id === travelerId)

type Refund = Pick<CancelQuote, 'refundCents' | 'retainedCents'>

/**
 * What was paid for a place less its fee, and never less than canceling gives back on that day. A party
 * keeps a cent at least: a booking that keeps nothing ends, and with it the seats of those who stay. Nothing
 * more goes back where all of it is on its way back already.
 */
function resaleRefund(policy: Refund, share: TravelerShare, feeCents: Cents, kept?: Cents): Cents {
  const { paidCents } = withoutOverpaid(share)
  const least = Math.max(policy.refundCents, paidCents - feeCents)
  const atMost = kept === undefined ? policy.refundCents + policy.retainedCents : kept - 1
  return cents(Math.max(0, Math.min(least, atMost)))
}

function soldQuote(policy: Refund, share: TravelerShare, { feeCents }: OfferedPlace, kept?: Cents) {
  const refundCents = resaleRefund(policy, share, feeCents, kept)
  return {
    refundCents,
    retainedCents: cents(policy.refundCents + policy.retainedCents - refundCents),
    why: 'place-sold' as const,
    askedOn: null,
  }
}

/**
 * The next of the party leads the booking, at their own address where we know one. What the former began, or
 * had others pay for all, ends.
 */
function handedOver(booking: Booking, order: ReturnType<typeof orderOf>, now: Date, tx: Tx): Booking {
  const [former, next] = partyOf(booking.id)
  if (!former || !next) return booking
  const known = travelerOf(booking)
  const typed = {
    ...known,
    phone: detailsRow(next.id)?.ownPhone ?? known.phone ?? undefined,
    name: next.name || `Companion of ${booking.customerName}`,
    ...(next.email && { email: next.email }),
  }
  const lead = { former, next, typed, changed: ['person'], endsLinks: true }
  leaveOpenTo(former, tx)
  for (const link of payerLinksOf(booking.id)) {
    if (link.forTravelerId === null && isLinkOpen(link)) withdrawPayerLink(link, now, tx)
  }
  settleShares(booking, now, tx)
  return saveLead(booking, lead, { ...order, dueOf: dueOf(now) }, now, tx)
}
