import { sql } from 'drizzle-orm'
import { type Day, showDays } from '#app/days'
import { isHeld, isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema'
import { publicDepartures, salesState } from './departures.server'

export type SeatsOnSale = {
  departureId: number
  dates: string
  seats: number
  paidFor: number
  held: number
  left: number
}

const guests = sql<number>`coalesce(sum(${bookings.numberOfGuests}), 0)`
const guestsOf = (which: typeof isHeld) =>
  db
    .select({ guests })
    .from(bookings)
    .where(sql`${bookings.departureId} = ${sql.placeholder('departureId')} and ${which}`)
    .prepare()
const paid = guestsOf(isPaidBooking)
const held = guestsOf(isHeld)

/** Seats of each departure that is on sale or sold out, the next first: paid for, held while somebody pays, and left. */
export const seatsOnSale = (today: Day): SeatsOnSale[] =>
  publicDepartures(today)
    .filter((departure) => ['open', 'sold-out'].includes(salesState(departure, today)))
    .map(({ id: departureId, startsOn, endsOn, seats }) => {
      const paidFor = paid.get({ departureId })?.guests ?? 0
      const inHold = held.get({ departureId })?.guests ?? 0
      const left = Math.max(0, seats - paidFor - inHold)
      return { departureId, dates: showDays(startsOn, endsOn), seats, paidFor, held: inHold, left }
    })
