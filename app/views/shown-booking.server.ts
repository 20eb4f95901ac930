import type { Booking } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldUntil } from '#app/bookings/hold-for-guest.server'
import { overdueOfEach } from '#app/bookings/installments/installment-list.server'
import { moneyOfEach } from '#app/bookings/party.server'
import { MONEY_STATE_NAMES, type MoneyState, moneyWords, statusBeside } from '#app/bookings/status'
import { businessTime, today } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { type departureDates, requestedDepartureId } from '#app/tours/departure-list.server'
import { type BookingFilters, cleanTerm } from '#app/views/list-bookings.server'

const isMoneyState = (text: string | null): text is MoneyState =>
  text !== null && Object.hasOwn(MONEY_STATE_NAMES, text)

/**
 * Reads `?q=`, `?money=` and `?departure=`; anything but a state of a booking's money, or a departure, counts
 * as none.
 */
export function bookingFilters(query: URLSearchParams): BookingFilters {
  const money = query.get('money')
  return {
    term: cleanTerm(query.get('q')),
    money: isMoneyState(money) ? money : null,
    departureId: requestedDepartureId(query.get('departure')),
  }
}

type Dates = ReturnType<typeof departureDates>

export type ShownBooking = ReturnType<typeof shownBookings>[number]

/** Bookings as a list shows them, with the dates of their departures. */
export function shownBookings(bookings: Booking[], dates: Dates) {
  const overdue = overdueOfEach(
    bookings.map(({ id }) => id),
    today(),
  )
  return moneyOfEach(bookings).map(({ booking, priceCents, paidCents, promisedCents }) => ({
    ...shownBooking(booking),
    tourType: booking.tourType,
    dates: datesOf(booking, dates),
    address: [
      booking.customerAddress,
      booking.customerCity,
      [booking.customerState, booking.customerZipCode].filter(Boolean).join(' '),
      booking.customerCountry,
    ]
      .filter(Boolean)
      .join(', '),
    money: shownMoney(booking, promisedCents),
    overdueCents: overdue.get(booking.id) ?? cents(0),
    paidCents,
    priceCents,
  }))
}

/** What lists and the booking's own page show alike. */
export const shownBooking = (booking: Booking) => ({
  reference: booking.reference,
  status: booking.status,
  statusBeside: statusBeside(booking),
  name: booking.customerName,
  email: booking.customerEmail,
  phone: booking.customerPhone,
  roomType: booking.roomType,
  singles: booking.singles,
  travelers: booking.travelers,
  bookedAt: businessTime(booking.createdAt),
})

/** What the money says; of seats that staff hold for a guest, until when. */
export const shownMoney = (booking: Booking, promisedCents: Cents) => ({
  ...moneyWords(booking, promisedCents),
  ...(isHeldForGuest(booking) && { words: `Held for the guest until ${showDay(heldUntil(booking))}` }),
})

function datesOf({ departureId, agreedStartsOn, agreedEndsOn }: Booking, dates: Dates) {
  const { startsOn, endsOn } = dates.get(departureId) ?? { startsOn: agreedStartsOn, endsOn: agreedEndsOn }
  return showDays(startsOn, endsOn)
}
