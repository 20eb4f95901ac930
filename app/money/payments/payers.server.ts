import { type Booking, bookingByLink, bookingWithId } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf, travelerByLink } from '#app/bookings/party.server'
import { type PayerLink, payerLinkByToken } from '#app/money/books/payer-links.server'
import type { ChargedFor } from './autopay-consents.server'
import type { IntentRecord } from './intent-records.server'

/** The payer behind a link, and what their payment counts for. */
export type Payer = {
  booking: Booking
  token: string
  /** Whose share it pays; null where it counts for all. */
  share: PartyTraveler | null
  /** By the booking's link, by a traveler's own, or by one that was made for somebody else. */
  by: 'lead' | 'traveler' | 'somebody'
  link: PayerLink | null
}

/** Whose share the lead traveler pays: one of the party, by their position, or all at once. */
export type Whose = number | 'all'

/**
 * The payer behind the token of a link; null for an unknown one. Where each pays their own, the lead
 * traveler's is for their own share unless they choose another. A traveler's own link pays nothing else, and
 * nothing at all where the lead traveler pays for everybody.
 */
export function payerByLink(token: string, whose?: Whose): Payer | null {
  const booking = bookingByLink(token)
  if (booking) return leadPaying(booking, whose)
  const traveler = travelerByLink(token)
  if (traveler) return travelerPaying(traveler)
  const link = payerLinkByToken(token)
  const paidFor = link && bookingWithId(link.bookingId)
  return link && paidFor ? somebodyPaying(paidFor, link) : null
}

function leadPaying(booking: Booking, whose: Whose = 1): Payer | null {
  const payer = { booking, token: booking.linkToken, share: null, by: 'lead' as const, link: null }
  if (!booking.eachPays || whose === 'all') return payer
  const share = partyOf(booking.id).find(({ position }) => position === whose)
  return share ? { ...payer, share } : null
}

function travelerPaying(traveler: PartyTraveler): Payer | null {
  const booking = bookingWithId(traveler.bookingId)
  if (!booking?.eachPays || traveler.position === 1) return null
  return { booking, token: traveler.linkToken, share: traveler, by: 'traveler', link: null }
}

/** Once whose share it was travels no more, it pays nothing. */
function somebodyPaying(booking: Booking, link: PayerLink): Payer | null {
  const share = partyOf(booking.id).find(({ id }) => id === link.forTravelerId) ?? null
  if (link.forTravelerId !== null && !share) return null
  return { booking, token: link.linkToken, share, by: 'somebody', link }
}

/** Whether this payer began an intent: the lead traveler, for any share, or one with this very link. */
export const isOfPayer = (
  { booking, by, share, link }: Payer,
  { bookingId, payerTravelerId, payerLinkId }: IntentRecord,
): boolean =>
  bookingId === booking.id &&
  payerTravelerId === (by === 'traveler' ? (share?.id ?? null) : null) &&
  payerLinkId === (link?.id ?? null)

/** What an intent says of what is charged by itself: each pays their own, and the lead traveler for all. */
export function chargedColumns({ bookingId, forTravelerId }: ChargedFor) {
  const isLead = partyOf(bookingId).some(({ id, position }) => id === forTravelerId && position === 1)
  return { forTravelerId, payerTravelerId: isLead ? null : forTravelerId }
}

/** What an intent says of its payer. */
export const payerColumns = ({ share, by, link }: Payer) => ({
  forTravelerId: share?.id ?? null,
  payerTravelerId: by === 'traveler' ? (share?.id ?? null) : null,
  payerLinkId: link?.id ?? null,
})
