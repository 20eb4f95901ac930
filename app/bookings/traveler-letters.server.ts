import { siteSettings } from '#app/content/site-settings.server'
import type { AboutBooking, BookingForStaff } from '#app/mail/about-booking'
import { type Mailbox, type Once, post } from '#app/mail/outbox.server'
import { bookingAtDesk } from '#app/staff/desk-addresses.server'
import type { Tx } from '#db/connection.server'
import type { Booking } from './find-booking.server'
import { bookingAddress } from './links.server'
import { partyMoney } from './party.server'
import { refundDatesOf } from './refund-dates.server'

/**
 * Where letters and receipts about a booking go: to the lead traveler as they booked, whatever a traveler is called
 * since. The one place that says it; screens show it from here.
 */
export const travelerMailbox = ({
  customerName,
  customerEmail,
}: Pick<Booking, 'customerName' | 'customerEmail'>): Mailbox => ({
  name: customerName,
  address: customerEmail,
})

/** A mail to the traveler of a booking, about it. Gives its number, or null where it was written before. */
export const postToTraveler = (booking: Booking, mail: Once, now: Date, tx: Tx): number | null =>
  post({ ...mail, bookingId: booking.id, to: travelerMailbox(booking) }, now, tx)

/** What every letter to the traveler says of a booking, and who to ask. */
export function aboutBooking(booking: Booking): AboutBooking {
  const { contactEmail, contactPhone } = siteSettings()
  const { sum, writtenOffCents } = partyMoney(booking)
  return {
    travelerName: booking.customerName,
    reference: booking.reference,
    bookingAddress: bookingAddress(booking),
    guests: booking.numberOfGuests,
    partySum: sum,
    writtenOffCents,
    contactEmail,
    contactPhone,
    refundTerms: booking.refundTerms,
    refundDates: refundDatesOf(booking),
  }
}

/** What every letter to staff says of a booking: whose it is, and where its page is. */
export const bookingForStaff = (booking: Booking): BookingForStaff => ({
  travelerName: booking.customerName,
  reference: booking.reference,
  deskAddress: bookingAtDesk(booking.reference),
})
