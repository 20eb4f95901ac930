import { and, desc, eq, sql } from 'drizzle-orm'
import { siteSettings } from '#app/content/site-settings.server'
import { bookingLinks } from '#app/mail/booking-links'
import { certainMailboxOf } from '#app/mail/mailbox-of'
import type { Once } from '#app/mail/outbox.server'
import { postOncePer } from '#app/mail/post-once-per.server'
import { departureOf } from '#app/tour/departures.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema'
import type { Booking } from './find-booking.server'
import { bookingAddress } from './links.server'
import { postToTraveler } from './traveler-letters.server'

/** Anybody can ask for them who knows the address, so a mailbox gets no more. */
export const BOOKING_LINKS = { periodMs: 10 * 60_000, aDay: 5 }
const AT_MOST = 20

/**
 * Mails the links of all standing bookings that were made with an address, to the address as it was booked with; at
 * most once in ten minutes and five times a day, however often it is asked for. Nothing happens for an unknown one. False where nothing
 * was sent: the answer to whoever asked does not say which.
 */
export function sendBookingLinks(email: string, now: Date, outer: Db = db): boolean {
  const address = email.toLowerCase()
  return immediately(outer, (tx) => {
    const standing = standingBookingsOf(address, tx)
    const [newest] = standing
    if (!newest) return false

    const { contactEmail, contactPhone } = siteSettings()
    const letter = bookingLinks({
      bookings: standing.map((booking) => linkedBooking(booking, tx)),
      contactEmail,
      contactPhone,
    })
    const send = (mail: Once) => postToTraveler(newest, mail, now, tx)
    return postOncePer(
      BOOKING_LINKS,
      certainMailboxOf(address),
      { kind: 'booking-links', letter },
      send,
      now,
      tx,
    )
  })
}

const standingBookingsOf = (address: string, tx: Tx): Booking[] =>
  tx
    .select()
    .from(bookings)
    .where(and(eq(sql`lower(${bookings.customerEmail})`, address), isPaidBooking))
    .orderBy(desc(bookings.id))
    .limit(AT_MOST)
    .all()

function linkedBooking(booking: Booking, tx: Tx) {
  const departure = departureOf(booking, tx)
  return {
    reference: booking.reference,
    travelerName: booking.customerName,
    tourName: departure.name,
    startsOn: departure.startsOn,
    endsOn: departure.endsOn,
    bookingAddress: bookingAddress(booking),
  }
}
