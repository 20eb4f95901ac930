import type { Booking } from '#app/bookings/find-booking.server'
import { moneyWords } from '#app/bookings/money-words'
import { partyMoney } from '#app/bookings/party.server'
import { showDays, showInstant } from '#app/days'
import { env } from '#app/env.server'
import type { departureDates } from '#app/tour/departure-choices.server'

export type ShownBooking = ReturnType<typeof shownBooking>

/** A booking as the list shows it, with the dates of its departure. */
export function shownBooking(booking: Booking, dates: ReturnType<typeof departureDates>) {
  const { priceCents, paidCents, promisedCents } = partyMoney(booking)
  return {
    ...shown(booking, dates),
    money: moneyWords(booking, promisedCents),
    paidCents,
    priceCents,
  }
}

const shown = (booking: Booking, dates: ReturnType<typeof departureDates>) => ({
  reference: booking.reference,
  status: booking.status,
  name: booking.customerName,
  email: booking.customerEmail,
  phone: booking.customerPhone,
  tourType: booking.tourType,
  dates: datesOf(booking, dates),
  roomType: booking.roomType,
  guests: booking.numberOfGuests,
  bookedAt: showInstant(booking.createdAt, env.BUSINESS_TIMEZONE),
  address: [
    booking.customerAddress,
    booking.customerCity,
    [booking.customerState, booking.customerZipCode].filter(Boolean).join(' '),
    booking.customerCountry,
  ]
    .filter(Boolean)
    .join(', '),
})

function datesOf(
  { departureId, agreedStartsOn, agreedEndsOn }: Booking,
  dates: ReturnType<typeof departureDates>,
) {
  const { startsOn, endsOn } = dates.get(departureId) ?? { startsOn: agreedStartsOn, endsOn: agreedEndsOn }
  return showDays(startsOn, endsOn)
}
