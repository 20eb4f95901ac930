import type { Booking } from '#app/bookings/find-booking.server'
import { HOLD_MINUTES } from '#app/bookings/hold'
import { type PlaceOffered, placesToOffer } from '#app/money/party/offer-place.server'
import { businessDay } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { departureOf, salesState } from '#app/tours/departures.server'
import { travelerWords } from '#app/travelers/detail-fields'

type Why = Extract<PlaceOffered, { refused: unknown }>['refused']

/** Why a place is not offered, or not taken back, as the guest reads it. */
export const REFUSED: Record<Why, string> = {
  'none-resold': 'Places on this departure cannot be offered.',
  closed: 'Sales have closed, so nobody can take a place anymore.',
  'not-standing': 'Only a place that is paid for can be offered.',
  overdue: 'A payment is overdue. Once it is paid, the place can be offered.',
  disputed: 'A payment is disputed with the bank. Once that is settled, the place can be offered.',
  'all-comes-back': 'If you cancel now, you get everything back, so ask us to cancel instead.',
  'no-better': 'Canceling gives you back at least as much at the moment.',
  'nobody-follows':
    'You lead this booking. Before your place can be offered we need the name of the next traveler, who will lead it then.',
  'quote-changed': 'The amounts have changed in the meantime. Please look at them again.',
  gone: 'This place is no longer on offer.',
  'being-paid': `Someone is paying for this place right now. If they don’t finish, you can take it back in ${HOLD_MINUTES} minutes.`,
  'too-often': 'These places were offered several times today. Please try again tomorrow.',
}

export type PlaceShown = NonNullable<ReturnType<typeof placesShown>>['places'][number]

/** What the page says of each traveler's place; null where none of the booking was or can be offered. */
export function placesShown(booking: Booking, now: Date) {
  const departure = departureOf(booking)
  const places = placesToOffer(booking, now)
  if (places.every(({ offered, why }) => !offered && isOfAll(why))) return null
  return {
    tour: departure,
    isSoldOut: salesState(departure, businessDay(now)) === 'sold-out',
    places: places.map(({ traveler, paidCents, offered, quote, why }) => ({
      id: traveler.id,
      name: travelerWords(traveler),
      offered: offered && { since: showDay(businessDay(offered.createdAt)), terms: offered.terms },
      quote: quote && { ...quote, paidCents },
      why: why && REFUSED[why],
      isNameMissing: why === 'nobody-follows',
      next: traveler.position === 1 ? (places[1]?.traveler.name ?? null) : null,
    })),
  }
}

/** What guests need not read of a thing that they cannot have. */
const isOfAll = (why: Why | null): boolean =>
  why === 'none-resold' || why === 'closed' || why === 'not-standing'
