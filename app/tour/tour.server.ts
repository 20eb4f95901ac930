import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Day } from '#app/days'
import type { Cents } from '#app/money'
import { type Db, db } from '#db/connection.server'
import { bookings, tours } from '#db/schema'
import { lastSaleDay } from './departure'
import type { RoomType } from './room-type'

export type Tour = typeof tours.$inferSelect

/** What a traveler finds: places to be had, none left, or sales closed by staff, by the closing date or by the journey. */
export type SalesState = 'open' | 'closed' | 'sold-out'

const TOUR_TYPE = 'texas-safari'

const tourOnSale = db
  .select()
  .from(tours)
  .where(eq(tours.tourType, sql.placeholder('tourType')))
  .prepare()

const seatsTaken = db
  .select({ seats: sql<number>`coalesce(sum(${bookings.numberOfGuests}), 0)` })
  .from(bookings)
  .where(
    and(
      eq(bookings.tourId, sql.placeholder('tourId')),
      inArray(bookings.status, ['pending', 'deposit_paid', 'completed']),
    ),
  )
  .prepare()

/** The group tour with its dates, prices and seats. The seed makes it, so a site without one is broken: throws. */
export function theTour(): Tour {
  const tour = tourOnSale.get({ tourType: TOUR_TYPE })
  if (!tour) throw new Error(`There is no ${TOUR_TYPE} tour`)
  return tour
}

/** Seats not yet held or paid for; never below zero, also where staff lowered the seats under what was sold. */
export const seatsLeft = (tour: Tour): number =>
  Math.max(0, tour.seats - (seatsTaken.get({ tourId: tour.id })?.seats ?? 0))

/** Sales stop by staff's word, after the last day of sale or when seats run out (rules 1.4). */
export function salesState(tour: Tour, today: Day): SalesState {
  if (!tour.salesOpen || today > lastSaleDay(tour)) return 'closed'
  return seatsLeft(tour) > 0 ? 'open' : 'sold-out'
}

/** What a place costs, whole, for one traveler. */
export const priceOf = (tour: Tour, roomType: RoomType): Cents =>
  roomType === 'single' ? tour.singlePriceCents : tour.doublePriceCents

/** Reads a tour inside a transaction that is about to sell a seat on it. */
export const tourIn = (outer: Db, id: number): Tour | undefined =>
  outer.select().from(tours).where(eq(tours.id, id)).get()

/** The tour that a booking is for. The database keeps it as long as there are bookings: throws where it is gone. */
export function tourOf({ tourId }: { tourId: number }, outer: Db = db): Tour {
  const tour = tourIn(outer, tourId)
  if (!tour) throw new Error(`There is no tour ${tourId}`)
  return tour
}
