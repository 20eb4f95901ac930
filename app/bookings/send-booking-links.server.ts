import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Letter, letter, type Words, words } from '#app/mail/letter'
import { certainMailboxOf, type Once, postOncePer } from '#app/mail/outbox.server'
import { showDays } from '#app/platform/days'
import { emailAddress } from '#app/platform/typed/text'
import { siteSettings } from '#app/site/settings.server'
import { departureOf } from '#app/tours/departures.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { type Booking, bookingAddress } from './find-booking.server'
import { postToTraveler, questions } from './traveler-letters.server'

/** "Send me my link": the address that was booked with, or given to us. */
export const BookingLinksForm = z.object({
  email: emailAddress({
    missing: 'Please enter your email address',
    invalid: 'Please enter a valid email address',
  }),
})

/** The links of all standing bookings of one address, for the person who asked for them there. */
const bookingLinks = (standing: Booking[]): Letter => letter`
  # ${standing.length === 1 ? 'The link to your booking' : 'The links to your bookings'}

  Hello,

  You asked us for the link to your booking page. There you see your schedule and receipts, pay what is due, and read
  how to change or cancel.

  ${standing.map(linkToBooking)}

  -# Anyone who has the link can open the page, so keep it to yourself. Didn’t ask for it? Someone typed your address
  by mistake, and you can ignore this email.

  ${questions(siteSettings())}
`

function linkToBooking(booking: Booking): Words {
  const { reference, customerName } = booking
  const { name: tourName, startsOn, endsOn } = departureOf(booking)
  return words`
    | Booking reference | ${reference} |
    | Traveler | ${customerName} |
    | ${tourName} | ${showDays(startsOn, endsOn)} |

    [See booking ${reference}](${bookingAddress(booking)})
  `
}

/** Anyone who knows the address can ask for them, so a mailbox gets no more. */
export const BOOKING_LINKS = { periodMs: 10 * 60_000, aDay: 5 }
const AT_MOST = 20

/**
 * Mails the links of all standing bookings made with an address to that address, at most once in ten minutes
 * and five times a day. False where nothing was sent, also for an unknown one: the answer to who asked does
 * not say which.
 */
export function sendBookingLinks(email: string, now: Date): boolean {
  const address = email.toLowerCase()
  return immediately((tx) => {
    const standing = standingBookingsOf(address, tx)
    const [newest] = standing
    if (!newest) return false

    const send = (mail: Once) => postToTraveler(newest, now, mail)
    const who = certainMailboxOf(address)
    return postOncePer(
      BOOKING_LINKS,
      who,
      { kind: 'booking-links', letter: bookingLinks(standing) },
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
