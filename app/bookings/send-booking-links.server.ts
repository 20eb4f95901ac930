import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { bookingAddress } from '#app/bookings/links.server'
import { travellerMailbox } from '#app/bookings/traveller-letters.server'
import { siteSettings } from '#app/content/site-settings.server'
import { bookingLinks } from '#app/mail/booking-links'
import { post } from '#app/mail/outbox.server'
import { tourOf } from '#app/tour/tour.server'
import { type Db, db, immediately } from '#db/connection.server'
import { bookings, outbox } from '#db/schema'

const PAUSE_MS = 10 * 60_000
const AT_MOST = 20

/**
 * Mails the links of all standing bookings that were made with an address, to the address as it was booked with; at
 * most once in ten minutes, however often it is asked for. Nothing happens for an unknown one. False where nothing
 * was sent: nobody who asked is told which.
 */
export function sendBookingLinks(email: string, now: Date, outer: Db = db): boolean {
  const address = email.toLowerCase()
  return immediately(outer, (tx) => {
    const standing = standingBookingsOf(address, tx)
    const [newest] = standing
    if (!newest || wasJustSent(address, now, tx)) return false

    const { contactEmail, contactPhone } = siteSettings()
    post(
      {
        kind: 'booking-links',
        occasion: occasionOf(address, slotOf(now)),
        bookingId: newest.id,
        to: travellerMailbox(newest),
        letter: bookingLinks({
          bookings: standing.map((booking) => linkedBooking(booking, tx)),
          contactEmail,
          contactPhone,
        }),
      },
      now,
      tx,
    )
    return true
  })
}

const standingBookingsOf = (address: string, tx: Db): Booking[] =>
  tx
    .select()
    .from(bookings)
    .where(
      and(
        eq(sql`lower(${bookings.customerEmail})`, address),
        inArray(bookings.status, ['deposit_paid', 'completed']),
      ),
    )
    .orderBy(desc(bookings.id))
    .limit(AT_MOST)
    .all()

const slotOf = (now: Date): number => Math.floor(now.getTime() / PAUSE_MS)

const occasionOf = (address: string, slot: number): string => `booking-links:${address}:${slot}`

/** An occasion is a slot of ten minutes: a mail of the slot before may also be younger than that. */
function wasJustSent(address: string, now: Date, tx: Db): boolean {
  const slot = slotOf(now)
  return tx
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .where(inArray(outbox.occasion, [occasionOf(address, slot), occasionOf(address, slot - 1)]))
    .all()
    .some(({ createdAt }) => now.getTime() - createdAt.getTime() < PAUSE_MS)
}

function linkedBooking(booking: Booking, tx: Db) {
  const tour = tourOf(booking, tx)
  return {
    reference: booking.reference,
    travellerName: booking.customerName,
    tourName: tour.name,
    startsOn: tour.startsOn,
    endsOn: tour.endsOn,
    bookingAddress: bookingAddress(booking),
  }
}
