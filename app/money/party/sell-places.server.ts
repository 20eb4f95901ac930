import { travelerOf } from '#app/bookings/checkout-form'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { aboutBooking, travelerMailbox } from '#app/bookings/traveler-letters.server'
import { endPlace, type OfferedPlace, placesPaidFor } from '#app/bookings/waitlist/offered-places.server'
import { post } from '#app/mail/outbox.server'
import { keptCents } from '#app/money/ledger.server'
import { cancelQuote, endCanceled } from '#app/money/refunds/end-canceled.server'
import { byWhatWay, type CancelQuote } from '#app/money/refunds/policy-quote.server'
import { type Cents, cents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import { detailsRow } from '#app/travelers/details.server'
import type { Tx } from '#db/connection.server'
import { leadPlaceTaken } from './party-letters'
import { saveLead } from './save-lead.server'
import { sharesOf, type TravelerShare } from './shares.server'
import { afterLeaving, quoteFor, takeOff, withoutOverpaid } from './take-off.server'

/**
 * Somebody from the waitlist has paid: who offered the places that they got travels no more, in the same
 * transaction, and what was paid for each goes back less the agreed fee (rules 1.28). The last of a booking
 * ends it; a lead traveler hands it to the next of the party first.
 */
export function sellPlaces(buyer: Booking, now: Date, tx: Tx): void {
  // The lead traveler last: nobody takes over from them who goes as well.
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
      endCanceled(booking, { ...quote, ...byWhatWay(booking, quote) }, orderOf(place), now, tx)
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
  if (!isLead) return
  const about = { ...aboutBooking(before, now), ...quote, tourName: departureOf(before).name }
  const mail = { kind: 'place-sold' as const, once: place.id, letter: leadPlaceTaken(about) }
  post({ ...mail, bookingId: before.id, to: travelerMailbox(before) }, now)
}

const shareOf = (booking: Booking, { travelerId }: OfferedPlace): TravelerShare | undefined =>
  sharesOf(booking).find(({ traveler }) => traveler.id === travelerId)

type Refund = Pick<CancelQuote, 'refundCents' | 'keptCents'>

/**
 * What was paid for a place less its fee, and never less than canceling gives back on that day. Of a party it
 * leaves a cent at least: a booking that keeps nothing ends, and with it the seats of those who stay.
 */
export function resaleRefund(policy: Refund, share: TravelerShare, feeCents: Cents, kept?: Cents): Cents {
  const { paidCents } = withoutOverpaid(share)
  const least = Math.max(policy.refundCents, paidCents - feeCents)
  return cents(Math.min(least, kept === undefined ? policy.refundCents + policy.keptCents : kept - 1))
}

function soldQuote(policy: Refund, share: TravelerShare, { feeCents }: OfferedPlace, kept?: Cents) {
  const refundCents = resaleRefund(policy, share, feeCents, kept)
  return {
    refundCents,
    keptCents: cents(policy.refundCents + policy.keptCents - refundCents),
    why: 'place-sold' as const,
    askedOn: null,
  }
}

/** The next of the party leads the booking, at their own address where we know one. */
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
  return saveLead(booking, lead, order, now, tx)
}
