import { and, eq, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { addDays, type Day } from '#app/days'
import { isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings, departures, travelerDetails, travelers } from '#db/schema'
import { DETAILS_ASKED_DAYS } from './asked-days'
import { isComplete } from './details.server'

/** A booking that stands, on a departure that is near, of which something is missing. */
export type IncompleteBooking = Pick<Booking, 'id' | 'reference' | 'customerName' | 'customerEmail'> & {
  startsOn: Day
}

const incomplete = db
  .select({
    id: bookings.id,
    reference: bookings.reference,
    customerName: bookings.customerName,
    customerEmail: bookings.customerEmail,
    startsOn: departures.startsOn,
  })
  .from(departures)
  .innerJoin(bookings, eq(bookings.departureId, departures.id))
  .innerJoin(travelers, eq(travelers.bookingId, bookings.id))
  .leftJoin(travelerDetails, eq(travelerDetails.travelerId, travelers.id))
  .where(
    and(
      sql`${departures.startsOn} > ${sql.placeholder('day')}`,
      sql`${departures.startsOn} <= ${sql.placeholder('until')}`,
      isPaidBooking,
      // All of it is going back: nobody travels.
      sql`${bookings.moneyState} <> 'refunded'`,
      sql`not (${isComplete})`,
    ),
  )
  .groupBy(bookings.id)
  .orderBy(departures.startsOn, bookings.id)
  .prepare()

/** Those that a letter could be about on that day, the next departure first. */
export const incompleteBookings = (day: Day): IncompleteBooking[] =>
  incomplete.all({ day, until: addDays(day, DETAILS_ASKED_DAYS[0]) })
