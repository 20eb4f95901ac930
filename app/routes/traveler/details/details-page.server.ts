import type { Booking } from '#app/bookings/find-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { now } from '#app/clock.server'
import { siteSettings } from '#app/content/site-settings.server'
import { addDays } from '#app/days'
import { departureOf } from '#app/tour/departures.server'
import { travelerWords } from '#app/travelers/details/detail-fields'
import { formOf } from '#app/travelers/details/form-of.server'
import { DETAILS_KEPT_DAYS } from '#app/travelers/details/kept-days'
import { passportGoodUntil } from '#app/travelers/details/passport-validity'

export type DetailsPage = ReturnType<typeof detailsPage>

/** What the form of a traveler's details shows: of the booking the journey alone, of its money nothing. */
export function detailsPage(traveler: PartyTraveler, booking: Booking) {
  const { name, startsOn, endsOn } = departureOf(booking)
  const { contactEmail, contactPhone } = siteSettings()
  return {
    ...formOf(traveler, { startsOn, endsOn }, now()),
    position: traveler.position,
    called: travelerWords(traveler),
    tour: { name, startsOn, endsOn },
    passportGoodUntil: passportGoodUntil(endsOn),
    erasedOn: addDays(endsOn, DETAILS_KEPT_DAYS),
    contact: { email: contactEmail, phone: contactPhone },
  }
}
