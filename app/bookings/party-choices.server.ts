import type { Day } from '#app/days'
import type { InstallmentPlan } from '#app/installments/plan'
import { type Departure, seatsLeft } from '#app/tour/departures.server'
import { PARTY_AT_MOST } from '#app/tour/party-size'
import type { RoomType } from '#app/tour/room-type'
import type { Booking } from './find-booking.server'
import { whyNoMore } from './sales-for.server'
import { termsOnOffer } from './terms-on-offer.server'

/** The number of travelers that an address or a form names; null where it names none that a booking can have. */
export const guestsAsked = (text: string | null): number | null =>
  text !== null && /^\d$/.test(text) && Number(text) >= 1 && Number(text) <= PARTY_AT_MOST
    ? Number(text)
    : null

/**
 * What each size of a party would pay, for one traveler first: as many as seats are left, those among them that this
 * guest holds, and never more than a booking may have (rules 1.18). Once sales have closed, only those.
 */
export function partyChoices(
  departure: Departure,
  held: Booking | undefined,
  roomType: RoomType,
  today: Day,
): InstallmentPlan[] {
  const more = held && whyNoMore(departure, today) ? 0 : seatsLeft(departure)
  const seats = more + (held?.numberOfGuests ?? 0)
  const sizes = Math.max(1, Math.min(PARTY_AT_MOST, seats))
  return Array.from({ length: sizes }, (_, index) =>
    termsOnOffer(departure, held, { roomType, guests: index + 1 }, today),
  )
}
