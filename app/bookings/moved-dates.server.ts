import { and, eq, or, sql } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { datesChanged } from '#app/mail/dates-changed'
import { type Departure, departureOf } from '#app/tour/departures.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { type Db, db, immediately } from '#db/connection.server'
import { bookings, departures } from '#db/schema'
import type { Booking } from './find-booking.server'
import { aboutBooking, postToTraveler } from './traveler-letters.server'

const moved = db
  .select({ booking: bookings })
  .from(bookings)
  .innerJoin(departures, eq(departures.id, bookings.departureId))
  .where(
    and(
      eq(bookings.departureId, sql.placeholder('departureId')),
      isPaidBooking,
      or(
        sql`${bookings.agreedStartsOn} <> ${departures.startsOn}`,
        sql`${bookings.agreedEndsOn} <> ${departures.endsOn}`,
      ),
    ),
  )
  .orderBy(bookings.id)
  .prepare()

/** The bookings that stand and agreed to other dates than the departure has now. */
export const movedBookings = (departureId: number): Booking[] =>
  moved.all({ departureId }).map(({ booking }) => booking)

/** The letter as a traveler will read it; `note` is what staff add. */
export const datesLetter = (booking: Booking, departure: Departure, note: string) =>
  datesChanged({
    ...aboutBooking(booking),
    tourName: departure.name,
    agreed: { startsOn: booking.agreedStartsOn, endsOn: booking.agreedEndsOn },
    now: departure,
    note,
  })

/**
 * Writes to each traveler whose dates have changed; answers to how many. Once for a booking and a pair of dates,
 * however often staff press.
 */
export function tellNewDates(
  departureId: number,
  note: string,
  actor: Actor,
  now: Date,
  outer: Db = db,
): number {
  return immediately(outer, (tx) => {
    const told = movedBookings(departureId)
    for (const booking of told) {
      const departure = departureOf(booking, tx)
      postToTraveler(
        booking,
        {
          kind: 'dates-changed',
          once: `${booking.reference}:${departure.startsOn}:${departure.endsOn}`,
          letter: datesLetter(booking, departure, note),
        },
        now,
        tx,
      )
    }
    const detail = { travelers: told.length }
    recordAct(
      { ...byStaff(actor), action: 'dates-told', subject: `departure:${departureId}`, detail },
      now,
      tx,
    )
    return told.length
  })
}
