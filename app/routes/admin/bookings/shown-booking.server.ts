import type { Booking } from '#app/bookings/find-booking.server'
import { moneyWords } from '#app/bookings/money-words'
import { showInstant } from '#app/days'
import { env } from '#app/env.server'

export type ShownBooking = ReturnType<typeof shownBooking>

/** A booking as the list shows it. */
export const shownBooking = (booking: Booking) => ({
  reference: booking.reference,
  status: booking.status,
  money: moneyWords(booking),
  keptCents: booking.keptCents,
  totalCents: booking.totalCents,
  name: booking.customerName,
  email: booking.customerEmail,
  phone: booking.customerPhone,
  tourType: booking.tourType,
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
