import { bookingByLink, bookingWithId } from '#app/bookings/find-booking.server'
import { partyOf, travelerByLink } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'

type Named = { token?: string | undefined; position?: string | undefined }

/** One of a booking's travelers, by its link and their position; null unless the booking is paid for. */
export function bookedTraveler({ token = '', position = '' }: Named) {
  const booking = bookingByLink(token)
  if (!booking || !isPaid(booking.status) || !/^[1-9]$/.test(position)) return null
  const traveler = partyOf(booking.id).find((one) => one.position === Number(position))
  return traveler ? { booking, traveler, token } : null
}

/** The same by the traveler's own link. */
export function linkedTraveler({ token = '' }: Named) {
  const traveler = travelerByLink(token)
  const booking = traveler && bookingWithId(traveler.bookingId)
  return traveler && booking && isPaid(booking.status) ? { booking, traveler, token } : null
}
