import { MONEY_STATE_NAMES } from '#app/bookings/money-words'
import type { MoneyState } from '#app/bookings/status'
import { type BookingFilters, cleanTerm } from '#app/dossiers/booking-match.server'
import { departureAsked } from '#app/tour/departure-choices.server'

const isMoneyState = (text: string | null): text is MoneyState =>
  text !== null && Object.hasOwn(MONEY_STATE_NAMES, text)

/** Reads `?q=`, `?money=` and `?departure=`; anything but a state of a booking's money, or a departure, counts as none. */
export function bookingFilters(query: URLSearchParams): BookingFilters {
  const money = query.get('money')
  return {
    term: cleanTerm(query.get('q')),
    money: isMoneyState(money) ? money : null,
    departureId: departureAsked(query.get('departure')),
  }
}
